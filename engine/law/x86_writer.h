#pragma once

#ifdef PERILUNE_ASMJIT

#include <asmjit/x86.h>

#include <cstdint>

#include "engine/law/code_writer.h"

namespace perilune::ir {

namespace x86 = asmjit::x86;
namespace Inst = x86::Inst;

// x86-64 with SSE2: inputs and constants are operands in memory.
class X86Writer final : public CodeWriter {
 public:
  X86Writer(const Routine& routine, const CalledFunctions& functions, x86::Compiler& compiler)
      : CodeWriter(routine, functions, compiler), cc_(compiler) {}

 private:
  using InstId = asmjit::InstId;

  // x86_operands.cpp: registers, memory, calls
  Register new_number() override { return cc_.newXmmSd(); }
  Register new_integer() override { return cc_.newInt64(); }
  Operand input(const Register& inputs, std::int64_t index) override;
  Operand number_constant(double x) override;
  Operand integer_constant(std::int64_t i) override;
  void move_number(const Register& to, const Operand& from) override;
  void move_integer(const Register& to, const Operand& from) override;
  void store_number(const Register& outputs, std::size_t index, const Register& from) override;
  std::uint32_t saved_anyway() const override { return 1U << x86::Gp::kIdSp; }
  asmjit::InvokeNode* invoke(std::uint64_t address, const asmjit::FuncSignature& signature) override;
  x86::Xmm number_in(Value value) { return register_with(value).as<x86::Xmm>(); }
  x86::Gp integer_in(Value value) { return register_with(value).as<x86::Gp>(); }

  // x86_arithmetic.cpp
  void write_operation(const Instruction& instruction, const Register& to) override;
  void write_number_operation(const Instruction& instruction, const x86::Xmm& to);
  void write_pair(InstId operation, Value a, Value b, const Register& to);
  void write_square(Value a, const Register& to) override;
  void write_with_mask(InstId operation, Value a, std::uint64_t mask, const x86::Xmm& to);
  void write_rounded(const Instruction& instruction, const x86::Xmm& to);
  void write_integer_operation(const Instruction& instruction, const x86::Gp& to);
  void write_to_number(const Instruction& instruction, const x86::Xmm& to);
  void write_to_integer(const Instruction& instruction, const x86::Gp& to);

  // x86_comparison.cpp: comparisons, jumps, select
  void compare(Op condition, Value a, Value b) override;
  void jump(const Label& to) override { cc_.jmp(to); }
  void jump_if(Op condition, const Label& to) override;
  void jump_unless(Op condition, const Label& to) override;
  void jump_while_left(const Register& count, const Label& to) override;
  void write_comparison(const Instruction& instruction, const x86::Gp& to);
  void write_select(const Instruction& instruction, const Register& to) override;
  void write_select_by_mask(const Instruction& instruction, const x86::Xmm& to);
  bool is_zero(Value value) const;

  x86::Compiler& cc_;
  const bool rounds_ = asmjit::CpuInfo::host().hasFeature(asmjit::CpuFeatures::X86::kSSE4_1);
};

}  // namespace perilune::ir

#endif
