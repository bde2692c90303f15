#pragma once

#include "engine/law/routine.h"

namespace perilune::ir {

// The same function, computed with less: constants folded (with apply(), so to the same bits), equal instructions
// computed once (value numbering over the dominator tree; Briggs, Cooper & Simpson 1997, section 4), parameters that
// always get the same value replaced by it, what nobody uses dropped, and what only one way needs computed on that
// way. Blocks come out in reverse postorder.
Routine simplify(Routine routine);

}  // namespace perilune::ir
