#pragma once

#include <array>
#include <cstdint>

#include "engine/law/routine.h"

namespace perilune::ir {

// Where the functions lie that machine code calls: double of as many doubles as the operation has operands, or 64-bit
// integers likewise. 0: there is none.
struct CalledFunctions {
  std::array<std::uint64_t, op_count> by_operation = {};
  std::uint64_t three_halves = 0;  // power(a, 1.5), where pow has a quicker substitute
};

// In this process: the functions that apply() calls, so that the bits are the same.
CalledFunctions called_functions();

}  // namespace perilune::ir
