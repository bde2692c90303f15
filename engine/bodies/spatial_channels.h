#pragma once

#include "engine/model/body.h"

namespace perilune {

// What results show of a rigid body in space: place, velocity, acceleration of its centre; angular velocity along world
// axes (wx wy wz) and its own (w1 w2 w3); its orientation as a quaternion with qw ≥ 0 and as a rotation vector.
const std::vector<BodyChannel>& spatial_body_channels();

}  // namespace perilune
