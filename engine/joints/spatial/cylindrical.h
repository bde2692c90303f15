#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// The second body slides along an axis of the first and turns about it.
struct Cylindrical final : AxisJoint {
  Cylindrical() : AxisJoint({along(1), along(2), right_angle(0, 1), right_angle(0, 2)}) {}
  static std::vector<Field<Cylindrical>> fields() {
    return axis_fields<Cylindrical>("axis",
                                    "along which it slides and about which it turns, in the world at t = 0");
  }
  const char* kind() const override { return "cylindrical"; }
};

}  // namespace perilune
