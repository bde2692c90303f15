#pragma once

#include <utility>
#include <vector>

#include "engine/stepping/acceptance.h"

namespace perilune {

// The fields of a rule about first depths: its own, then those all have.
template <class Rule>
std::vector<FieldInfo> with_first_depth_fields(Field<Rule> own) {
  Field<Rule> min_step{"min_step", "s", "below it the rule warns and lets the step stand",
                       static_cast<double Rule::*>(&FirstDepthRule::min_step), above(0)};
  Field<Rule> locate{"locate", "", "how the touch is found",
                     static_cast<std::string Rule::*>(&FirstDepthRule::locate)};
  locate.choose({"root", "reject", "halve", "restart", "none", "stages"});
  std::vector<FieldInfo> list;
  for (Field<Rule>* field : {&own, &min_step, &locate}) list.push_back(std::move(field->info));
  return list;
}

}  // namespace perilune
