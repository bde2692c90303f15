#pragma once

#include <sys/types.h>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/law/a64_code.h"
#include "tests/engine/law/routines.h"

namespace perilune::ir::testing {

// Runs machine code for AArch64 under qemu-user, by a small program (a64_runner.c) that Debian's cross compiler compiles.
// Functions that the code calls are computed here, by apply(): all results are to have this computer's bits.
class A64Emulator {
 public:
  // nullptr where a package or asmjit is missing; says so, once.
  static A64Emulator* find();
  A64Emulator(const A64Emulator&) = delete;
  A64Emulator& operator=(const A64Emulator&) = delete;
  ~A64Emulator();

  // How often the machine code of `written` differs from what the register machine makes of `meant`; the inputs of
  // several runs one after the other.
  int differences(const Routine& written, const Routine& meant, const std::vector<double>& inputs);
  int differences(const Routine& routine, const std::vector<double>& inputs) {
    return differences(routine, routine, inputs);
  }
  long runs = 0, calls = 0, given_up = 0;

 private:
  A64Emulator(pid_t process, int to, int from);
  static std::string compile_runner();
  static std::unique_ptr<A64Emulator> start();
  void put(const void* data, std::size_t size) const;
  void get(void* data, std::size_t size) const;
  std::vector<double> run(const Routine& routine, const std::vector<double>& inputs, std::size_t count);
  void answer_calls();

  pid_t process_;
  int to_, from_;
  CalledFunctions functions_;
};

}  // namespace perilune::ir::testing
