#pragma once

#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/law/routine.h"

namespace perilune::ir::testing {

// A routine in 80-bit numbers, by the definitions of routine.h alone: what derivatives are compared with. Empty
// where it gives up.
class LongDouble {
 public:
  static std::vector<long double> evaluate(const Routine& routine, const std::vector<long double>& inputs) {
    return LongDouble(routine, inputs).run();
  }

  // The largest number on the way: where it is 1e19, differences of less than 1 are lost. NaN counts as infinite.
  static long double largest(const Routine& routine, const std::vector<long double>& inputs) {
    LongDouble machine(routine, inputs);
    machine.run();
    return machine.largest_;
  }

 private:
  LongDouble(const Routine& routine, const std::vector<long double>& inputs)
      : routine_(routine), numbers_(routine.instructions.size()), integers_(routine.instructions.size()) {
    for (std::size_t i = 0; i < routine.instructions.size(); ++i) {
      const Instruction& leaf = routine.instructions[i];
      if (leaf.op == Op::number) numbers_[i] = leaf.payload.number;
      if (leaf.op == Op::integer) integers_[i] = leaf.payload.integer;
      if (leaf.op == Op::input) numbers_[i] = inputs[static_cast<std::size_t>(leaf.payload.integer)];
    }
  }

  std::vector<long double> run() {
    for (int block = 0;;) {
      for (const Value value : routine_.blocks[block].body) compute(value);
      const End& end = routine_.blocks[block].end;
      if (end.kind == End::Kind::give_up) return {};
      if (end.kind == End::Kind::leave) {
        std::vector<long double> results;
        for (const Value value : end.results) results.push_back(numbers_[value]);
        return results;
      }
      const bool straight = end.kind == End::Kind::jump || holds(end.condition, end.a, end.b);
      block = go(straight ? end.to : end.otherwise);
    }
  }

  int go(const Edge& edge) {
    const std::vector<Value>& parameters = routine_.blocks[edge.block].parameters;
    kept_.clear();
    for (const Value argument : edge.arguments) kept_.emplace_back(numbers_[argument], integers_[argument]);
    for (std::size_t i = 0; i < parameters.size(); ++i)
      std::tie(numbers_[parameters[i]], integers_[parameters[i]]) = kept_[i];
    return edge.block;
  }

  bool holds(Op op, Value a, Value b) const {
    switch (op) {
      case Op::less: return numbers_[a] < numbers_[b];
      case Op::less_equal: return numbers_[a] <= numbers_[b];
      case Op::equal: return numbers_[a] == numbers_[b];
      default: {
        Word x, y;
        x.integer = integers_[a], y.integer = integers_[b];
        return apply(op, x, y, {}).integer != 0;
      }
    }
  }

  void compute(Value value) {
    const Instruction& instruction = routine_.instructions[value];
    const Op op = instruction.op;
    const Value a = instruction.operand[0], b = instruction.operand[1], c = instruction.operand[2];
    if (is_comparison(op)) {
      integers_[value] = holds(op, a, b);
    } else if (op == Op::to_integer) {
      const bool fits = numbers_[a] >= -0x1p63L && numbers_[a] < 0x1p63L;
      integers_[value] = fits ? static_cast<std::int64_t>(numbers_[a]) : 0;
    } else if (info(op).result == Type::integer) {
      Word x, y;
      x.integer = integers_[a], y.integer = integers_[b];
      integers_[value] = apply(op, x, y, {}).integer;
    } else if (op == Op::to_number) {
      numbers_[value] = static_cast<long double>(integers_[a]);
    } else if (op == Op::select) {
      numbers_[value] = integers_[a] != 0 ? numbers_[b] : numbers_[c];
    } else {
      numbers_[value] = compute(op, numbers_[a], info(op).operands > 1 ? numbers_[b] : 0);
      const long double size = std::fabs(numbers_[value]);
      if (!(size <= largest_)) largest_ = std::isnan(size) ? HUGE_VALL : size;
    }
  }

  static long double compute(Op op, long double a, long double b) {
    switch (op) {
      case Op::add: return a + b;
      case Op::subtract: return a - b;
      case Op::multiply: return a * b;
      case Op::divide: return a / b;
      case Op::modulo: {
        const long double rest = std::fmod(a, b);
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
      }
      case Op::power:
      case Op::pow: return std::pow(a, b);
      case Op::fmod: return std::fmod(a, b);
      case Op::atan2: return std::atan2(a, b);
      case Op::minimum: return b < a ? b : a;
      case Op::maximum: return a < b ? b : a;
      case Op::negate: return -a;
      case Op::absolute: return std::fabs(a);
      case Op::square_root: return std::sqrt(a);
      case Op::floor: return std::floor(a);
      case Op::ceiling: return std::ceil(a);
      case Op::sin: return std::sin(a);
      case Op::cos: return std::cos(a);
      case Op::tan: return std::tan(a);
      case Op::asin: return std::asin(a);
      case Op::acos: return std::acos(a);
      case Op::exp: return std::exp(a);
      case Op::log: return std::log(a);
      case Op::log2: return std::log2(a);
      case Op::log10: return std::log10(a);
      case Op::sinh: return std::sinh(a);
      case Op::cosh: return std::cosh(a);
      default: return std::tanh(a);
    }
  }

  const Routine& routine_;
  std::vector<long double> numbers_;
  std::vector<std::int64_t> integers_;
  std::vector<std::pair<long double, std::int64_t>> kept_;  // on the way to another block
  long double largest_ = 0;
};

}  // namespace perilune::ir::testing
