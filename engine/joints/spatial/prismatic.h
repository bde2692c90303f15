#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// The second body slides along an axis of the first and does not turn against it. Its coordinate is the displacement.
struct SpatialPrismatic final : AxisJoint {
  SpatialPrismatic()
      : AxisJoint({along(1), along(2), right_angle(0, 1), right_angle(0, 2), right_angle(1, 2)}) {}
  static std::vector<Field<SpatialPrismatic>> fields() {
    return axis_fields<SpatialPrismatic>("axis", "along which the second slides, in the world at t = 0");
  }
  const char* kind() const override { return "prismatic"; }
  const char* coordinate_unit() const override { return "m"; }
  const char* coordinate_name() const override { return "displacement"; }
  void evaluate_coordinate(const Motion& motion, ConstraintRows rows) const override {
    rows.error[0] = rows.gamma[0] = 0;
    evaluate_displacement(motion, rows, 0);
  }
};

}  // namespace perilune
