#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// The second body slides in a plane of the first and turns about its normal.
struct PlanarSlide final : AxisJoint {
  PlanarSlide() : AxisJoint({along(0), right_angle(0, 1), right_angle(0, 2)}) {}
  static std::vector<Field<PlanarSlide>> fields() {
    return axis_fields<PlanarSlide>("normal", "of the plane, in the world at t = 0");
  }
  const char* kind() const override { return "planar"; }
};

}  // namespace perilune
