#include "engine/law/code_writer.h"

#ifdef PERILUNE_ASMJIT

namespace perilune::ir {

CodeWriter::Outcome CodeWriter::compile(Kept& kept) {
  using asmjit::RegGroup;
  const Errors errors(*compiler_.code());
  asmjit::FuncNode* function = write_function();
  if (errors.any || lacks_function_ || !function) return Outcome::failed;
  function->frame().addDirtyRegs(RegGroup::kVec, kept.numbers);
  function->frame().addDirtyRegs(RegGroup::kGp, kept.integers);
  compiler_.runPasses();
  if (errors.any) return Outcome::failed;
  const Kept spoiled = find_spoiled(function->frame());
  kept.numbers |= spoiled.numbers, kept.integers |= spoiled.integers;
  if (!spoiled.is_empty()) return Outcome::spoils;
  return Outcome::compiled;
}

// Registers that any instruction names, that have to be kept, and are not saved.
CodeWriter::Kept CodeWriter::find_spoiled(const asmjit::FuncFrame& frame) const {
  using asmjit::RegGroup;
  Kept named;
  for (const asmjit::BaseNode* node = compiler_.firstNode(); node; node = node->next()) {
    if (!node->isInst()) continue;
    const auto* instruction = node->as<asmjit::InstNode>();
    for (std::uint32_t i = 0; i < instruction->opCount(); ++i) {
      const Operand& operand = instruction->op(i);
      if (!operand.isReg() || operand.id() >= 32) continue;
      const RegGroup group = operand.as<Register>().group();
      if (group == RegGroup::kVec) named.numbers |= 1U << operand.id();
      if (group == RegGroup::kGp) named.integers |= 1U << operand.id();
    }
  }
  const auto unsaved = [&](RegGroup group) { return frame.preservedRegs(group) & ~frame.savedRegs(group); };
  return {named.numbers & unsaved(RegGroup::kVec), named.integers & unsaved(RegGroup::kGp) & ~saved_anyway()};
}

}  // namespace perilune::ir

#endif
