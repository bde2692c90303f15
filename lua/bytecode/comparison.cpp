#include <cmath>
#include <limits>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {
namespace {

// The nearest floats at or around an integer.
struct Neighbours {
  double below, above;
};

Neighbours neighbours_of(std::int64_t integer) {
  const double nearest = static_cast<double>(integer);
  if (nearest >= 0x1p63)
    return {std::nextafter(nearest, 0.0), nearest};  // the nearest to the largest integer
  const auto back = static_cast<std::int64_t>(nearest);
  if (back == integer) return {nearest, nearest};
  const double infinity = std::numeric_limits<double>::infinity();
  return back < integer ? Neighbours{nearest, std::nextafter(nearest, infinity)}
                        : Neighbours{std::nextafter(nearest, -infinity), nearest};
}

}  // namespace

// Tests are followed by a jump; they skip it unless they come out as expected.
void Translator::decide(bool take_jump) { frame().pc += take_jump ? 1 : 2; }

void Translator::compare(Order order, AbstractValue a, AbstractValue b, bool expected) {
  if (order == Order::equal && !(a.is_numeric() && b.is_numeric())) return compare_equal(a, b, expected);
  for (const AbstractValue* operand : {&a, &b})
    if (!operand->is_numeric()) refuse("compares " + describe(*operand));
  const bool integers = a.is_integer() && b.is_integer();
  // No float lies between an integer and its neighbours, so x < i where x ≤ the one below.
  for (AbstractValue* operand : {&a, &b}) {
    if (integers || operand->kind != Kind::integer_constant) continue;
    const Neighbours near = neighbours_of(operand->integer);
    if (near.below != near.above && order == Order::equal) return decide(!expected);
    if (near.below != near.above) order = Order::less_equal;
    *operand = number_value(operand == &a ? near.above : near.below);
  }
  if (!integers) demand_exact(a), demand_exact(b);
  const ir::Op number_ops[] = {ir::Op::less, ir::Op::less_equal, ir::Op::equal};
  const ir::Op integer_ops[] = {ir::Op::integer_less, ir::Op::integer_less_equal, ir::Op::integer_equal};
  const ir::Op op = (integers ? integer_ops : number_ops)[static_cast<int>(order)];
  const ir::Value first = integers ? as_integer(a) : as_number(a);
  const ir::Value second = integers ? as_integer(b) : as_number(b);
  if (a.is_constant_number() && b.is_constant_number()) {
    ir::Word x, y;
    if (integers) x.integer = a.integer, y.integer = b.integer;
    else
      x.number = routine_.instructions[static_cast<std::size_t>(first)].payload.number,
      y.number = routine_.instructions[static_cast<std::size_t>(second)].payload.number;
    return decide((ir::apply(op, x, y, {}).integer != 0) == expected);
  }
  const int pc = frame().pc;
  branch(op, first, second, expected ? pc + 1 : pc + 2, expected ? pc + 2 : pc + 1);
}

// Of which at least one is no number.
void Translator::compare_equal(const AbstractValue& a, const AbstractValue& b, bool expected) {
  const auto is_string = [](const AbstractValue& x) {
    return x.kind == Kind::string || x.kind == Kind::text;
  };
  const auto is_table = [](const AbstractValue& x) {
    return x.kind == Kind::table || x.kind == Kind::object;
  };
  bool equal = false;
  if (is_string(a) && is_string(b)) {
    if (a.kind == Kind::text || b.kind == Kind::text) refuse("compares strings");
    equal = a.id == b.id;
  } else if (is_table(a) && is_table(b)) {
    equal = a.kind == b.kind && a.id == b.id;
    for (const AbstractValue* table : {&a, &b}) {
      if (table->kind != Kind::object) continue;
      const Object& object = state_.objects[static_cast<std::size_t>(table->id)];
      if (object.is_chosen || (object.metatable >= 0 && !equal)) refuse("compares tables");
    }
    if (!equal && a.kind == Kind::table && b.kind == Kind::table) refuse("compares tables");
  } else if (a.kind == b.kind) {
    equal = (a.kind != Kind::function && !a.is_object()) || a.id == b.id;
  }
  decide(equal == expected);
}

}  // namespace perilune::bytecode
