#include "engine/law/x86_writer.h"

#ifdef PERILUNE_ASMJIT

#include <array>

namespace perilune::ir {

void X86Writer::write_operation(const Instruction& instruction, const Register& to) {
  if (is_comparison(instruction.op)) write_comparison(instruction, to.as<x86::Gp>());
  else if (instruction.op == Op::to_integer) write_to_integer(instruction, to.as<x86::Gp>());
  else if (info(instruction.op).result == Type::integer)
    write_integer_operation(instruction, to.as<x86::Gp>());
  else write_number_operation(instruction, to.as<x86::Xmm>());
}

void X86Writer::write_number_operation(const Instruction& instruction, const x86::Xmm& to) {
  const Value a = instruction.operand[0], b = instruction.operand[1];
  switch (instruction.op) {
    case Op::add: return write_pair(Inst::kIdAddsd, a, b, to);
    case Op::subtract: return write_pair(Inst::kIdSubsd, a, b, to);
    case Op::multiply: return write_pair(Inst::kIdMulsd, a, b, to);
    case Op::divide: return write_pair(Inst::kIdDivsd, a, b, to);
    // These return their second operand unless the first is truly less or greater.
    case Op::minimum: return write_pair(Inst::kIdMinsd, b, a, to);
    case Op::maximum: return write_pair(Inst::kIdMaxsd, b, a, to);
    case Op::power: return write_power(instruction, to);
    case Op::negate: return write_with_mask(Inst::kIdXorpd, a, std::uint64_t{1} << 63, to);
    case Op::absolute: return write_with_mask(Inst::kIdAndpd, a, ~(std::uint64_t{1} << 63), to);
    case Op::square_root: move_number(to, place_of(a)), cc_.sqrtsd(to, to); return;
    case Op::floor:
    case Op::ceiling: return write_rounded(instruction, to);
    case Op::to_number: return write_to_number(instruction, to);
    default: return call(instruction, to);
  }
}

void X86Writer::write_pair(InstId operation, Value a, Value b, const Register& to) {
  move_number(to, place_of(a));
  cc_.emit(operation, to, place_of(b));
}

void X86Writer::write_square(Value a, const Register& to) { write_pair(Inst::kIdMulsd, a, a, to); }

void X86Writer::write_with_mask(InstId operation, Value a, std::uint64_t mask, const x86::Xmm& to) {
  const std::array<std::uint64_t, 2> both = {mask, mask};  // such instructions read 16 bytes
  move_number(to, place_of(a));
  cc_.emit(operation, to, cc_.newConst(asmjit::ConstPoolScope::kLocal, both.data(), sizeof both));
}

void X86Writer::write_rounded(const Instruction& instruction, const x86::Xmm& to) {
  if (!rounds_) return call(instruction, to);
  move_number(to, place_of(instruction.operand[0]));
  cc_.roundsd(to, to, instruction.op == Op::floor ? 9 : 10);  // down, up; never inexact
}

void X86Writer::write_to_number(const Instruction& instruction, const x86::Xmm& to) {
  cc_.xorps(to, to);  // else it waits for what was there
  cc_.cvtsi2sd(to, integer_in(instruction.operand[0]));
}

void X86Writer::write_integer_operation(const Instruction& instruction, const x86::Gp& to) {
  const Value a = instruction.operand[0], b = instruction.operand[1];
  if (has_function(instruction.op)) return call(instruction, to);
  move_integer(to, place_of(a));
  switch (instruction.op) {
    case Op::integer_add: cc_.emit(Inst::kIdAdd, to, place_of(b)); break;
    case Op::integer_subtract: cc_.emit(Inst::kIdSub, to, place_of(b)); break;
    case Op::integer_multiply: cc_.imul(to, integer_in(b)); break;
    case Op::integer_and: cc_.emit(Inst::kIdAnd, to, place_of(b)); break;
    default: cc_.emit(Inst::kIdOr, to, place_of(b)); break;
  }
}

// The processor answers −2⁶³ to all that does not fit; one number means it.
void X86Writer::write_to_integer(const Instruction& instruction, const x86::Gp& to) {
  const Label done = cc_.newLabel();
  const x86::Xmm a = number_in(instruction.operand[0]);
  const x86::Gp zero = cc_.newInt64();
  cc_.xor_(zero, zero);
  cc_.cvttsd2si(to, a);
  cc_.cmp(to, 1);
  cc_.jno(done);  // −2⁶³ alone overflows
  cc_.emit(Inst::kIdUcomisd, a, number_constant(-0x1p63));
  cc_.cmovne(to, zero), cc_.cmovp(to, zero);
  cc_.bind(done);
}

}  // namespace perilune::ir

#endif
