#pragma once

#include <array>
#include <functional>
#include <vector>

#include "tests/engine/law/routines.h"

// Routines of one operation, and the operands that show what is wrong with it.
namespace perilune::ir::testing {

// Where an operand comes from: each is another form of the machines' instructions.
enum class Place { input, parameter, constant };

// Two inputs an operand: a number and nothing, or the halves of an integer.
inline void split(Word word, Type type, double* inputs) {
  if (type == Type::number) {
    inputs[0] = word.number;
    return;
  }
  inputs[0] = static_cast<double>(word.integer >> 32);
  inputs[1] = static_cast<double>(word.integer & 0xffffffff);
}

inline Value join(Routine& routine, int block, int first, Type type) {
  if (type == Type::number) return add_input(routine, first);
  const Value high = emit(routine, block, Op::to_integer, add_input(routine, first));
  const Value low = emit(routine, block, Op::to_integer, add_input(routine, first + 1));
  return emit(routine, block, Op::integer_add,
              emit(routine, block, Op::integer_multiply, high, add_integer(routine, std::int64_t{1} << 32)),
              low);
}

inline std::vector<Value> as_outputs(Routine& routine, int block, Value value, Type type) {
  if (type == Type::number) return {value, value};
  const Value half = add_integer(routine, std::int64_t{1} << 32);
  const Value high = emit(routine, block, Op::integer_floor_divide, value, half);
  const Value low = emit(routine, block, Op::integer_modulo, value, half);
  return {emit(routine, block, Op::to_number, high), emit(routine, block, Op::to_number, low)};
}

inline Word from_outputs(const double* outputs, Type type) {
  if (type == Type::number) return word_of(outputs[0]);
  return word_of(
      static_cast<std::int64_t>((static_cast<std::uint64_t>(static_cast<std::int64_t>(outputs[0])) << 32) +
                                static_cast<std::uint64_t>(outputs[1])));
}

// One instruction between inputs and outputs.
inline Routine routine_of(Op op, const std::array<Place, 3>& places, const Word* constants) {
  const OpInfo& form = info(op);
  Routine routine = routine_with(6, 2, 2);
  std::vector<Value> arguments;
  Value operands[3] = {none, none, none};
  for (int k = 0; k < form.operands; ++k) {
    const Type type = form.operand[k];
    if (places[k] == Place::constant) {
      operands[k] = type == Type::number ? add_number(routine, constants[k].number)
                                         : add_integer(routine, constants[k].integer);
    } else {
      operands[k] = join(routine, 0, 2 * k, type);
      if (places[k] == Place::input) continue;
      arguments.push_back(operands[k]);
      operands[k] = add_parameter(routine, 1, type);
    }
  }
  routine.blocks[0].end = jump_to(1, arguments);
  const Value result = emit(routine, 1, op, operands[0], operands[1], operands[2]);
  routine.blocks[1].end = leave_with(as_outputs(routine, 1, result, form.result));
  check(routine);
  return routine;
}

inline void for_special_operands(Op op, const std::function<void(const Word*)>& action) {
  const OpInfo& form = info(op);
  const std::vector<Word> nothing(1, word_of(0.0));
  const auto operands = [&](int k) { return k < form.operands ? special_words(form.operand[k]) : nothing; };
  for (const Word& a : operands(0))
    for (const Word& b : operands(1))
      for (const Word& c : operands(2)) {
        const Word words[3] = {a, b, c};
        action(words);
      }
}

}  // namespace perilune::ir::testing
