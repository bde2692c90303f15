#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "engine/law/routine.h"

// Routines written by hand, a line an instruction, and the numbers that break what is nearly right.
namespace perilune::ir::testing {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::nan("");
const double special_numbers[] = {0.0,     -0.0,   1,        -1,        0.5,         2,      1.5,
                                  -2.5,    3,      1e308,    -1e308,    5e-324,      0x1p53, 0x1p63,
                                  -0x1p63, 9.3e18, infinity, -infinity, not_a_number};
const std::int64_t special_integers[] = {
    0, 1, -1, 2, -3, 7, std::int64_t{1} << 53, std::int64_t{1} << 31, INT64_MAX, INT64_MIN};

inline Word word_of(double x) {
  Word word;
  word.number = x;
  return word;
}

inline Word word_of(std::int64_t i) {
  Word word;
  word.integer = i;
  return word;
}

inline std::vector<Word> special_words(Type type) {
  std::vector<Word> words;
  if (type == Type::number)
    for (const double x : special_numbers) words.push_back(word_of(x));
  else
    for (const std::int64_t i : special_integers) words.push_back(word_of(i));
  return words;
}

// Equal bits; any NaN equals any other.
inline bool same(Word a, Word b, Type type) {
  if (type == Type::integer) return a.integer == b.integer;
  return (std::isnan(a.number) && std::isnan(b.number)) || std::memcmp(&a, &b, sizeof a) == 0;
}
inline bool same(double a, double b) { return same(word_of(a), word_of(b), Type::number); }

inline Routine routine_with(int inputs, int outputs, int blocks) {
  Routine routine;
  routine.inputs = inputs, routine.outputs = outputs;
  routine.blocks.resize(static_cast<std::size_t>(blocks));
  return routine;
}

inline Value emit(Routine& routine, int block, Op op, Value a, Value b = none, Value c = none) {
  const Value value = add_instruction(routine, op, a, b, c);
  routine.blocks[block].body.push_back(value);
  return value;
}

inline End leave_with(std::vector<Value> results) {
  End end;
  end.kind = End::Kind::leave, end.results = std::move(results);
  return end;
}

inline End jump_to(int block, std::vector<Value> arguments = {}) {
  End end;
  end.kind = End::Kind::jump, end.to = {block, std::move(arguments)};
  return end;
}

inline End branch_on(Op condition, Value a, Value b, Edge to, Edge otherwise) {
  End end;
  end.kind = End::Kind::branch, end.condition = condition, end.a = a, end.b = b;
  end.to = std::move(to), end.otherwise = std::move(otherwise);
  return end;
}

// i = 0; repeat i = i + 1 until i > last; return i.
inline Routine counting_to(std::int64_t last) {
  Routine routine = routine_with(0, 1, 3);
  const Value i = add_parameter(routine, 1, Type::integer);
  routine.blocks[0].end = jump_to(1, {add_integer(routine, 0)});
  const Value next = emit(routine, 1, Op::integer_add, i, add_integer(routine, 1));
  routine.blocks[1].end =
      branch_on(Op::integer_less_equal, next, add_integer(routine, last), {1, {next}}, {2, {}});
  routine.blocks[2].end = leave_with({emit(routine, 2, Op::to_number, next)});
  return routine;
}

}  // namespace perilune::ir::testing
