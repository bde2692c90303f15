#pragma once

#include "engine/law/routine.h"

namespace perilune::ir {

// Moves instructions that only one way out of their block needs onto that way: an early return then costs nothing
// that it does not use. Expects blocks in reverse postorder and keeps them so.
void sink(Routine& routine);

}  // namespace perilune::ir
