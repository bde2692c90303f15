#include <algorithm>
#include <cmath>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {
namespace {

const std::map<std::string, ir::Op>& functions_of_one() {
  static const std::map<std::string, ir::Op> functions = {
      {"math.sqrt", ir::Op::square_root}, {"math.sin", ir::Op::sin},   {"math.cos", ir::Op::cos},
      {"math.tan", ir::Op::tan},          {"math.asin", ir::Op::asin}, {"math.acos", ir::Op::acos},
      {"math.exp", ir::Op::exp},          {"math.sinh", ir::Op::sinh}, {"math.cosh", ir::Op::cosh},
      {"math.tanh", ir::Op::tanh}};
  return functions;
}

}  // namespace

const AbstractValue& Translator::numeric(const Values& arguments, std::size_t i, const std::string& name) {
  if (i >= arguments.size() || !arguments[i].is_numeric())
    refuse("calls " + name + " with " +
           (i < arguments.size() ? describe(arguments[i]) : "too few arguments"));
  return arguments[i];
}

// The functions of the library that have no effects.
Translator::Values Translator::call_library(const std::string& name, const Values& arguments) {
  return name.rfind("math.", 0) == 0 ? call_math(name, arguments) : call_base(name, arguments);
}

// Each is what lmathlib.c does.
Translator::Values Translator::call_math(const std::string& name, const Values& arguments) {
  const auto argument = [&](std::size_t i) { return numeric(arguments, i, name); };
  const auto one = functions_of_one().find(name);
  if (one != functions_of_one().end()) return {number_of(one->second, argument(0))};
  if (name == "math.floor") return {rounded(ir::Op::floor, argument(0))};
  if (name == "math.ceil") return {rounded(ir::Op::ceiling, argument(0))};
  if (name == "math.pow") return {number_of(ir::Op::pow, argument(0), argument(1))};
  if (name == "math.max") return {extreme(true, arguments)};
  if (name == "math.min") return {extreme(false, arguments)};
  if (name == "math.log") return {logarithm(arguments)};
  if (name == "math.deg") return {number_of(ir::Op::multiply, argument(0), number_value(180.0 / M_PI))};
  if (name == "math.rad") return {number_of(ir::Op::multiply, argument(0), number_value(M_PI / 180.0))};
  if (name == "math.atan") {
    const bool has_x = arguments.size() > 1 && arguments[1].kind != Kind::nil;
    return {number_of(ir::Op::atan2, argument(0), has_x ? argument(1) : number_value(1))};
  }
  if (name == "math.abs") {
    const AbstractValue x = argument(0);
    if (x.kind == Kind::mixed) split(x);
    if (!x.is_integer()) return {number_of(ir::Op::absolute, x)};
    if (x.kind == Kind::integer_constant)
      return {x.integer < 0 ? compute_integers(Arithmetic::subtract, integer_value(0), x) : x};
    // x (1 − 2 (x < 0)), which wraps around as the interpreter's does
    const ir::Value is_negative = emit(ir::Op::integer_less, x.value, ir::add_integer(routine_, 0));
    const ir::Value twice = emit(ir::Op::integer_multiply, is_negative, ir::add_integer(routine_, 2));
    const ir::Value sign = emit(ir::Op::integer_subtract, ir::add_integer(routine_, 1), twice);
    return {computed_integer(emit(ir::Op::integer_multiply, x.value, sign))};
  }
  if (name == "math.fmod") {
    const AbstractValue x = argument(0), y = argument(1);
    if (!x.is_float() && !y.is_float()) refuse("calls math.fmod with integers");
    return {number_of(ir::Op::fmod, x, y)};
  }
  refuse("calls " + name);
}

// One of the arguments, an integer if that one is: the value is chosen as a float, exact as long as the integers are.
AbstractValue Translator::extreme(bool largest, const Values& arguments) {
  const std::string name = largest ? "math.max" : "math.min";
  AbstractValue best = numeric(arguments, 0, name);
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const AbstractValue& next = numeric(arguments, i, name);
    if (best.is_constant_number() && next.is_constant_number() && best.kind == next.kind) {
      const bool less = best.is_integer()
                            ? (largest ? best.integer < next.integer : next.integer < best.integer)
                            : (largest ? best.number < next.number : next.number < best.number);
      if (less) best = next;
      continue;
    }
    if (best.is_float() && next.is_float()) {
      best = number_of(largest ? ir::Op::maximum : ir::Op::minimum, best, next);
      continue;
    }
    demand_exact(best), demand_exact(next);
    const ir::Value a = as_number(best), b = as_number(next);
    const ir::Value chosen = emit(largest ? ir::Op::maximum : ir::Op::minimum, a, b);
    const ir::Value is_next = largest ? emit(ir::Op::less, a, b) : emit(ir::Op::less, b, a);
    const ir::Value is_best = emit(ir::Op::integer_equal, is_next, ir::add_integer(routine_, 0));
    const ir::Value flag = emit(ir::Op::integer_or, emit(ir::Op::integer_and, flag_of(best), is_best),
                                emit(ir::Op::integer_and, flag_of(next), is_next));
    AbstractValue either = mixed_value(chosen, flag);
    set_candidates(either, best, next);
    best = either;
  }
  return best;
}

// The nearest integer below or above; a float where no integer is so large. An integer has no −0.
AbstractValue Translator::rounded(ir::Op op, const AbstractValue& x) {
  if (x.is_integer()) return x;
  if (x.kind == Kind::number_constant) {
    const double whole = op == ir::Op::floor ? std::floor(x.number) : std::ceil(x.number);
    if (whole >= -0x1p63 && whole < 0x1p63) return integer_value(static_cast<std::int64_t>(whole));
    return number_value(whole);
  }
  const ir::Value whole = emit(ir::Op::add, emit(op, x.value), ir::add_number(routine_, 0));
  const ir::Value above = emit(ir::Op::less_equal, ir::add_number(routine_, -0x1p63), whole);
  const ir::Value below = emit(ir::Op::less, whole, ir::add_number(routine_, 0x1p63));
  return mixed_value(whole, emit(ir::Op::integer_and, above, below));
}

AbstractValue Translator::logarithm(const Values& arguments) {
  const AbstractValue x = numeric(arguments, 0, "math.log");
  if (arguments.size() < 2 || arguments[1].kind == Kind::nil) return number_of(ir::Op::log, x);
  const AbstractValue base = numeric(arguments, 1, "math.log");
  if (!base.is_constant_number()) refuse("calls math.log with a base that is only known when it runs");
  const double b = base.is_integer() ? static_cast<double>(base.integer) : base.number;
  if (b == 2) return number_of(ir::Op::log2, x);
  if (b == 10) return number_of(ir::Op::log10, x);
  const AbstractValue numerator = number_of(ir::Op::log, x);
  return number_of(ir::Op::divide, numerator, number_of(ir::Op::log, base));
}

}  // namespace perilune::bytecode
