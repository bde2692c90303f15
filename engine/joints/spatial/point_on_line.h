#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// A point of the second body stays on a line of the first.
struct PointOnLine final : AxisJoint {
  PointOnLine() : AxisJoint({along(1), along(2)}) {}
  static std::vector<Field<PointOnLine>> fields() {
    return axis_fields<PointOnLine>("axis", "of the line, in the world at t = 0");
  }
  const char* kind() const override { return "point_on_line"; }
};

}  // namespace perilune
