#pragma once

#include <memory>

#include "engine/law/routine.h"

namespace perilune::ir {

// A routine made ready to run. Has no state: one object may serve many threads.
class Machine {
 public:
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // inputs and outputs: as many numbers as the routine has. false: it gave up, outputs are undefined.
  bool run(const double* inputs, double* outputs) const { return code_(this, inputs, outputs); }

 protected:
  // Called directly: a virtual function that only calls machine code would cost as much as a short law.
  using Code = bool (*)(const Machine* self, const double* inputs, double* outputs);
  explicit Machine(Code code) : code_(code) {}

 private:
  Code code_;
};

using MachinePointer = std::unique_ptr<const Machine>;

// Runs any routine, everywhere: a register machine. The reference for every other back end.
MachinePointer make_register_machine(const Routine& routine);

// The same bits from machine code for this processor (x86-64, AArch64); null where there is no asmjit to write it or
// the system refuses memory that can be executed, for routines of more than 10 000 instructions, and where the
// environment says PERILUNE_MACHINE_CODE=off.
MachinePointer make_native_machine(const Routine& routine);

// The fastest that this computer has.
MachinePointer make_machine(const Routine& routine);

}  // namespace perilune::ir
