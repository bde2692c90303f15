#pragma once

#ifdef PERILUNE_ASMJIT

#include <asmjit/arm/a64assembler.h>
#include <asmjit/arm/a64compiler.h>

#include <cstdint>

#include "engine/law/code_writer.h"

namespace perilune::ir {

namespace a64 = asmjit::a64;

// AArch64 (Arm Architecture Reference Manual, DDI 0487, C6 and C7): what it computes with is in registers. Nothing is
// contracted to fused multiply-add. fmax and fmin choose otherwise than Op says where there are NaN or zeros of both
// signs, and fcvtzs saturates, so that these are made of comparisons.
class A64Writer final : public CodeWriter {
 public:
  A64Writer(const Routine& routine, const CalledFunctions& functions, a64::Compiler& compiler)
      : CodeWriter(routine, functions, compiler), cc_(compiler) {}

 private:
  using Condition = asmjit::arm::CondCode;

  // a64_operands.cpp: registers, memory, calls
  Register new_number() override { return cc_.newVecD(); }
  Register new_integer() override { return cc_.newInt64(); }
  Operand input(const Register& inputs, std::int64_t index) override;
  Operand number_constant(double x) override;
  Operand integer_constant(std::int64_t i) override { return asmjit::imm(i); }
  void move_number(const Register& to, const Operand& from) override;
  void move_integer(const Register& to, const Operand& from) override;
  void store_number(const Register& outputs, std::size_t index, const Register& from) override;
  // Every return names the link register, which is saved where there are calls.
  std::uint32_t saved_anyway() const override { return (1U << a64::Gp::kIdSp) | (1U << a64::Gp::kIdLr); }
  asmjit::InvokeNode* invoke(std::uint64_t address, const asmjit::FuncSignature& signature) override;
  a64::Vec number_in(Value value) { return register_with(value).as<a64::Vec>(); }
  a64::Gp integer_in(Value value) { return register_with(value).as<a64::Gp>(); }
  Operand integer_or_small(Value value);
  a64::Vec loaded(double x);

  // a64_arithmetic.cpp
  void write_operation(const Instruction& instruction, const Register& to) override;
  void write_number_operation(const Instruction& instruction, const a64::Vec& to);
  void write_square(Value a, const Register& to) override;
  void write_integer_operation(const Instruction& instruction, const a64::Gp& to);
  void write_floor_divide(Value a, Value b, const a64::Gp& to);
  void write_modulo(Value a, Value b, const a64::Gp& to);
  a64::Gp write_rest(const a64::Gp& quotient, const a64::Gp& a, const a64::Gp& b);
  void write_to_integer(const Instruction& instruction, const a64::Gp& to);

  // a64_comparison.cpp: comparisons, jumps, select
  void compare(Op condition, Value a, Value b) override;
  void jump(const Label& to) override { cc_.b(to); }
  void jump_if(Op condition, const Label& to) override;
  void jump_unless(Op condition, const Label& to) override;
  void jump_while_left(const Register& count, const Label& to) override;
  void write_comparison(const Instruction& instruction, const a64::Gp& to);
  void write_select(const Instruction& instruction, const Register& to) override;

  a64::Compiler& cc_;
};

}  // namespace perilune::ir

#endif
