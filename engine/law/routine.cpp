#include "engine/law/routine.h"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace perilune::ir {
namespace {

constexpr Type N = Type::number, I = Type::integer;

// In the order of Op.
constexpr OpInfo infos[] = {
    {"input", N, 0, {}},
    {"number", N, 0, {}},
    {"integer", I, 0, {}},
    {"number_parameter", N, 0, {}},
    {"integer_parameter", I, 0, {}},
    {"add", N, 2, {N, N}},
    {"subtract", N, 2, {N, N}},
    {"multiply", N, 2, {N, N}},
    {"divide", N, 2, {N, N}},
    {"modulo", N, 2, {N, N}},
    {"power", N, 2, {N, N}},
    {"pow", N, 2, {N, N}},
    {"fmod", N, 2, {N, N}},
    {"atan2", N, 2, {N, N}},
    {"minimum", N, 2, {N, N}},
    {"maximum", N, 2, {N, N}},
    {"negate", N, 1, {N}},
    {"absolute", N, 1, {N}},
    {"square_root", N, 1, {N}},
    {"floor", N, 1, {N}},
    {"ceiling", N, 1, {N}},
    {"sin", N, 1, {N}},
    {"cos", N, 1, {N}},
    {"tan", N, 1, {N}},
    {"asin", N, 1, {N}},
    {"acos", N, 1, {N}},
    {"exp", N, 1, {N}},
    {"log", N, 1, {N}},
    {"log2", N, 1, {N}},
    {"log10", N, 1, {N}},
    {"sinh", N, 1, {N}},
    {"cosh", N, 1, {N}},
    {"tanh", N, 1, {N}},
    {"to_number", N, 1, {I}},
    {"to_integer", I, 1, {N}},
    {"integer_add", I, 2, {I, I}},
    {"integer_subtract", I, 2, {I, I}},
    {"integer_multiply", I, 2, {I, I}},
    {"integer_floor_divide", I, 2, {I, I}},
    {"integer_modulo", I, 2, {I, I}},
    {"integer_and", I, 2, {I, I}},
    {"integer_or", I, 2, {I, I}},
    {"less", I, 2, {N, N}},
    {"less_equal", I, 2, {N, N}},
    {"equal", I, 2, {N, N}},
    {"integer_less", I, 2, {I, I}},
    {"integer_less_equal", I, 2, {I, I}},
    {"integer_equal", I, 2, {I, I}},
    {"select", N, 3, {I, N, N}},
};
static_assert(sizeof(infos) / sizeof(infos[0]) == op_count);

Word number(double x) {
  Word word;
  word.number = x;
  return word;
}

Word integer(std::int64_t i) {
  Word word;
  word.integer = i;
  return word;
}

// Unsigned arithmetic wraps around; signed overflow would be undefined.
Word wrapped(std::uint64_t i) { return integer(static_cast<std::int64_t>(i)); }

double modulo(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest > 0 ? b < 0 : (rest < 0 && b > 0)) rest += b;
  return rest;
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
  const std::int64_t quotient = a / b;
  return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
}

std::int64_t modulo(std::int64_t a, std::int64_t b) {
  if (b == 0 || b == -1) return 0;
  const std::int64_t rest = a % b;
  return rest != 0 && (rest ^ b) < 0 ? rest + b : rest;
}

std::int64_t truncate(double x) {
  return x >= -0x1p63 && x < 0x1p63 ? static_cast<std::int64_t>(x) : std::int64_t{0};
}

Word apply_to_numbers(Op op, double a, double b) {
  switch (op) {
    case Op::add: return number(a + b);
    case Op::subtract: return number(a - b);
    case Op::multiply: return number(a * b);
    case Op::divide: return number(a / b);
    case Op::modulo: return number(modulo(a, b));
    case Op::power: return number(b == 2 ? a * a : std::pow(a, b));
    case Op::pow: return number(std::pow(a, b));
    case Op::fmod: return number(std::fmod(a, b));
    case Op::atan2: return number(std::atan2(a, b));
    case Op::minimum: return number(b < a ? b : a);
    case Op::maximum: return number(a < b ? b : a);
    case Op::less: return integer(a < b);
    case Op::less_equal: return integer(a <= b);
    case Op::equal: return integer(a == b);
    default: throw std::logic_error("no operation on two numbers");
  }
}

Word apply_to_number(Op op, double a) {
  switch (op) {
    case Op::negate: return number(-a);
    case Op::absolute: return number(std::fabs(a));
    case Op::square_root: return number(std::sqrt(a));
    case Op::floor: return number(std::floor(a));
    case Op::ceiling: return number(std::ceil(a));
    case Op::sin: return number(std::sin(a));
    case Op::cos: return number(std::cos(a));
    case Op::tan: return number(std::tan(a));
    case Op::asin: return number(std::asin(a));
    case Op::acos: return number(std::acos(a));
    case Op::exp: return number(std::exp(a));
    case Op::log: return number(std::log(a));
    case Op::log2: return number(std::log2(a));
    case Op::log10: return number(std::log10(a));
    case Op::sinh: return number(std::sinh(a));
    case Op::cosh: return number(std::cosh(a));
    case Op::tanh: return number(std::tanh(a));
    case Op::to_integer: return integer(truncate(a));
    default: throw std::logic_error("no operation on a number");
  }
}

Word apply_to_integers(Op op, std::int64_t a, std::int64_t b) {
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  switch (op) {
    case Op::integer_add: return wrapped(ua + ub);
    case Op::integer_subtract: return wrapped(ua - ub);
    case Op::integer_multiply: return wrapped(ua * ub);
    case Op::integer_floor_divide: return integer(floor_divide(a, b));
    case Op::integer_modulo: return integer(modulo(a, b));
    case Op::integer_and: return wrapped(ua & ub);
    case Op::integer_or: return wrapped(ua | ub);
    case Op::integer_less: return integer(a < b);
    case Op::integer_less_equal: return integer(a <= b);
    case Op::integer_equal: return integer(a == b);
    default: throw std::logic_error("no operation on two integers");
  }
}

}  // namespace

const OpInfo& info(Op op) { return infos[static_cast<int>(op)]; }

Word apply(Op op, Word a, Word b, Word c) {
  if (op == Op::select) return a.integer != 0 ? b : c;
  if (op == Op::to_number) return number(static_cast<double>(a.integer));
  const OpInfo& form = info(op);
  if (form.operands == 1) return apply_to_number(op, a.number);
  return form.operand[0] == N ? apply_to_numbers(op, a.number, b.number)
                              : apply_to_integers(op, a.integer, b.integer);
}

Value add_instruction(Routine& routine, Op op, Value a, Value b, Value c) {
  Instruction instruction;
  instruction.op = op;
  instruction.operand[0] = a, instruction.operand[1] = b, instruction.operand[2] = c;
  routine.instructions.push_back(instruction);
  return static_cast<Value>(routine.instructions.size()) - 1;
}

Value add_number(Routine& routine, double x) {
  const Value value = add_instruction(routine, Op::number);
  routine.instructions[value].payload.number = x;
  return value;
}

namespace {

Value add_leaf(Routine& routine, Op op, std::int64_t payload) {
  const Value value = add_instruction(routine, op);
  routine.instructions[value].payload.integer = payload;
  return value;
}

}  // namespace

Value add_integer(Routine& routine, std::int64_t i) { return add_leaf(routine, Op::integer, i); }

Value add_input(Routine& routine, int index) { return add_leaf(routine, Op::input, index); }

Value add_parameter(Routine& routine, int block, Type type) {
  const Value value = add_leaf(routine, type == N ? Op::number_parameter : Op::integer_parameter, block);
  routine.blocks[block].parameters.push_back(value);
  return value;
}

}  // namespace perilune::ir
