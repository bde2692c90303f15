#pragma once

#include <memory>

#include "engine/law/routine.h"

namespace perilune::ir {

// A routine made ready to run. Has no state: one object may serve many threads.
class Machine {
 public:
  virtual ~Machine() = default;
  // inputs and outputs: as many numbers as the routine has. false: it gave up, outputs are undefined.
  virtual bool run(const double* inputs, double* outputs) const = 0;
};

using MachinePointer = std::unique_ptr<const Machine>;

// Runs any routine, everywhere: a register machine. The reference for every other back end.
MachinePointer make_register_machine(const Routine& routine);

// The fastest that this computer has.
MachinePointer make_machine(const Routine& routine);

}  // namespace perilune::ir
