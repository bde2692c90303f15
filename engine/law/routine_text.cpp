#include <fmt/format.h>

#include <stdexcept>

#include "engine/law/routine.h"

namespace perilune::ir {
namespace {

// A value as an operand: constants and inputs speak for themselves.
std::string name(const Routine& routine, Value value) {
  if (value < 0 || value >= static_cast<Value>(routine.instructions.size())) return "nothing";
  const Instruction& instruction = routine.instructions[value];
  switch (instruction.op) {
    case Op::number: return fmt::format("{:.17g}", instruction.payload.number);
    case Op::integer: return fmt::format("integer {}", instruction.payload.integer);
    case Op::input: return fmt::format("input[{}]", instruction.payload.integer);
    default: return fmt::format("v{}", value);
  }
}

std::string names(const Routine& routine, const std::vector<Value>& values) {
  std::string text;
  for (const Value value : values) text += (text.empty() ? "" : ", ") + name(routine, value);
  return text;
}

std::string edge_text(const Routine& routine, const Edge& edge) {
  return fmt::format("block {}({})", edge.block, names(routine, edge.arguments));
}

std::string end_text(const Routine& routine, const End& end) {
  switch (end.kind) {
    case End::Kind::jump: return "go to " + edge_text(routine, end.to);
    case End::Kind::branch:
      return fmt::format("{} {} {} ? {} : {}", info(end.condition).name, name(routine, end.a),
                         name(routine, end.b), edge_text(routine, end.to), edge_text(routine, end.otherwise));
    case End::Kind::leave: return "leave with " + names(routine, end.results);
    case End::Kind::give_up: break;
  }
  if (end.refusal < 0) return "give up";
  const Refusal& refusal = routine.refusals[static_cast<std::size_t>(end.refusal)];
  return fmt::format("give up: line {}: {}", refusal.line, refusal.reason);
}

}  // namespace

std::string to_text(const Routine& routine) {
  std::string text;
  for (std::size_t i = 0; i < routine.blocks.size(); ++i) {
    const Block& block = routine.blocks[i];
    text += fmt::format("block {}({})\n", i, names(routine, block.parameters));
    for (const Value value : block.body) {
      const Instruction& instruction = routine.instructions[value];
      text += fmt::format("  v{} = {}", value, info(instruction.op).name);
      for (int k = 0; k < info(instruction.op).operands; ++k)
        text += " " + name(routine, instruction.operand[k]);
      text += "\n";
    }
    text += "  " + end_text(routine, block.end) + "\n";
  }
  return text;
}

}  // namespace perilune::ir
