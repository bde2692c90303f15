#pragma once

#include <bitset>
#include <vector>

#include "lua/bytecode/prototype.h"

namespace perilune::bytecode {

using Registers = std::bitset<256>;

// What is known of a function before its values are.
struct Flow {
  std::vector<Registers> live;  // before each instruction: what some way on from there reads
  std::vector<char> is_join;    // several ways lead to this instruction
};

Flow analyse(const Prototype& prototype);

}  // namespace perilune::bytecode
