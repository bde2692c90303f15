#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engine/law/routine.h"

namespace perilune::ir {

// The bits of the NaN that says that a machine gave up, and that NaN.
constexpr std::uint64_t given_up = 0x7ff8'6769'7665'7570;
inline double refusal() {
  double x = 0;
  std::memcpy(&x, &given_up, sizeof x);
  return x;
}

// A routine made ready to run. Has no state: one object may serve many threads.
class Machine {
 public:
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // inputs and outputs: as many numbers as the routine has. false: it gave up, outputs are undefined.
  bool run(const double* inputs, double* outputs) const {
    const double first = run_for_first(inputs, outputs);
    return !std::isnan(first) || bits_of(first) != given_up;
  }

  // The same, for the first output: in a register, which is what the quickest laws wait for. NaN also where run() says
  // false.
  double run_for_first(const double* inputs, double* outputs) const { return code_(this, inputs, outputs); }

 protected:
  // Called directly: a virtual function that only calls machine code would cost as much as a short law.
  // Returns the first output (0 when there is none), or the NaN that says it gave up. A result with these very bits is
  // asked of the interpreter, too.
  using Code = double (*)(const Machine* self, const double* inputs, double* outputs);
  explicit Machine(Code code) : code_(code) {}

 private:
  static std::uint64_t bits_of(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
  }
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
