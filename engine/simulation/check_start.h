#pragma once

#include <string>
#include <vector>

#include "engine/system/system.h"

namespace perilune {

// Refuses (InputError) a start that cannot be meant: joints that do not close, velocities that violate them,
// shapes that overlap by more than a tenth of the thinner one. origin: of the call, when the element has none.
void check_start(System& system, const std::string& origin);
void check_positions(System& system, const std::string& origin);  // joints only
// A drive decides the initial velocity of what it drives, where the system projects onto joints. Refuses one that
// cannot, because something else holds that.
void check_drives(System& system, const std::string& origin);

// The joint with the largest of some errors, equation by equation. The system must have joints.
struct JointError {
  const Joint* joint = nullptr;
  double error = 0;  // [m or rad; with velocities per second]
};
JointError worst_joint(const System& system, const std::vector<double>& errors, bool drives_too = true);
std::string described(const Joint& joint);  // "revolute 'pin'"

}  // namespace perilune
