#include "lua/binding/view_code.h"

#include <algorithm>

namespace perilune {
namespace {

constexpr std::size_t most_codes = 64;  // lists of names of one function
constexpr int most_changes = 8;         // of what it reads from the script

}  // namespace

ViewCode::ViewCode(lua_State* L, int index, bytecode::View view, bytecode::Results results,
                   const std::string& purpose)
    : host_(Host::of(L)),
      function_(L, index),
      view_(std::move(view)),
      results_(results),
      seen_(host_.script_calls) {
  Code first = translate(L, lua_absindex(L, index));
  reads_lists_ = first.translation.reads_lists;
  FunctionState state;
  state.compiled = first.machine != nullptr;
  state.reason = words_of(first.translation.refusals, definition_of(L, index));
  note_function(L, index, purpose, state);
  can_run_ = state.compiled || reads_lists_;
  inputs_.resize(first.translation.queries.size());
  if (!reads_lists_) codes_.emplace("", std::move(first));
}

ViewCode::Code ViewCode::translate(lua_State* L, int index) const {
  Code code;
  code.translation = bytecode::translate_view(L, index, view_, results_);
  if (!code.translation.routine) return code;
  const ir::Routine& routine = *code.translation.routine;
  for (const ir::Instruction& instruction : routine.instructions)
    if (instruction.op == ir::Op::input) code.used.push_back(static_cast<int>(instruction.payload.integer));
  code.machine = host_.options.machine_code ? ir::make_machine(routine) : ir::make_register_machine(routine);
  ++host_.translations;
  return code;
}

void ViewCode::look_again() {
  if (seen_ == host_.script_calls) return;
  seen_ = host_.script_calls;
  const bool holds = std::all_of(codes_.begin(), codes_.end(), [&](const auto& one) {
    return one.second.translation.surroundings->holds(host_.current());
  });
  if (holds) return;
  codes_.clear();
  can_run_ = ++changes_ < most_changes;
}

ViewCode::Code& ViewCode::code_for(const std::string& key) {
  const auto found = codes_.find(key);
  if (found != codes_.end()) return found->second;
  if (codes_.size() >= most_codes) codes_.clear();
  lua_State* L = host_.current();
  function_.push(L);
  Code& code = codes_.emplace(key, translate(L, lua_gettop(L))).first->second;
  lua_pop(L, 1);
  inputs_.resize(std::max(inputs_.size(), code.translation.queries.size()));
  return code;
}

}  // namespace perilune
