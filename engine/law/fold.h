#pragma once

#include <optional>

#include "engine/law/routine.h"

namespace perilune::ir {

inline bool is_constant(const Routine& routine, Value value) {
  const Op op = routine.instructions[value].op;
  return op == Op::number || op == Op::integer;
}
Word constant(const Routine& routine, Value value);

// What has the same value as an instruction: a constant or another value; neither: nothing shorter is known.
struct Shorter {
  std::optional<Word> constant;
  Value value = none;
};

// One instruction by itself, to the same bits for every operand: constants (with apply()), x·1, x/1, x − 0, but not
// x + 0, which makes 0 of −0; conditions of conditions. May write the instruction anew with simpler operands.
Shorter fold(Routine& routine, Value value);

}  // namespace perilune::ir
