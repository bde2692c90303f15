#include "lua/bytecode/translator.h"

namespace perilune::bytecode {
namespace {

using Kind = AbstractValue::Kind;
constexpr double largest_exact = 0x1p53;  // integers up to here are exact as numbers

ir::Word word_of(const AbstractValue& a) {
  ir::Word word;
  if (a.kind == Kind::number_constant) word.number = a.number;
  else word.integer = a.integer;
  return word;
}

// A constant as the float that arithmetic makes of it.
AbstractValue as_float(const AbstractValue& a) {
  return a.kind == Kind::integer_constant ? number_value(static_cast<double>(a.integer)) : a;
}

}  // namespace

ir::Value Translator::as_number(const AbstractValue& a) {
  switch (a.kind) {
    case Kind::number_constant: return ir::add_number(routine_, a.number);
    case Kind::integer_constant: return ir::add_number(routine_, static_cast<double>(a.integer));
    case Kind::integer: return emit(ir::Op::to_number, a.value);
    case Kind::number:
    case Kind::mixed: return a.value;
    default: refuse("arithmetic on " + describe(a));
  }
}

ir::Value Translator::as_integer(const AbstractValue& a) {
  if (a.kind == Kind::integer_constant) return ir::add_integer(routine_, a.integer);
  if (a.kind == Kind::integer) return a.value;
  refuse("an integer out of " + describe(a));
}

ir::Value Translator::flag_of(const AbstractValue& a) {
  return a.kind == Kind::mixed ? a.flag : ir::add_integer(routine_, a.is_integer() ? 1 : 0);
}

// Goes on twice from this instruction: as if the value had been an integer, and as if it had been a float.
void Translator::split(AbstractValue mixed) {
  const auto with = [&](const AbstractValue& by) {
    State state = state_;
    visit_values(state, [&](AbstractValue& value) {
      if (value.kind == Kind::mixed && value.value == mixed.value && value.flag == mixed.flag) value = by;
    });
    return state;
  };
  const ir::Value one = ir::add_integer(routine_, 1);
  State as_number = with(computed_number(mixed.value));
  if (mixed.candidates == 0) {
    State as_integer = with(computed_integer(emit(ir::Op::to_integer, mixed.value)));
    end_branch(ir::Op::integer_equal, mixed.flag, one, std::move(as_integer), std::move(as_number));
  }
  State as_first = with(integer_value(mixed.integer));
  if (mixed.candidates == 1)
    end_branch(ir::Op::integer_equal, mixed.flag, one, std::move(as_first), std::move(as_number));
  State as_other = with(integer_value(mixed.other));
  ir::End end;
  end.kind = ir::End::Kind::branch, end.condition = ir::Op::integer_equal, end.a = mixed.flag, end.b = one;
  end.to.block = add_block(), end.otherwise.block = add_block();
  waiting_.push_back({std::move(as_number), end.otherwise.block, false});
  const int whole = end.to.block;
  block().end = std::move(end);
  block_ = whole;
  end_branch(ir::Op::equal, mixed.value, ir::add_number(routine_, static_cast<double>(mixed.integer)),
             std::move(as_first), std::move(as_other));
}

// Integers and floats are compared as numbers, which is exact up to 2^53.
void Translator::demand_exact(const AbstractValue& a) {
  if (a.kind == Kind::integer_constant) {
    if (a.integer > std::int64_t{1} << 53 || a.integer < -(std::int64_t{1} << 53))
      refuse("compares a float with a large integer");
    return;
  }
  if (a.kind != Kind::integer) return;
  const ir::Value number = emit(ir::Op::to_number, a.value);
  demand(ir::Op::less, number, ir::add_number(routine_, largest_exact));
  demand(ir::Op::less, ir::add_number(routine_, -largest_exact), number);
}

AbstractValue Translator::number_of(ir::Op op, const AbstractValue& a) {
  if (a.is_constant_number()) return number_value(ir::apply(op, word_of(as_float(a)), {}, {}).number);
  return computed_number(emit(op, as_number(a)));
}

AbstractValue Translator::number_of(ir::Op op, const AbstractValue& a, const AbstractValue& b) {
  if (a.is_constant_number() && b.is_constant_number())
    return number_value(ir::apply(op, word_of(as_float(a)), word_of(as_float(b)), {}).number);
  const ir::Value first = as_number(a);
  return computed_number(emit(op, first, as_number(b)));
}

AbstractValue Translator::compute(Arithmetic operation, AbstractValue a, AbstractValue b) {
  for (const AbstractValue* operand : {&a, &b})
    if (!operand->is_numeric()) refuse("arithmetic on " + describe(*operand));
  const bool always_number = operation == Arithmetic::divide || operation == Arithmetic::power;
  if (!always_number && !a.is_float() && !b.is_float()) {
    if (a.kind == Kind::mixed) split(a);
    if (b.kind == Kind::mixed) split(b);
    return compute_integers(operation, a, b);
  }
  return compute_numbers(operation, a, b);
}

AbstractValue Translator::compute_integers(Arithmetic operation, const AbstractValue& a,
                                           const AbstractValue& b) {
  ir::Op op = ir::Op::integer_add;
  switch (operation) {
    case Arithmetic::subtract: op = ir::Op::integer_subtract; break;
    case Arithmetic::multiply: op = ir::Op::integer_multiply; break;
    case Arithmetic::modulo: op = ir::Op::integer_modulo; break;
    case Arithmetic::floor_divide: op = ir::Op::integer_floor_divide; break;
    default: break;
  }
  if (operation == Arithmetic::modulo || operation == Arithmetic::floor_divide) {
    if (b.kind == Kind::integer_constant && b.integer == 0) raise();
    if (b.kind == Kind::integer) {
      // Not zero: the interpreter raises the error.
      const ir::Value zero = ir::add_integer(routine_, 0), one = ir::add_integer(routine_, 1);
      const ir::Value is_zero = emit(ir::Op::integer_equal, b.value, zero);
      demand(ir::Op::integer_less, is_zero, one);
    }
  }
  if (a.is_constant_number() && b.is_constant_number())
    return integer_value(ir::apply(op, word_of(a), word_of(b), {}).integer);
  const ir::Value first = as_integer(a);
  return computed_integer(emit(op, first, as_integer(b)));
}

AbstractValue Translator::compute_numbers(Arithmetic operation, const AbstractValue& a,
                                          const AbstractValue& b) {
  switch (operation) {
    case Arithmetic::add: return number_of(ir::Op::add, a, b);
    case Arithmetic::subtract: return number_of(ir::Op::subtract, a, b);
    case Arithmetic::multiply: return number_of(ir::Op::multiply, a, b);
    case Arithmetic::divide: return number_of(ir::Op::divide, a, b);
    case Arithmetic::modulo: return number_of(ir::Op::modulo, a, b);
    case Arithmetic::floor_divide: return number_of(ir::Op::floor, number_of(ir::Op::divide, a, b));
    case Arithmetic::power: break;
  }
  // As the interpreter does: a square is a product.
  const bool square = b.is_constant_number() && as_float(b).number == 2;
  return square ? number_of(ir::Op::multiply, a, a) : number_of(ir::Op::power, a, b);
}

AbstractValue Translator::negated(const AbstractValue& a) {
  if (!a.is_numeric()) refuse("arithmetic on " + describe(a));
  if (a.kind == Kind::mixed) split(a);
  if (a.is_integer()) return compute_integers(Arithmetic::subtract, integer_value(0), a);
  return number_of(ir::Op::negate, a);
}

}  // namespace perilune::bytecode
