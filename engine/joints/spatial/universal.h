#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// Two bodies share a point; an axis of the first stays at right angles to one of the second (Cardan).
struct Universal final : SpatialJoint {
  Vectors axes;

  Universal() : SpatialJoint({meet(0), meet(1), meet(2), right_angle(0, 1)}) {}
  static std::vector<Field<Universal>> fields() {
    return {between_field<Universal>(),
            at_field<Universal>(),
            {"axes", "", "of the first and of the second body, at right angles, in the world at t = 0",
             &Universal::axes}};
  }
  const char* kind() const override { return "universal"; }
  void prepare() const;  // InputError: not two axes at right angles

 protected:
  std::array<Matrix3, 2> frames() const override;
};

}  // namespace perilune
