#include "engine/law/fold.h"

#include <cmath>
#include <utility>

namespace perilune::ir {
namespace {

Shorter same_as(Value value) {
  Shorter shorter;
  shorter.value = value;
  return shorter;
}

Shorter same_as_integer(std::int64_t integer) {
  Word word;
  word.integer = integer;
  Shorter shorter;
  shorter.constant = word;
  return shorter;
}

// That number to the bit: −0 is not 0.
bool is_number(const Routine& routine, Value value, double x) {
  if (routine.instructions[value].op != Op::number) return false;
  const double number = constant(routine, value).number;
  return number == x && !std::signbit(number);
}

bool is_integer(const Routine& routine, Value value, std::int64_t i) {
  return routine.instructions[value].op == Op::integer && constant(routine, value).integer == i;
}

// 0 or 1 whatever the inputs.
bool is_condition(const Routine& routine, Value value) {
  const Instruction& instruction = routine.instructions[value];
  if (is_comparison(instruction.op)) return true;
  if (instruction.op != Op::integer_and && instruction.op != Op::integer_or)
    return is_integer(routine, value, 0) || is_integer(routine, value, 1);
  // Of conditions themselves: looked at no deeper, so that this takes no time.
  for (int k = 0; k < 2; ++k) {
    const Value operand = instruction.operand[k];
    const Op op = routine.instructions[operand].op;
    if (!is_comparison(op) && !is_integer(routine, operand, 0) && !is_integer(routine, operand, 1))
      return false;
  }
  return true;
}

// Where a condition holds the other does not: `value` is `other` == 0.
bool is_opposite(const Routine& routine, Value value, Value other) {
  const Instruction& instruction = routine.instructions[value];
  return instruction.op == Op::integer_equal && instruction.operand[0] == other &&
         is_integer(routine, instruction.operand[1], 0) && is_condition(routine, other);
}

Shorter fold_and(const Routine& routine, Value a, Value b) {
  if (a == b) return same_as(a);
  if (is_integer(routine, a, 0) || is_integer(routine, b, 0)) return same_as_integer(0);
  if (is_integer(routine, a, 1) && is_condition(routine, b)) return same_as(b);
  if (is_integer(routine, b, 1) && is_condition(routine, a)) return same_as(a);
  return {};
}

Shorter fold_or(Routine& routine, Value value) {
  Instruction& instruction = routine.instructions[value];
  for (int k = 0; k < 2; ++k) {
    const Value a = instruction.operand[k], b = instruction.operand[1 - k];
    if (a == b || is_integer(routine, a, 0)) return same_as(b);
    if (is_integer(routine, a, 1) && is_condition(routine, b)) return same_as_integer(1);
    // not y or (x and y): the same as not y or x.
    const Instruction& both = routine.instructions[b];
    if (both.op != Op::integer_and) continue;
    for (int i = 0; i < 2; ++i) {
      if (!is_opposite(routine, a, both.operand[1 - i]) || !is_condition(routine, both.operand[i])) continue;
      instruction.operand[1 - k] = both.operand[i];
      return {};
    }
  }
  return {};
}

}  // namespace

Word constant(const Routine& routine, Value value) {
  const Instruction& leaf = routine.instructions[value];
  Word word;
  if (leaf.op == Op::number) word.number = leaf.payload.number;
  else word.integer = leaf.payload.integer;
  return word;
}

Shorter fold(Routine& routine, Value value) {
  const Instruction instruction = routine.instructions[value];
  const int operands = info(instruction.op).operands;
  bool constants = true;
  for (int k = 0; k < operands; ++k) constants = constants && is_constant(routine, instruction.operand[k]);
  if (constants) {
    Word words[3] = {};
    for (int k = 0; k < operands; ++k) words[k] = constant(routine, instruction.operand[k]);
    Shorter shorter;
    shorter.constant = apply(instruction.op, words[0], words[1], words[2]);
    return shorter;
  }
  const Value a = instruction.operand[0], b = instruction.operand[1];
  switch (instruction.op) {
    case Op::multiply:
      if (is_number(routine, b, 1)) return same_as(a);
      if (is_number(routine, a, 1)) return same_as(b);
      break;
    case Op::divide:
      if (is_number(routine, b, 1)) return same_as(a);
      break;
    case Op::subtract:
      if (is_number(routine, b, 0)) return same_as(a);
      break;
    case Op::integer_and: return fold_and(routine, a, b);
    case Op::integer_or: return fold_or(routine, value);
    case Op::select:
      if (is_constant(routine, a))
        return same_as(constant(routine, a).integer != 0 ? b : instruction.operand[2]);
      if (b == instruction.operand[2]) return same_as(b);
      break;
    default: break;
  }
  return {};
}

}  // namespace perilune::ir
