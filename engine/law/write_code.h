#pragma once

#ifdef PERILUNE_ASMJIT

#include <asmjit/core.h>

#include "engine/law/called_functions.h"
#include "engine/law/routine.h"

namespace perilune::ir {

// One routine as a Machine::Code for a processor, into code initialised for it. false: not to be used.
bool write_x86(const Routine& routine, const CalledFunctions& functions, asmjit::CodeHolder& code);
bool write_a64(const Routine& routine, const CalledFunctions& functions, asmjit::CodeHolder& code);

}  // namespace perilune::ir

#endif
