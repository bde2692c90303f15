#pragma once

#include <string>
#include <vector>

#include "engine/stepping/acceptance.h"
#include "lua/binding/object.h"

namespace perilune {

// mbs.accept.NAME {…}; no rule: accepts everything.
struct AcceptanceObject {
  std::string name;
  AcceptanceRulePointer rule;
};

// A trial as a callback sees it; the view is gone once the callback has returned.
struct StepObject {
  const StepView* view;
};

template <>
const ClassInfo& class_of<AcceptanceObject>();
template <>
const ClassInfo& class_of<StepObject>();

// The chain that accept_step = … at index asks for: a rule, a function, or a list of them.
std::vector<AcceptanceRulePointer> read_acceptance(lua_State* L, int index);

}  // namespace perilune
