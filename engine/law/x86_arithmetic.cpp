#include "engine/law/x86_writer.h"

#ifdef PERILUNE_ASMJIT

#include <array>
#include <cmath>

#include "engine/law/three_halves.h"

namespace perilune::ir {
namespace {

// Operations without an instruction of the processor.
template <Op op>
double on_number(double a) {
  Word word;
  word.number = a;
  return apply(op, word, {}, {}).number;
}

template <Op op>
double on_numbers(double a, double b) {
  Word first, second;
  first.number = a, second.number = b;
  return apply(op, first, second, {}).number;
}

template <Op op>
std::int64_t on_integers(std::int64_t a, std::int64_t b) {
  Word first, second;
  first.integer = a, second.integer = b;
  return apply(op, first, second, {}).integer;
}

// The functions that apply() calls, so that the bits are the same.
OneNumber function_of_one(Op op) {
  switch (op) {
    case Op::floor: return on_number<Op::floor>;
    case Op::ceiling: return on_number<Op::ceiling>;
    case Op::sin: return std::sin;
    case Op::cos: return std::cos;
    case Op::tan: return std::tan;
    case Op::asin: return std::asin;
    case Op::acos: return std::acos;
    case Op::exp: return std::exp;
    case Op::log: return std::log;
    case Op::log2: return std::log2;
    case Op::log10: return std::log10;
    case Op::sinh: return std::sinh;
    case Op::cosh: return std::cosh;
    case Op::tanh: return std::tanh;
    default: return nullptr;
  }
}

TwoNumbers function_of_two(Op op) {
  switch (op) {
    case Op::modulo: return on_numbers<Op::modulo>;
    case Op::pow: return std::pow;
    case Op::fmod: return std::fmod;
    case Op::atan2: return std::atan2;
    default: return nullptr;
  }
}

}  // namespace

void X86Writer::write_instruction(Value value) {
  const Instruction& instruction = at(value);
  if (is_comparison(instruction.op)) {
    if (needed_[value]) write_comparison(instruction, integers_[value]);
  } else if (instruction.op == Op::select) {
    write_select(instruction, numbers_[value]);
  } else if (instruction.op == Op::to_number) {
    cc_.xorps(numbers_[value], numbers_[value]);  // else it waits for what was there
    cc_.cvtsi2sd(numbers_[value], integer_in_register(instruction.operand[0]));
  } else if (instruction.op == Op::to_integer) {
    write_to_integer(instruction, integers_[value]);
  } else if (info(instruction.op).result == Type::integer) {
    write_integer_operation(instruction, integers_[value]);
  } else {
    write_number_operation(instruction, numbers_[value]);
  }
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
    case Op::power: return write_power(a, b, to);
    case Op::negate: return write_with_mask(Inst::kIdXorpd, a, std::uint64_t{1} << 63, to);
    case Op::absolute: return write_with_mask(Inst::kIdAndpd, a, ~(std::uint64_t{1} << 63), to);
    case Op::square_root: copy(to, number(a)), cc_.sqrtsd(to, to); return;
    case Op::floor:
    case Op::ceiling:
      if (!rounds_) break;
      copy(to, number(a));
      cc_.roundsd(to, to, instruction.op == Op::floor ? 9 : 10);  // down, up; never inexact
      return;
    default: break;
  }
  if (const TwoNumbers function = function_of_two(instruction.op)) call(function, a, b, to);
  else call(function_of_one(instruction.op), a, to);
}

void X86Writer::write_pair(asmjit::InstId operation, Value a, Value b, const x86::Xmm& to) {
  copy(to, number(a));
  cc_.emit(operation, to, number(b));
}

void X86Writer::write_with_mask(asmjit::InstId operation, Value a, std::uint64_t mask, const x86::Xmm& to) {
  const std::array<std::uint64_t, 2> both = {mask, mask};  // such instructions read 16 bytes
  copy(to, number(a));
  cc_.emit(operation, to, cc_.newConst(asmjit::ConstPoolScope::kLocal, both.data(), sizeof both));
}

void X86Writer::write_power(Value a, Value b, const x86::Xmm& to) {
  if (at(b).op == Op::number) {
    if (at(b).payload.number == 2) write_pair(Inst::kIdMulsd, a, a, to);
    else if (at(b).payload.number == 1.5 && has_quick_three_halves()) call(power_three_halves, a, to);
    else call(static_cast<TwoNumbers>(std::pow), a, b, to);
    return;
  }
  const asmjit::Label general = cc_.newLabel(), done = cc_.newLabel();
  cc_.ucomisd(number_in_register(b), number_in_memory(2));
  cc_.jne(general), cc_.jp(general);
  write_pair(Inst::kIdMulsd, a, a, to);
  cc_.jmp(done);
  cc_.bind(general);
  call(static_cast<TwoNumbers>(std::pow), a, b, to);
  cc_.bind(done);
}

void X86Writer::call(OneNumber function, Value a, const x86::Xmm& to) {
  const x86::Xmm argument = number_in_register(a);
  asmjit::InvokeNode* node = invoke(function);
  if (!node) return;  // the error is noted
  node->setArg(0, argument), node->setRet(0, to);
}

void X86Writer::call(TwoNumbers function, Value a, Value b, const x86::Xmm& to) {
  const x86::Xmm first = number_in_register(a), second = number_in_register(b);
  asmjit::InvokeNode* node = invoke(function);
  if (!node) return;
  node->setArg(0, first), node->setArg(1, second), node->setRet(0, to);
}

void X86Writer::write_integer_operation(const Instruction& instruction, const x86::Gp& to) {
  const Value a = instruction.operand[0], b = instruction.operand[1];
  switch (instruction.op) {
    case Op::integer_floor_divide: return call(on_integers<Op::integer_floor_divide>, a, b, to);
    case Op::integer_modulo: return call(on_integers<Op::integer_modulo>, a, b, to);
    default: break;
  }
  cc_.emit(Inst::kIdMov, to, integer(a));
  switch (instruction.op) {
    case Op::integer_add: cc_.emit(Inst::kIdAdd, to, integer(b)); break;
    case Op::integer_subtract: cc_.emit(Inst::kIdSub, to, integer(b)); break;
    case Op::integer_multiply: cc_.imul(to, integer_in_register(b)); break;
    case Op::integer_and: cc_.emit(Inst::kIdAnd, to, integer(b)); break;
    default: cc_.emit(Inst::kIdOr, to, integer(b)); break;
  }
}

void X86Writer::call(TwoIntegers function, Value a, Value b, const x86::Gp& to) {
  const x86::Gp first = integer_in_register(a), second = integer_in_register(b);
  asmjit::InvokeNode* node = invoke(function);
  if (!node) return;
  node->setArg(0, first), node->setArg(1, second), node->setRet(0, to);
}

// The processor answers −2⁶³ to all that does not fit; one number means it.
void X86Writer::write_to_integer(const Instruction& instruction, const x86::Gp& to) {
  const asmjit::Label done = cc_.newLabel();
  const x86::Xmm a = number_in_register(instruction.operand[0]);
  const x86::Gp zero = cc_.newInt64();
  cc_.xor_(zero, zero);
  cc_.cvttsd2si(to, a);
  cc_.cmp(to, 1);
  cc_.jno(done);  // −2⁶³ alone overflows
  cc_.ucomisd(a, number_in_memory(-0x1p63));
  cc_.cmovne(to, zero), cc_.cmovp(to, zero);
  cc_.bind(done);
}

}  // namespace perilune::ir

#endif
