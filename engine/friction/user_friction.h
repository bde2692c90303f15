#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/law/function.h"
#include "engine/model/friction_law.h"

namespace perilune {

// function(c, p) with c.slip_speed, c.normal_force, c.t and p.PARAMETER; returns a magnitude [N].
// With states: function(c, p, STATE, …) with c.slip_velocity, c.normal_force, c.t and c.STATE; returns the force against the
// slip, signed as that is, and { STATE = rate }.
using FrictionNumbers = std::vector<std::pair<std::string, double>>;
Signature user_friction_signature(const std::string& name, const FrictionNumbers& parameters,
                                  const FrictionNumbers& states = {});

// InputError: more parameters and states than a call has room for.
FrictionLawPointer make_user_friction(const std::string& name, FunctionPointer force,
                                      const FrictionNumbers& parameters, const FrictionNumbers& states = {});

}  // namespace perilune
