#pragma once

#include <random>
#include <vector>

#include "tests/engine/law/routines.h"

namespace perilune::ir::testing {

// A routine that obeys the rules and means nothing: arithmetic of all operations, branches that meet again, loops that
// end and exchange what they carry, ways out in the midst. The same seed makes the same routine.
class RandomRoutine {
 public:
  static constexpr int inputs = 4, outputs = 3;

  // Constants, and every third input: what breaks things, or what differences can be taken of.
  enum class Numbers { special, tame };

  static Routine make(unsigned seed, Numbers numbers = Numbers::special) {
    RandomRoutine random(seed, numbers);
    random.write();
    return random.routine_;
  }

  // Between −7.8 and 7.8, mostly, and then on no kink.
  static std::vector<double> make_inputs(std::mt19937& random, Numbers numbers = Numbers::special) {
    std::vector<double> values;
    for (int i = 0; i < inputs; ++i) {
      const bool special = numbers == Numbers::special && random() % 3 == 0;
      values.push_back(special ? special_numbers[random() % std::size(special_numbers)]
                               : (static_cast<int>(random() % 2001) - 1000) * 0.00779);
    }
    return values;
  }

 private:
  RandomRoutine(unsigned seed, Numbers numbers) : random_(seed), routine_(routine_with(inputs, outputs, 1)) {
    for (int i = 0; i < inputs; ++i) known_[0].push_back(add_input(routine_, i));
    if (numbers == Numbers::special)
      for (const double x : special_numbers) known_[0].push_back(add_number(routine_, x));
    else
      for (const double x : {0.5, 1.5, 2.0, -3.0}) known_[0].push_back(add_number(routine_, x));
    for (const std::int64_t i : special_integers) known_[1].push_back(add_integer(routine_, i));
  }

  void write() {
    write_statements(3);
    leave();
  }

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  // Rather what was computed last than a constant.
  Value any(Type type) {
    const std::vector<Value>& list = known_[type == Type::integer];
    const int size = static_cast<int>(list.size());
    return list[below(3) ? size - 1 - below(std::min(size, 6)) : below(size)];
  }
  Type any_type() { return below(3) ? Type::number : Type::integer; }
  void know(Value value) { known_[type_of(routine_, value) == Type::integer].push_back(value); }

  int new_block() {
    routine_.blocks.emplace_back();
    return static_cast<int>(routine_.blocks.size()) - 1;
  }

  std::vector<Value> add_parameters(int block, int count) {
    std::vector<Value> list;
    for (int i = 0; i < count; ++i) list.push_back(add_parameter(routine_, block, any_type()));
    return list;
  }
  std::vector<Value> arguments_for(int block) {
    std::vector<Value> list;
    for (const Value parameter : routine_.blocks[block].parameters)
      list.push_back(any(type_of(routine_, parameter)));
    return list;
  }

  void leave() {
    std::vector<Value> results;
    for (int i = 0; i < outputs; ++i) results.push_back(any(Type::number));
    routine_.blocks[block_].end = leave_with(results);
  }

  void write_statements(int depth) {
    for (int left = 2 + below(6); left > 0; --left) {
      const int kind = below(8);
      if (kind == 0 && depth > 0) write_choice(depth - 1);
      else if (kind == 1 && depth > 0) write_loop(depth - 1);
      else write_instruction();
    }
  }

  void write_instruction() {
    const int first = static_cast<int>(Op::add);
    // Half of them what laws are made of.
    const Op op = static_cast<Op>(below(2) ? first + below(4) : first + below(op_count - first));
    Value operands[3] = {none, none, none};
    for (int k = 0; k < info(op).operands; ++k) operands[k] = any(info(op).operand[k]);
    know(emit(routine_, block_, op, operands[0], operands[1], operands[2]));
  }

  void write_choice(int depth) {
    const Op op = static_cast<Op>(static_cast<int>(Op::less) + below(6));
    const Value a = any(info(op).operand[0]), b = any(info(op).operand[1]);
    const int from = block_, first = new_block(), second = new_block(), after = new_block();
    const std::vector<Value> results = add_parameters(after, below(3));
    routine_.blocks[from].end = branch_on(op, a, b, {first, {}}, {second, {}});
    write_arm(first, after, depth, below(8));
    write_arm(second, after, depth, 2);
    block_ = after;
    for (const Value value : results) know(value);
  }

  void write_arm(int block, int after, int depth, int fate) {
    const std::vector<Value> numbers = known_[0], integers = known_[1];
    block_ = block;
    if (below(4)) write_statements(depth);
    if (fate == 0) leave();
    else if (fate > 1) routine_.blocks[block_].end = jump_to(after, arguments_for(after));
    known_[0] = numbers, known_[1] = integers;
  }

  void write_loop(int depth) {
    const int loop = new_block(), after = new_block();
    const Value count = add_parameter(routine_, loop, Type::integer);
    const std::vector<Value> carried = add_parameters(loop, below(4));
    const std::vector<Value> results = add_parameters(after, below(3));
    End& enter = routine_.blocks[block_].end;
    enter = jump_to(loop, arguments_for(loop));
    enter.to.arguments[0] = add_integer(routine_, 0);
    const std::vector<Value> numbers = known_[0], integers = known_[1];
    block_ = loop;
    for (const Value value : carried) know(value);
    if (below(3)) write_statements(depth);
    const Value next = emit(routine_, block_, Op::integer_add, count, add_integer(routine_, 1));
    std::vector<Value> again = arguments_for(loop);
    again[0] = next;
    // Often what they were, changing places.
    for (std::size_t i = 1; i < again.size(); ++i) {
      const Value other = carried[static_cast<std::size_t>(below(static_cast<int>(carried.size())))];
      if (below(2) && type_of(routine_, other) == type_of(routine_, again[i])) again[i] = other;
    }
    Edge out{after, arguments_for(after)};
    routine_.blocks[block_].end =
        branch_on(Op::integer_less, next, add_integer(routine_, 1 + below(4)), {loop, again}, out);
    known_[0] = numbers, known_[1] = integers;
    block_ = after;
    for (const Value value : results) know(value);
  }

  std::mt19937 random_;
  Routine routine_;
  std::vector<Value> known_[2];  // numbers, integers
  int block_ = 0;                // being written
};

}  // namespace perilune::ir::testing
