#include "engine/law/a64_writer.h"

#ifdef PERILUNE_ASMJIT

#include "engine/law/write_code.h"

namespace perilune::ir {

bool write_a64(const Routine& routine, const CalledFunctions& functions, asmjit::CodeHolder& code) {
  return CodeWriter::write<A64Writer, a64::Compiler, a64::Assembler>(routine, functions, code);
}

CodeWriter::Operand A64Writer::input(const Register& inputs, std::int64_t index) {
  return a64::ptr(inputs.as<a64::Gp>(), static_cast<std::int32_t>(8 * index));
}

CodeWriter::Operand A64Writer::number_constant(double x) {
  return cc_.newDoubleConst(asmjit::ConstPoolScope::kLocal, x);
}

void A64Writer::move_number(const Register& to, const Operand& from) {
  if (from.isReg()) cc_.fmov(to.as<a64::Vec>(), from.as<a64::Vec>());
  else cc_.ldr(to.as<a64::Vec>(), from.as<a64::Mem>());
}

void A64Writer::move_integer(const Register& to, const Operand& from) {
  cc_.emit(a64::Inst::kIdMov, to, from);  // from a register, or any constant
}

void A64Writer::store_number(const Register& outputs, std::size_t index, const Register& from) {
  cc_.str(from.as<a64::Vec>(), a64::ptr(outputs.as<a64::Gp>(), static_cast<std::int32_t>(8 * index)));
}

asmjit::InvokeNode* A64Writer::invoke(std::uint64_t address, const asmjit::FuncSignature& signature) {
  const a64::Gp target = cc_.newInt64();
  cc_.mov(target, address);
  asmjit::InvokeNode* node = nullptr;
  cc_.invoke(&node, target, signature);
  return node;
}

// A constant below 2¹² fits into sums and comparisons.
CodeWriter::Operand A64Writer::integer_or_small(Value value) {
  const Instruction& instruction = at(value);
  const std::int64_t i = instruction.payload.integer;
  return instruction.op == Op::integer && i >= 0 && i < 4096 ? place_of(value) : Operand(integer_in(value));
}

a64::Vec A64Writer::loaded(double x) {
  const a64::Vec to = cc_.newVecD();
  move_number(to, number_constant(x));
  return to;
}

}  // namespace perilune::ir

#endif
