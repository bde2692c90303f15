#include "engine/law/x86_writer.h"

#ifdef PERILUNE_ASMJIT

#include "engine/law/write_code.h"

namespace perilune::ir {

bool write_x86(const Routine& routine, const CalledFunctions& functions, asmjit::CodeHolder& code) {
  return CodeWriter::write<X86Writer, x86::Compiler, x86::Assembler>(routine, functions, code);
}

CodeWriter::Operand X86Writer::input(const Register& inputs, std::int64_t index) {
  return x86::qword_ptr(inputs.as<x86::Gp>(), static_cast<std::int32_t>(8 * index));
}

CodeWriter::Operand X86Writer::number_constant(double x) {
  return cc_.newDoubleConst(asmjit::ConstPoolScope::kLocal, x);
}

// As far as it fits into an instruction.
CodeWriter::Operand X86Writer::integer_constant(std::int64_t i) {
  if (i == static_cast<std::int32_t>(i)) return asmjit::imm(i);
  return cc_.newInt64Const(asmjit::ConstPoolScope::kLocal, i);
}

void X86Writer::move_number(const Register& to, const Operand& from) {
  cc_.emit(from.isReg() ? Inst::kIdMovaps : Inst::kIdMovsd, to, from);
}

void X86Writer::move_integer(const Register& to, const Operand& from) { cc_.emit(Inst::kIdMov, to, from); }

void X86Writer::store_number(const Register& outputs, std::size_t index, const Register& from) {
  cc_.movsd(x86::qword_ptr(outputs.as<x86::Gp>(), static_cast<std::int32_t>(8 * index)), from.as<x86::Xmm>());
}

asmjit::InvokeNode* X86Writer::invoke(std::uint64_t address, const asmjit::FuncSignature& signature) {
  asmjit::InvokeNode* node = nullptr;
  cc_.invoke(&node, address, signature);
  return node;
}

}  // namespace perilune::ir

#endif
