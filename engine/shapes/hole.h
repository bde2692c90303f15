#pragma once

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A circular hole: the solid lies outside of the circle.
struct Hole final : Shape {
  double radius = required_number;  // [m]
  Vector3 at = Vector3::Zero();     // centre in the body's frame [m]

  const char* kind() const override { return "hole"; }
  double radius_about_reference() const override { return at.norm() + radius; }
  double size() const override { return radius; }
  static std::vector<Field<Hole>> fields() {
    return {{"radius", "m", "of the hole", &Hole::radius, above(0)},
            {"at", "m", "centre in the body's frame", &Hole::at}};
  }
};

}  // namespace perilune
