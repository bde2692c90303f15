#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// Two bodies share a point and an axis. Its coordinate is the angle of the second against the first, up to whole turns.
struct SpatialRevolute final : AxisJoint {
  SpatialRevolute() : AxisJoint({meet(0), meet(1), meet(2), right_angle(0, 1), right_angle(0, 2)}) {}
  static std::vector<Field<SpatialRevolute>> fields() {
    return axis_fields<SpatialRevolute>("axis", "about which they turn, in the world at t = 0");
  }
  const char* kind() const override { return "revolute"; }
  const char* coordinate_unit() const override { return "rad"; }
  const char* coordinate_name() const override { return "angle"; }
  bool coordinate_wraps() const override { return true; }
  void evaluate_coordinate(const Motion& motion, ConstraintRows rows) const override {
    rows.error[0] = rows.gamma[0] = 0;
    evaluate_angle(motion, rows, 0);
  }
};

}  // namespace perilune
