#include "engine/law/x86_writer.h"

#ifdef PERILUNE_ASMJIT

#include "engine/law/dominators.h"

namespace perilune::ir {

void X86Writer::write() {
  asmjit::FuncNode* function =
      cc_.addFunc(asmjit::FuncSignatureT<double, const void*, const double*, double*>());
  function->setArg(1, inputs_), function->setArg(2, outputs_);
  prepare();
  for (int block = 0; block < count_blocks(); ++block)
    if (reachable_[block]) write_block(block);
  cc_.bind(give_up_);
  const x86::Xmm refusal = cc_.newXmmSd();
  cc_.movsd(refusal, cc_.newUInt64Const(asmjit::ConstPoolScope::kLocal, given_up));
  cc_.ret(refusal);
  cc_.endFunc();
  cc_.finalize();
}

void X86Writer::prepare() {
  give_up_ = cc_.newLabel();
  reachable_.resize(routine_.blocks.size());
  for (const int block : reverse_postorder(routine_)) reachable_[block] = 1;
  numbers_.resize(routine_.instructions.size()), integers_.resize(routine_.instructions.size());
  needed_.resize(routine_.instructions.size());
  bool repeats = false;
  for (int i = 0; i < count_blocks(); ++i) {
    labels_.push_back(cc_.newLabel());
    const Block& block = routine_.blocks[i];
    for (const Value value : block.parameters) make_register(value);
    for (const Value value : block.body) make_register(value);
    for (const int next : successors(block)) repeats = repeats || next <= i;
    note_needed(block);
  }
  if (!repeats) return;
  repeats_left_ = cc_.newInt64();
  cc_.mov(repeats_left_, most_repeats);
}

void X86Writer::write_block(int block) {
  block_ = block;
  cc_.bind(labels_[block]);
  for (const Value value : routine_.blocks[block].body) write_instruction(value);
  const End& end = routine_.blocks[block].end;
  switch (end.kind) {
    case End::Kind::jump: write_edge(end.to, true); break;
    case End::Kind::branch: write_branch(end); break;
    case End::Kind::leave: write_leave(end); break;
    case End::Kind::give_up: cc_.jmp(give_up_); break;
  }
}

bool X86Writer::is_next(const Edge& edge) const {  // what is written after this block
  int next = block_ + 1;
  while (next < count_blocks() && !reachable_[next]) ++next;
  return edge.block == next;
}

// Nothing to do on the way.
bool X86Writer::is_plain(const Edge& edge) { return edge.block > block_ && moves_of(edge).empty(); }

void X86Writer::write_branch(const End& end) {
  compare(end.condition, end.a, end.b);
  if (is_plain(end.otherwise) && !(is_plain(end.to) && is_next(end.otherwise))) {
    jump_unless(end.condition, labels_[end.otherwise.block]);
    write_edge(end.to, true);
    return;
  }
  const bool direct = is_plain(end.to);
  const asmjit::Label to = direct ? labels_[end.to.block] : cc_.newLabel();
  jump_if(end.condition, to);
  write_edge(end.otherwise, direct);
  if (direct) return;
  cc_.bind(to);
  write_edge(end.to, true);
}

void X86Writer::write_edge(const Edge& edge, bool is_last) {
  write_moves(moves_of(edge));
  if (edge.block <= block_) {
    cc_.sub(repeats_left_, 1);
    cc_.jns(labels_[edge.block]);
    cc_.jmp(give_up_);
  } else if (!is_last || !is_next(edge)) {
    cc_.jmp(labels_[edge.block]);
  }
}

void X86Writer::write_leave(const End& end) {
  std::vector<x86::Xmm> results;  // all read before one is written: outputs may lie where the inputs are
  for (const Value value : end.results) results.push_back(number_in_register(value));
  for (std::size_t i = 0; i < results.size(); ++i)
    cc_.movsd(x86::qword_ptr(outputs_, static_cast<std::int32_t>(8 * i)), results[i]);
  if (results.empty()) {
    results.push_back(cc_.newXmmSd());
    cc_.xorps(results[0], results[0]);
  }
  cc_.ret(results[0]);
}

}  // namespace perilune::ir

#endif
