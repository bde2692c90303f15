#include "engine/law/a64_writer.h"

#ifdef PERILUNE_ASMJIT

namespace perilune::ir {

void A64Writer::write_operation(const Instruction& instruction, const Register& to) {
  if (is_comparison(instruction.op)) write_comparison(instruction, to.as<a64::Gp>());
  else if (instruction.op == Op::to_integer) write_to_integer(instruction, to.as<a64::Gp>());
  else if (instruction.op == Op::to_number) cc_.scvtf(to.as<a64::Vec>(), integer_in(instruction.operand[0]));
  else if (info(instruction.op).result == Type::integer)
    write_integer_operation(instruction, to.as<a64::Gp>());
  else write_number_operation(instruction, to.as<a64::Vec>());
}

void A64Writer::write_number_operation(const Instruction& instruction, const a64::Vec& to) {
  const auto operand = [&](int k) { return number_in(instruction.operand[k]); };
  switch (instruction.op) {
    case Op::add: cc_.fadd(to, operand(0), operand(1)); break;
    case Op::subtract: cc_.fsub(to, operand(0), operand(1)); break;
    case Op::multiply: cc_.fmul(to, operand(0), operand(1)); break;
    case Op::divide: cc_.fdiv(to, operand(0), operand(1)); break;
    case Op::minimum:
    case Op::maximum: {  // b where b < a or a < b, else a
      const a64::Vec a = operand(0), b = operand(1);
      if (instruction.op == Op::minimum) cc_.fcmp(b, a);
      else cc_.fcmp(a, b);
      cc_.fcsel(to, b, a, asmjit::imm(Condition::kMI));
      break;
    }
    case Op::power: write_power(instruction, to); break;
    case Op::negate: cc_.fneg(to, operand(0)); break;
    case Op::absolute: cc_.fabs(to, operand(0)); break;
    case Op::square_root: cc_.fsqrt(to, operand(0)); break;
    case Op::floor: cc_.frintm(to, operand(0)); break;
    case Op::ceiling: cc_.frintp(to, operand(0)); break;
    default: call(instruction, to); break;
  }
}

void A64Writer::write_square(Value a, const Register& to) {
  const a64::Vec number = number_in(a);
  cc_.fmul(to.as<a64::Vec>(), number, number);
}

void A64Writer::write_integer_operation(const Instruction& instruction, const a64::Gp& to) {
  const Value a = instruction.operand[0], b = instruction.operand[1];
  switch (instruction.op) {
    case Op::integer_floor_divide: write_floor_divide(a, b, to); break;
    case Op::integer_modulo: write_modulo(a, b, to); break;
    case Op::integer_add: cc_.emit(a64::Inst::kIdAdd, to, integer_in(a), integer_or_small(b)); break;
    case Op::integer_subtract: cc_.emit(a64::Inst::kIdSub, to, integer_in(a), integer_or_small(b)); break;
    case Op::integer_multiply: cc_.mul(to, integer_in(a), integer_in(b)); break;
    case Op::integer_and: cc_.and_(to, integer_in(a), integer_in(b)); break;
    default: cc_.orr(to, integer_in(a), integer_in(b)); break;
  }
}

// sdiv rounds towards 0, never traps, and gives −2⁶³/−1 = −2⁶³ and a/0 = 0, as Op says.
void A64Writer::write_floor_divide(Value a, Value b, const a64::Gp& to) {
  const a64::Gp dividend = integer_in(a), divisor = integer_in(b), quotient = cc_.newInt64();
  cc_.sdiv(quotient, dividend, divisor);
  write_rest(quotient, dividend, divisor);
  const a64::Gp excess = cc_.newInt64();
  cc_.cset(excess, asmjit::imm(Condition::kLT));
  cc_.sub(to, quotient, excess);
}

void A64Writer::write_modulo(Value a, Value b, const a64::Gp& to) {
  const a64::Gp dividend = integer_in(a), divisor = integer_in(b), quotient = cc_.newInt64();
  cc_.sdiv(quotient, dividend, divisor);
  const a64::Gp rest = write_rest(quotient, dividend, divisor), added = cc_.newInt64();
  cc_.csel(added, divisor, a64::xzr, asmjit::imm(Condition::kLT));
  cc_.add(to, rest, added);
}

// What a division towards 0 leaves over, 0 if by 0. The flags say LT where its sign differs from the divisor's.
a64::Gp A64Writer::write_rest(const a64::Gp& quotient, const a64::Gp& a, const a64::Gp& b) {
  constexpr std::uint32_t zero_flag = 4, no_flag = 0;
  const a64::Gp rest = cc_.newInt64(), signs = cc_.newInt64();
  cc_.msub(rest, quotient, b, a);
  cc_.eor(signs, rest, b);
  cc_.cmp(b, 0);
  cc_.csel(rest, rest, a64::xzr, asmjit::imm(Condition::kNE));
  cc_.ccmp(rest, 0, zero_flag, asmjit::imm(Condition::kNE));
  cc_.ccmp(signs, 0, no_flag, asmjit::imm(Condition::kNE));
  return rest;
}

// fcvtzs answers the nearest integer to what does not fit: −2⁶³ ≤ a < 2⁶³ is asked for. A NaN is not below 2⁶³, and
// then the flags are those of "less".
void A64Writer::write_to_integer(const Instruction& instruction, const a64::Gp& to) {
  constexpr std::uint32_t negative_flag = 8;
  const a64::Vec a = number_in(instruction.operand[0]), least = loaded(-0x1p63), beyond = loaded(0x1p63);
  const a64::Gp integer = cc_.newInt64();
  cc_.fcvtzs(integer, a);
  cc_.fcmp(a, beyond);
  cc_.fccmp(a, least, negative_flag, asmjit::imm(Condition::kMI));
  cc_.csel(to, integer, a64::xzr, asmjit::imm(Condition::kGE));
}

}  // namespace perilune::ir

#endif
