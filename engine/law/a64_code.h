#pragma once

#include <cstdint>
#include <vector>

#include "engine/law/called_functions.h"
#include "engine/law/routine.h"

namespace perilune::ir {

// A routine as machine code for AArch64 Linux, whatever this computer is: a Machine::Code that may lie at any address,
// aligned to 8 bytes. What it calls lies at `functions`. Empty where asmjit was not found or refused the routine, or
// where it calls what is not there.
std::vector<std::uint8_t> make_a64_code(const Routine& routine, const CalledFunctions& functions);

}  // namespace perilune::ir
