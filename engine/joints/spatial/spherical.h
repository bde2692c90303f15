#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// Two points are in one place.
struct Spherical final : SpatialJoint {
  Spherical() : SpatialJoint({meet(0), meet(1), meet(2)}) {}
  static std::vector<Field<Spherical>> fields() {
    return {between_field<Spherical>(), at_field<Spherical>()};
  }
  const char* kind() const override { return "spherical"; }
};

}  // namespace perilune
