#include "engine/law/machine.h"

#ifndef PERILUNE_ASMJIT

namespace perilune::ir {

MachinePointer make_native_machine(const Routine& /*routine*/) { return nullptr; }

}  // namespace perilune::ir

#else

#include <utility>

#include "engine/law/x86_writer.h"

namespace perilune::ir {
namespace {

// The time for allocating registers grows with the square: 0.4 s for 5 000 instructions in 3 000 blocks.
constexpr std::size_t most_instructions = 10'000;

// asmjit goes on after an error; the routine is then not used.
struct Errors : asmjit::ErrorHandler {
  void handleError(asmjit::Error /*error*/, const char* /*message*/,
                   asmjit::BaseEmitter* /*origin*/) override {
    any = true;
  }
  bool any = false;
};

class NativeMachine final : public Machine {
 public:
  static MachinePointer make(const Routine& routine) {
    auto runtime = std::make_unique<asmjit::JitRuntime>();
    Errors errors;
    asmjit::CodeHolder code;
    if (code.init(runtime->environment()) != asmjit::kErrorOk) return nullptr;
    code.setErrorHandler(&errors);
    X86Writer(routine, code).write();
    Code entry = nullptr;
    if (errors.any || runtime->add(&entry, &code) != asmjit::kErrorOk) return nullptr;
    return MachinePointer(new NativeMachine(entry, std::move(runtime)));
  }

 private:
  NativeMachine(Code entry, std::unique_ptr<asmjit::JitRuntime> runtime)
      : Machine(entry), runtime_(std::move(runtime)) {}

  std::unique_ptr<asmjit::JitRuntime> runtime_;  // owns the code
};

}  // namespace

MachinePointer make_native_machine(const Routine& routine) {
  return routine.instructions.size() > most_instructions ? nullptr : NativeMachine::make(routine);
}

}  // namespace perilune::ir

#endif
