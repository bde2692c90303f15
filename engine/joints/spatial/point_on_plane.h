#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// A point of the second body stays in a plane of the first.
struct PointOnPlane final : AxisJoint {
  PointOnPlane() : AxisJoint({along(0)}) {}
  static std::vector<Field<PointOnPlane>> fields() {
    return axis_fields<PointOnPlane>("normal", "of the plane, in the world at t = 0");
  }
  const char* kind() const override { return "point_on_plane"; }
};

}  // namespace perilune
