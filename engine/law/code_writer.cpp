#include "engine/law/code_writer.h"

#ifdef PERILUNE_ASMJIT

#include "engine/law/dominators.h"

namespace perilune::ir {

bool CodeWriter::write() {
  Errors errors;
  compiler_.code()->setErrorHandler(&errors);
  write_function();
  compiler_.code()->setErrorHandler(nullptr);
  return !errors.any && !lacks_function_;
}

void CodeWriter::write_function() {
  asmjit::FuncNode* function =
      compiler_.addFunc(asmjit::FuncSignatureT<bool, const void*, const double*, double*>());
  if (!function) return;  // the error is noted
  inputs_ = new_integer(), outputs_ = new_integer();
  function->setArg(1, inputs_), function->setArg(2, outputs_);
  prepare();
  for (int block = 0; block < count_blocks(); ++block)
    if (is_reachable(block)) write_block(block);
  compiler_.bind(give_up_);
  write_return(false);
  compiler_.endFunc();
  compiler_.finalize();
}

void CodeWriter::prepare() {
  give_up_ = compiler_.newLabel();
  reachable_.resize(routine_.blocks.size());
  for (const int block : reverse_postorder(routine_)) reachable_[static_cast<std::size_t>(block)] = 1;
  registers_.resize(routine_.instructions.size()), needed_.resize(routine_.instructions.size());
  bool repeats = false;
  for (int i = 0; i < count_blocks(); ++i) {
    labels_.push_back(compiler_.newLabel());
    const Block& block = block_at(i);
    for (const Value value : block.parameters) make_register(value);
    for (const Value value : block.body) make_register(value);
    for (const int next : successors(block)) repeats = repeats || next <= i;
    note_needed(block);
  }
  if (!repeats) return;
  repeats_left_ = new_integer();
  move_integer(repeats_left_, asmjit::imm(most_repeats));
}

void CodeWriter::write_block(int block) {
  block_ = block;
  compiler_.bind(label_of(block));
  for (const Value value : block_at(block).body) write_instruction(value);
  const End& end = block_at(block).end;
  switch (end.kind) {
    case End::Kind::jump: write_edge(end.to, true); break;
    case End::Kind::branch: write_branch(end); break;
    case End::Kind::leave: write_leave(end); break;
    case End::Kind::give_up: jump(give_up_); break;
  }
}

void CodeWriter::write_instruction(Value value) {
  const Instruction& instruction = at(value);
  if (is_comparison(instruction.op) && needed_[static_cast<std::size_t>(value)] == 0) return;
  const Register to = own_register(value);
  if (instruction.op == Op::select) write_select(instruction, to);
  else write_operation(instruction, to);
}

bool CodeWriter::is_next(const Edge& edge) const {  // what is written after this block
  int next = block_ + 1;
  while (next < count_blocks() && !is_reachable(next)) ++next;
  return edge.block == next;
}

// Nothing to do on the way.
bool CodeWriter::is_plain(const Edge& edge) { return edge.block > block_ && moves_of(edge).empty(); }

void CodeWriter::write_branch(const End& end) {
  compare(end.condition, end.a, end.b);
  if (is_plain(end.otherwise) && !(is_plain(end.to) && is_next(end.otherwise))) {
    jump_unless(end.condition, label_of(end.otherwise.block));
    write_edge(end.to, true);
    return;
  }
  const bool direct = is_plain(end.to);
  const Label to = direct ? label_of(end.to.block) : compiler_.newLabel();
  jump_if(end.condition, to);
  write_edge(end.otherwise, direct);
  if (direct) return;
  compiler_.bind(to);
  write_edge(end.to, true);
}

void CodeWriter::write_edge(const Edge& edge, bool is_last) {
  write_moves(moves_of(edge));
  if (edge.block <= block_) {
    jump_while_left(repeats_left_, label_of(edge.block));
    jump(give_up_);
  } else if (!is_last || !is_next(edge)) {
    jump(label_of(edge.block));
  }
}

void CodeWriter::write_leave(const End& end) {
  std::vector<Register> results;  // all read before one is written: outputs may lie where the inputs are
  for (const Value value : end.results) results.push_back(register_with(value));
  for (std::size_t i = 0; i < results.size(); ++i) store_number(outputs_, i, results[i]);
  write_return(true);
}

void CodeWriter::write_return(bool value) {
  const Register result = new_integer();
  move_integer(result, asmjit::imm(value ? 1 : 0));
  compiler_.addRet(result, Operand());
}

}  // namespace perilune::ir

#endif
