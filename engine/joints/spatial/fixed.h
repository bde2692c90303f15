#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// Two bodies move as one.
struct SpatialFixed final : SpatialJoint {
  SpatialFixed()
      : SpatialJoint({meet(0), meet(1), meet(2), right_angle(0, 1), right_angle(0, 2), right_angle(1, 2)}) {}
  static std::vector<Field<SpatialFixed>> fields() {
    return {between_field<SpatialFixed>(), at_field<SpatialFixed>()};
  }
  const char* kind() const override { return "fixed"; }
};

}  // namespace perilune
