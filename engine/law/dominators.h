#pragma once

#include <vector>

#include "engine/law/routine.h"

namespace perilune::ir {

// The blocks that block i may go to next, in the order of its end.
std::vector<int> successors(const Block& block);

// Blocks in reverse postorder from block 0; those that cannot be reached are left out.
std::vector<int> reverse_postorder(const Routine& routine);

// For each block the one that every way to it passes last; −1 for block 0 and what cannot be reached
// (Cooper, Harvey & Kennedy 2001, figure 3).
std::vector<int> immediate_dominators(const Routine& routine);

}  // namespace perilune::ir
