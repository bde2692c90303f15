#include "engine/law/x86_writer.h"

#ifdef PERILUNE_ASMJIT

#include <algorithm>

namespace perilune::ir {

void X86Writer::make_register(Value value) {
  if (is_number(value)) numbers_[value] = cc_.newXmmSd();
  else integers_[value] = cc_.newInt64();
}

// Comparisons that only select() asks for are made there.
void X86Writer::note_needed(const Block& block) {
  const auto need = [&](Value value) { needed_[value] = 1; };
  for (const Value value : block.body) {
    const Instruction& instruction = at(value);
    for (int k = selects_by_mask(instruction) ? 1 : 0; k < info(instruction.op).operands; ++k)
      need(instruction.operand[k]);
  }
  if (block.end.kind == End::Kind::branch) need(block.end.a), need(block.end.b);
  for (const Edge* edge : {&block.end.to, &block.end.otherwise})
    std::for_each(edge->arguments.begin(), edge->arguments.end(), need);
  std::for_each(block.end.results.begin(), block.end.results.end(), need);
}

bool X86Writer::selects_by_mask(const Instruction& instruction) const {
  if (instruction.op != Op::select) return false;
  const Op condition = at(instruction.operand[0]).op;
  return condition == Op::less || condition == Op::less_equal || condition == Op::equal;
}

x86::Mem X86Writer::input(Value value) const {
  return x86::qword_ptr(inputs_, static_cast<std::int32_t>(8 * at(value).payload.integer));
}

x86::Mem X86Writer::number_in_memory(double x) {
  return cc_.newDoubleConst(asmjit::ConstPoolScope::kLocal, x);
}

// A register or a place in memory.
Operand X86Writer::number(Value value) {
  switch (at(value).op) {
    case Op::input: return input(value);
    case Op::number: return number_in_memory(at(value).payload.number);
    default: return numbers_[value];
  }
}

void X86Writer::copy(const x86::Xmm& to, const Operand& from) {
  cc_.emit(from.isReg() ? Inst::kIdMovaps : Inst::kIdMovsd, to, from);
}

x86::Xmm X86Writer::number_in_register(Value value) {
  const Operand from = number(value);
  if (from.isReg()) return numbers_[value];
  const x86::Xmm to = cc_.newXmmSd();
  copy(to, from);
  return to;
}

// A register, or a constant as far as it fits into an instruction.
Operand X86Writer::integer(Value value) {
  if (at(value).op != Op::integer) return integers_[value];
  const std::int64_t i = at(value).payload.integer;
  if (i == static_cast<std::int32_t>(i)) return asmjit::imm(i);
  return cc_.newInt64Const(asmjit::ConstPoolScope::kLocal, i);
}

x86::Gp X86Writer::integer_in_register(Value value) {
  if (at(value).op != Op::integer) return integers_[value];
  const x86::Gp to = cc_.newInt64();
  cc_.mov(to, at(value).payload.integer);
  return to;
}

std::vector<X86Writer::Move> X86Writer::moves_of(const Edge& edge) {
  std::vector<Move> moves;
  const std::vector<Value>& parameters = routine_.blocks[edge.block].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Value to = parameters[i], from = edge.arguments[i];
    if (to != from) moves.push_back({to, is_number(to) ? number(from) : integer(from)});
  }
  return moves;
}

// All at once: a register is written only when nobody needs its old value any more; where all are needed, one is
// kept aside.
void X86Writer::write_moves(std::vector<Move> moves) {
  while (!moves.empty()) {
    const auto free = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
      return std::none_of(moves.begin(), moves.end(),
                          [&](const Move& other) { return other.from == register_of(move.to); });
    });
    if (free != moves.end()) {
      write_move(register_of(free->to), free->from, is_number(free->to));
      moves.erase(free);
      continue;
    }
    const Value needed = moves.front().to;
    const Operand kept = is_number(needed) ? Operand(cc_.newXmmSd()) : Operand(cc_.newInt64());
    write_move(kept, register_of(needed), is_number(needed));
    for (Move& move : moves)
      if (move.from == register_of(needed)) move.from = kept;
  }
}

void X86Writer::write_move(const Operand& to, const Operand& from, bool is_number) {
  cc_.emit(!is_number ? Inst::kIdMov : from.isReg() ? Inst::kIdMovaps : Inst::kIdMovsd, to, from);
}

bool X86Writer::is_number(Value value) const { return type_of(routine_, value) == Type::number; }

Operand X86Writer::register_of(Value value) const {
  return is_number(value) ? Operand(numbers_[value]) : Operand(integers_[value]);
}

}  // namespace perilune::ir

#endif
