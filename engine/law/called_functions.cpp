#include "engine/law/called_functions.h"

#include <cmath>

#include "engine/law/three_halves.h"

namespace perilune::ir {
namespace {

using OneNumber = double (*)(double);
using TwoNumbers = double (*)(double, double);
using TwoIntegers = std::int64_t (*)(std::int64_t, std::int64_t);

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

template <class Function>
std::uint64_t address_of(Function function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

std::uint64_t function_of_one(Op op) {
  const auto of = [](OneNumber function) { return address_of(function); };
  switch (op) {
    case Op::floor: return of(on_number<Op::floor>);
    case Op::ceiling: return of(on_number<Op::ceiling>);
    case Op::sin: return of(std::sin);
    case Op::cos: return of(std::cos);
    case Op::tan: return of(std::tan);
    case Op::asin: return of(std::asin);
    case Op::acos: return of(std::acos);
    case Op::exp: return of(std::exp);
    case Op::log: return of(std::log);
    case Op::log2: return of(std::log2);
    case Op::log10: return of(std::log10);
    case Op::sinh: return of(std::sinh);
    case Op::cosh: return of(std::cosh);
    case Op::tanh: return of(std::tanh);
    default: return 0;
  }
}

std::uint64_t function_of_two(Op op) {
  const auto of = [](TwoNumbers function) { return address_of(function); };
  const auto of_integers = [](TwoIntegers function) { return address_of(function); };
  switch (op) {
    case Op::modulo: return of(on_numbers<Op::modulo>);
    case Op::power: return of(on_numbers<Op::power>);
    case Op::pow: return of(std::pow);
    case Op::fmod: return of(std::fmod);
    case Op::atan2: return of(std::atan2);
    case Op::integer_floor_divide: return of_integers(on_integers<Op::integer_floor_divide>);
    case Op::integer_modulo: return of_integers(on_integers<Op::integer_modulo>);
    default: return 0;
  }
}

}  // namespace

CalledFunctions called_functions() {
  CalledFunctions functions;
  for (int i = 0; i < op_count; ++i) {
    const Op op = static_cast<Op>(i);
    functions.by_operation[static_cast<std::size_t>(i)] =
        info(op).operands == 1 ? function_of_one(op) : function_of_two(op);
  }
  if (has_quick_three_halves()) functions.three_halves = address_of(&power_three_halves);
  return functions;
}

}  // namespace perilune::ir
