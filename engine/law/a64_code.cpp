#include "engine/law/a64_code.h"

#ifndef PERILUNE_ASMJIT

namespace perilune::ir {

std::vector<std::uint8_t> make_a64_code(const Routine& /*routine*/, const CalledFunctions& /*functions*/) {
  return {};
}

}  // namespace perilune::ir

#else

#include "engine/law/write_code.h"

namespace perilune::ir {

std::vector<std::uint8_t> make_a64_code(const Routine& routine, const CalledFunctions& functions) {
  using asmjit::kErrorOk;
  const asmjit::Environment linux_on_arm(asmjit::Arch::kAArch64, asmjit::SubArch::kUnknown,
                                         asmjit::Vendor::kUnknown, asmjit::Platform::kLinux,
                                         asmjit::PlatformABI::kGNU);
  asmjit::CodeHolder code;
  if (code.init(linux_on_arm) != kErrorOk || !write_a64(routine, functions, code)) return {};
  if (code.flatten() != kErrorOk || code.resolveUnresolvedLinks() != kErrorOk) return {};
  if (code.hasUnresolvedLinks() || !code.relocEntries().empty()) return {};  // it lies anywhere
  std::vector<std::uint8_t> bytes(code.codeSize());
  if (code.copyFlattenedData(bytes.data(), bytes.size()) != kErrorOk) return {};
  return bytes;
}

}  // namespace perilune::ir

#endif
