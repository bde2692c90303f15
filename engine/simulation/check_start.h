#pragma once

#include <string>

#include "engine/system/system.h"

namespace perilune {

// Refuses (InputError) a start that cannot be meant: joints that do not close, velocities that violate them,
// shapes that overlap by more than a tenth of the thinner one. origin: of the call, when the element has none.
void check_start(System& system, const std::string& origin);

}  // namespace perilune
