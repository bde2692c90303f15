#include "engine/law/differentiate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/law/dominators.h"
#include "engine/law/simplify.h"

namespace perilune::ir {
namespace {

// Whether the result moves when that operand does.
bool is_smooth_in(Op op, int operand) {
  if (op == Op::select) return operand > 0;
  return op != Op::floor && op != Op::ceiling && info(op).operand[operand] == Type::number &&
         info(op).result == Type::number;
}

class Differentiator {
 public:
  Differentiator(const Routine& routine, const std::vector<Direction>& directions)
      : source_(routine), directions_(directions), result_(routine) {
    rates_.assign(directions.size(), std::vector<Value>(routine.instructions.size(), none));
    moves_.assign(directions.size(), std::vector<char>(routine.instructions.size()));
  }

  Routine run() {
    zero_ = add_number(result_, 0), one_ = add_number(result_, 1);
    for (std::size_t d = 0; d < directions_.size(); ++d) start_direction(d);
    const std::vector<int> order = reverse_postorder(source_);
    for (bool changed = true; changed;) {
      changed = false;
      for (const int block : order) changed = spread(source_.blocks[block]) || changed;
    }
    for (const int block : order) add_parameters(block);
    for (const int block : order) write_block(block);
    result_.outputs *= 1 + static_cast<int>(directions_.size());
    return std::move(result_);
  }

 private:
  // ---- what moves ----

  void start_direction(std::size_t d) {
    for (std::size_t i = 0; i < source_.instructions.size(); ++i) {
      const Instruction& leaf = source_.instructions[i];
      if (leaf.op != Op::input) continue;
      const int rate = directions_[d][static_cast<std::size_t>(leaf.payload.integer)];
      if (rate == at_rest) continue;
      moves_[d][i] = 1;
      rates_[d][i] = rate == at_unit_rate ? one_ : add_input(result_, rate);
    }
    for (const int rate : directions_[d]) result_.inputs = std::max(result_.inputs, rate + 1);
  }

  // From operands to results, from arguments to parameters. Loops need another round.
  bool spread(const Block& block) {
    bool changed = false;
    for (std::vector<char>& moves : moves_) {
      const auto move = [&](Value to, bool does) {
        if (does && !std::exchange(moves[to], 1)) changed = true;
      };
      for (const Value value : block.body) {
        const Instruction& instruction = source_.instructions[value];
        for (int k = 0; k < info(instruction.op).operands; ++k)
          move(value, is_smooth_in(instruction.op, k) && moves[instruction.operand[k]]);
      }
      for (const Edge* edge : {&block.end.to, &block.end.otherwise})
        for (std::size_t i = 0; i < edge->arguments.size(); ++i)
          move(source_.blocks[edge->block].parameters[i], moves[edge->arguments[i]]);
    }
    return changed;
  }

  // ---- writing ----

  void add_parameters(int block) {
    for (std::size_t d = 0; d < directions_.size(); ++d)
      for (const Value parameter : source_.blocks[block].parameters)
        if (moves_[d][parameter]) rates_[d][parameter] = add_parameter(result_, block, Type::number);
  }

  void write_block(int block) {
    body_.clear();
    for (const Value value : source_.blocks[block].body) {
      body_.push_back(value);
      write_rates(value);
    }
    End& end = result_.blocks[block].end;
    if (end.kind == End::Kind::jump || end.kind == End::Kind::branch) add_arguments(end.to);
    if (end.kind == End::Kind::branch) add_arguments(end.otherwise);
    const std::vector<Value> results = end.results;
    for (std::size_t d = 0; d < directions_.size(); ++d)
      for (const Value value : results) end.results.push_back(rate(d, value));
    result_.blocks[block].body = body_;
  }

  void add_arguments(Edge& edge) {
    const std::vector<Value>& parameters = source_.blocks[edge.block].parameters;
    for (std::size_t d = 0; d < directions_.size(); ++d)
      for (std::size_t i = 0; i < parameters.size(); ++i)
        if (moves_[d][parameters[i]]) edge.arguments.push_back(rate(d, edge.arguments[i]));
  }

  Value rate(std::size_t d, Value value) const { return rates_[d][value] == none ? zero_ : rates_[d][value]; }

  Value emit(Op op, Value a, Value b = none, Value c = none) {
    body_.push_back(add_instruction(result_, op, a, b, c));
    return body_.back();
  }
  Value number(double x) { return add_number(result_, x); }
  Value add(Value a, Value b) { return emit(Op::add, a, b); }
  Value subtract(Value a, Value b) { return emit(Op::subtract, a, b); }
  Value multiply(Value a, Value b) { return emit(Op::multiply, a, b); }
  Value divide(Value a, Value b) { return emit(Op::divide, a, b); }
  Value negate(Value a) { return emit(Op::negate, a); }
  Value if_equal(Value a, Value b, Value yes, Value no) {
    return emit(Op::select, emit(Op::equal, a, b), yes, no);
  }

  bool moves_anywhere(Value value) const {
    return std::any_of(moves_.begin(), moves_.end(), [&](const auto& moves) { return moves[value] != 0; });
  }

  void write_rates(Value value) {
    if (!moves_anywhere(value)) return;
    const Instruction instruction = source_.instructions[value];
    if (write_piecewise_linear(instruction, value)) return;
    const Slopes slopes = slopes_of(instruction, value);
    for (std::size_t d = 0; d < directions_.size(); ++d)
      if (moves_[d][value]) rates_[d][value] = chain(instruction, slopes, d);
  }

  // What returns one of its operands or a sum of them. false: something else.
  bool write_piecewise_linear(const Instruction& instruction, Value value) {
    const Value a = instruction.operand[0], b = instruction.operand[1], c = instruction.operand[2];
    Value condition = none;
    switch (instruction.op) {
      case Op::add:
      case Op::subtract:
      case Op::negate: break;
      case Op::select: condition = a; break;
      case Op::minimum: condition = emit(Op::less, b, a); break;
      case Op::maximum: condition = emit(Op::less, a, b); break;
      case Op::absolute: condition = emit(Op::less, a, zero_); break;
      default: return false;
    }
    for (std::size_t d = 0; d < directions_.size(); ++d) {
      if (!moves_[d][value]) continue;
      Value& to = rates_[d][value];
      switch (instruction.op) {
        case Op::add: to = sum(rates_[d][a], rates_[d][b]); break;
        case Op::subtract: to = difference(rates_[d][a], rates_[d][b]); break;
        case Op::negate: to = negate(rate(d, a)); break;
        case Op::select: to = emit(Op::select, condition, rate(d, b), rate(d, c)); break;
        case Op::absolute: to = emit(Op::select, condition, negate(rate(d, a)), rate(d, a)); break;
        default: to = emit(Op::select, condition, rate(d, b), rate(d, a)); break;
      }
    }
    return true;
  }

  Value sum(Value a, Value b) { return a == none ? b : b == none ? a : add(a, b); }
  Value difference(Value a, Value b) { return b == none ? a : a == none ? negate(b) : subtract(a, b); }

  // The partial derivatives of one instruction; none: 0.
  struct Slopes {
    Value by[2] = {none, none};
    bool may_be_infinite = false;  // then a rate of 0 stays 0
  };

  Value chain(const Instruction& instruction, const Slopes& slopes, std::size_t d) {
    Value total = none;
    for (int k = 0; k < info(instruction.op).operands; ++k) {
      const Value in = rates_[d][instruction.operand[k]];
      if (in == none || slopes.by[k] == none) continue;
      const Value slope = slopes.may_be_infinite ? finite_at_rest(slopes.by[k], in) : slopes.by[k];
      total = sum(total, multiply(slope, in));
    }
    return total;
  }

  // 0 for what is not finite while `in` is 0. Elsewhere it stays the slope, so that it can be differentiated again
  // where `in` is 0 for a moment.
  Value finite_at_rest(Value slope, Value in) {
    const Value finite = if_equal(subtract(slope, slope), zero_, slope, zero_);
    return if_equal(in, zero_, finite, slope);
  }

  Slopes slopes_of(const Instruction& instruction, Value f) {
    return info(instruction.op).operands == 1 ? slopes_of_one(instruction.op, instruction.operand[0], f)
                                              : slopes_of_two(instruction, f);
  }

  Slopes slopes_of_one(Op op, Value x, Value f) {
    switch (op) {
      case Op::square_root: return {{divide(number(0.5), f)}, true};
      case Op::sin: return {{emit(Op::cos, x)}};
      case Op::cos: return {{negate(emit(Op::sin, x))}};
      case Op::tan: return {{add(one_, multiply(f, f))}};
      case Op::asin: return {{slope_of_asin(x)}, true};
      case Op::acos: return {{negate(slope_of_asin(x))}, true};
      case Op::exp: return {{f}};
      case Op::log: return {{divide(one_, x)}, true};
      case Op::log2: return {{divide(number(1 / std::log(2.0)), x)}, true};
      case Op::log10: return {{divide(number(1 / std::log(10.0)), x)}, true};
      case Op::sinh: return {{emit(Op::cosh, x)}};
      case Op::cosh: return {{emit(Op::sinh, x)}};
      case Op::tanh: return {{multiply(subtract(one_, f), add(one_, f))}};
      default: return {};
    }
  }

  Value slope_of_asin(Value x) {  // (1 − x)(1 + x) keeps its digits near 1, where 1 − x² has none
    return divide(one_, emit(Op::square_root, multiply(subtract(one_, x), add(one_, x))));
  }

  Slopes slopes_of_two(const Instruction& instruction, Value f) {
    const Value a = instruction.operand[0], b = instruction.operand[1];
    const bool by_a = moves_anywhere(a), by_b = moves_anywhere(b);
    switch (instruction.op) {
      case Op::multiply: return {{b, a}};
      case Op::divide: {
        const Value reciprocal = divide(one_, b);
        return {{reciprocal, by_b ? negate(multiply(f, reciprocal)) : none}};
      }
      case Op::modulo:
      case Op::fmod: return {{one_, by_b ? negate(quotient(a, b, f)) : none}};
      case Op::atan2: {
        const Value reciprocal = divide(one_, add(multiply(a, a), multiply(b, b)));
        return {{multiply(b, reciprocal), by_b ? negate(multiply(a, reciprocal)) : none}};
      }
      case Op::power:
      case Op::pow: {
        Slopes slopes;
        if (by_a) slopes = slopes_of_power(a, b, f);
        if (by_b) {  // f ln a, which is 0 where f is
          slopes.by[1] = if_equal(f, zero_, zero_, multiply(f, emit(Op::log, a)));
          slopes.may_be_infinite = true;
        }
        return slopes;
      }
      default: return {};
    }
  }

  // Of a division with rest f: an integer, up to rounding.
  Value quotient(Value a, Value b, Value f) {
    return emit(Op::floor, add(divide(subtract(a, f), b), number(0.5)));
  }

  // n xⁿ⁻¹ without another call of pow: what x is usually raised to by short ways, the rest as n f/x.
  Slopes slopes_of_power(Value x, Value n, Value f) {
    if (result_.instructions[n].op == Op::number) return slopes_of_constant_power(x, n, f);
    const Value at_zero = emit(Op::select, emit(Op::less, one_, n), zero_,
                               if_equal(n, one_, one_, if_equal(n, zero_, zero_, divide(n, zero_))));
    return {{if_equal(x, zero_, at_zero, divide(multiply(n, f), x))}, true};
  }

  Slopes slopes_of_constant_power(Value x, Value exponent, Value f) {
    const double n = result_.instructions[exponent].payload.number;
    if (n == 0) return {};
    if (n == 1) return {{one_}};
    if (n == 2) return {{add(x, x)}};
    if (n == 3) return {{multiply(exponent, multiply(x, x))}};
    if (n == 1.5) return {{multiply(exponent, emit(Op::square_root, x))}};
    if (n == 2.5) return {{multiply(multiply(exponent, x), emit(Op::square_root, x))}};
    const Value elsewhere = divide(multiply(exponent, f), x);
    return {{if_equal(x, zero_, number(n * std::pow(0.0, n - 1)), elsewhere)}, n < 1};
  }

  const Routine& source_;
  const std::vector<Direction>& directions_;
  Routine result_;
  std::vector<std::vector<Value>> rates_;  // by direction and value; none: 0
  std::vector<std::vector<char>> moves_;   // by direction and value
  std::vector<Value> body_;                // of the block being written
  Value zero_ = none, one_ = none;
};

void keep_outputs(Routine& routine, const std::vector<int>& kept) {
  for (Block& block : routine.blocks) {
    if (block.end.kind != End::Kind::leave) continue;
    std::vector<Value> results;
    for (const int output : kept) results.push_back(block.end.results[static_cast<std::size_t>(output)]);
    block.end.results = std::move(results);
  }
  routine.outputs = static_cast<int>(kept.size());
}

}  // namespace

Routine differentiate(const Routine& routine, const std::vector<Direction>& directions) {
  return simplify(Differentiator(routine, directions).run());
}

Routine with_partials(const Routine& routine, const std::vector<int>& inputs) {
  std::vector<Direction> directions;
  for (const int input : inputs) {
    directions.emplace_back(static_cast<std::size_t>(routine.inputs), at_rest);
    directions.back()[static_cast<std::size_t>(input)] = at_unit_rate;
  }
  return differentiate(routine, directions);
}

Routine with_taylor(const Routine& routine, const std::vector<int>& moving) {
  Routine spaced = routine;
  spaced.inputs *= 3;
  for (Instruction& instruction : spaced.instructions)
    if (instruction.op == Op::input) instruction.payload.integer *= 3;
  Direction first(static_cast<std::size_t>(spaced.inputs), at_rest), second = first;
  for (const int input : moving) {
    first[static_cast<std::size_t>(3 * input)] = 3 * input + 1;
    second[static_cast<std::size_t>(3 * input)] = 3 * input + 1;
    second[static_cast<std::size_t>(3 * input + 1)] = 3 * input + 2;
  }
  Routine result = differentiate(differentiate(spaced, {first}), {second});
  std::vector<int> kept;  // of f, f', f', f''
  for (int i = 0; i < routine.outputs; ++i)
    kept.insert(kept.end(), {i, routine.outputs + i, 3 * routine.outputs + i});
  keep_outputs(result, kept);
  return simplify(std::move(result));
}

Routine with_jacobian_rate(const Routine& routine, const std::vector<int>& inputs) {
  Direction direction(static_cast<std::size_t>(routine.inputs), at_rest);
  int rate = routine.inputs;
  for (const int input : inputs) direction[static_cast<std::size_t>(input)] = rate++;
  Routine result = differentiate(with_partials(routine, inputs), {direction});
  result.inputs = rate;  // also where nothing moves
  return result;
}

}  // namespace perilune::ir
