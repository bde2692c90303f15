#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/law/function.h"
#include "engine/model/friction_law.h"

namespace perilune {

// function(c, p) with c.slip_speed, c.normal_force, c.t and p.PARAMETER; returns a magnitude [N].
Signature user_friction_signature(const std::string& name,
                                  const std::vector<std::pair<std::string, double>>& parameters);

FrictionLawPointer make_user_friction(const std::string& name, FunctionPointer force,
                                      const std::vector<std::pair<std::string, double>>& parameters);

}  // namespace perilune
