#include <algorithm>

#include "engine/law/code_writer.h"

#ifdef PERILUNE_ASMJIT

namespace perilune::ir {

void CodeWriter::make_register(Value value) {
  own_register(value) = is_number(value) ? new_number() : new_integer();
}

// Comparisons that only select() asks for are made there.
void CodeWriter::note_needed(const Block& block) {
  const auto need = [&](Value value) { needed_[static_cast<std::size_t>(value)] = 1; };
  for (const Value value : block.body) {
    const Instruction& instruction = at(value);
    for (int k = selects_by_comparison(instruction) ? 1 : 0; k < info(instruction.op).operands; ++k)
      need(instruction.operand[k]);
  }
  if (block.end.kind == End::Kind::branch) need(block.end.a), need(block.end.b);
  for (const Edge* edge : {&block.end.to, &block.end.otherwise})
    std::for_each(edge->arguments.begin(), edge->arguments.end(), need);
  std::for_each(block.end.results.begin(), block.end.results.end(), need);
}

bool CodeWriter::selects_by_comparison(const Instruction& instruction) const {
  if (instruction.op != Op::select) return false;
  const Op condition = at(instruction.operand[0]).op;
  return condition == Op::less || condition == Op::less_equal || condition == Op::equal;
}

CodeWriter::Operand CodeWriter::place_of(Value value) {
  const Instruction& instruction = at(value);
  switch (instruction.op) {
    case Op::input: return input(inputs_, instruction.payload.integer);
    case Op::number: return number_constant(instruction.payload.number);
    case Op::integer: return integer_constant(instruction.payload.integer);
    default: return own_register(value);
  }
}

CodeWriter::Register CodeWriter::register_with(Value value) {
  const Operand place = place_of(value);
  if (place.isReg()) return own_register(value);
  const Register loaded = is_number(value) ? new_number() : new_integer();
  move(loaded, place, is_number(value));
  return loaded;
}

void CodeWriter::move(const Register& to, const Operand& from, bool is_number) {
  if (is_number) move_number(to, from);
  else move_integer(to, from);
}

std::vector<CodeWriter::Move> CodeWriter::moves_of(const Edge& edge) {
  std::vector<Move> moves;
  const std::vector<Value>& parameters = block_at(edge.block).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Value to = parameters[i], from = edge.arguments[i];
    if (to != from) moves.push_back({to, place_of(from)});
  }
  return moves;
}

// All at once: a register is written only when nobody needs its old value any more; where all are needed, one is
// kept aside.
void CodeWriter::write_moves(std::vector<Move> moves) {
  while (!moves.empty()) {
    const auto free = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
      return std::none_of(moves.begin(), moves.end(),
                          [&](const Move& other) { return other.from == own_register(move.to); });
    });
    if (free != moves.end()) {
      move(own_register(free->to), free->from, is_number(free->to));
      moves.erase(free);
      continue;
    }
    const Value needed = moves.front().to;
    const Register kept = is_number(needed) ? new_number() : new_integer();
    move(kept, own_register(needed), is_number(needed));
    for (Move& move : moves)
      if (move.from == own_register(needed)) move.from = kept;
  }
}

void CodeWriter::call(const Instruction& instruction, const Register& to) {
  const int operands = info(instruction.op).operands;
  call(function_of(instruction.op), {instruction.operand, instruction.operand + operands}, to);
}

void CodeWriter::call(std::uint64_t address, const std::vector<Value>& arguments, const Register& to) {
  lacks_function_ = lacks_function_ || address == 0;
  const auto type = [](bool is_number) {
    return is_number ? asmjit::TypeId::kFloat64 : asmjit::TypeId::kInt64;
  };
  std::vector<Register> registers;
  asmjit::FuncSignatureBuilder signature;
  signature.setRet(type(is_number(arguments.front())));  // no function goes between the types
  for (const Value argument : arguments) {
    registers.push_back(register_with(argument));
    signature.addArg(type(is_number(argument)));
  }
  asmjit::InvokeNode* node = invoke(address, signature);
  if (!node) return;  // the error is noted
  for (std::size_t i = 0; i < registers.size(); ++i) node->setArg(i, registers[i]);
  node->setRet(0, to);
}

void CodeWriter::write_power(const Instruction& instruction, const Register& to) {
  const Value a = instruction.operand[0], b = instruction.operand[1];
  if (at(b).op != Op::number) return call(instruction, to);
  const double exponent = at(b).payload.number;
  if (exponent == 2) write_square(a, to);
  else if (exponent == 1.5 && functions_.three_halves != 0) call(functions_.three_halves, {a}, to);
  else call(function_of(Op::pow), {a, b}, to);
}

}  // namespace perilune::ir

#endif
