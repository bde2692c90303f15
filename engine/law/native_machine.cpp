#include "engine/law/machine.h"

#ifndef PERILUNE_ASMJIT

namespace perilune::ir {

MachinePointer make_native_machine(const Routine& /*routine*/) { return nullptr; }

}  // namespace perilune::ir

#else

#include <cstdlib>
#include <string_view>
#include <utility>

#include "engine/law/write_code.h"

namespace perilune::ir {
namespace {

// The time for allocating registers grows with the square: 0.4 s for 5 000 instructions in 3 000 blocks.
constexpr std::size_t most_instructions = 10'000;

#ifdef __aarch64__
constexpr auto write_native = write_a64;
#else
constexpr auto write_native = write_x86;
#endif

// PERILUNE_MACHINE_CODE=off in the environment: as if the system let no memory be executed.
bool is_switched_off() {
  const char* said = std::getenv("PERILUNE_MACHINE_CODE");
  return said && std::string_view(said) == "off";
}

class NativeMachine final : public Machine {
 public:
  static MachinePointer make(const Routine& routine) {
    auto runtime = std::make_unique<asmjit::JitRuntime>();
    asmjit::CodeHolder code;
    if (code.init(runtime->environment()) != asmjit::kErrorOk) return nullptr;
    Code entry = nullptr;
    if (!write_native(routine, called_functions(), code) || runtime->add(&entry, &code) != asmjit::kErrorOk)
      return nullptr;
    return MachinePointer(new NativeMachine(entry, std::move(runtime)));
  }

 private:
  NativeMachine(Code entry, std::unique_ptr<asmjit::JitRuntime> runtime)
      : Machine(entry), runtime_(std::move(runtime)) {}

  std::unique_ptr<asmjit::JitRuntime> runtime_;  // owns the code
};

}  // namespace

MachinePointer make_native_machine(const Routine& routine) {
  if (is_switched_off() || routine.instructions.size() > most_instructions) return nullptr;
  return NativeMachine::make(routine);
}

}  // namespace perilune::ir

#endif
