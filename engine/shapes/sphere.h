#pragma once

#include "engine/shapes/circle.h"

namespace perilune {

// A ball. Its geometry is that of a disc in the plane through both centres: pairs of discs need no plane.
struct Sphere final : Shape {
  double radius = required_number;  // [m]
  Vector3 at = Vector3::Zero();     // centre in the body's frame [m]

  const char* kind() const override { return "sphere"; }
  double radius_about_reference() const override { return at.norm() + radius; }
  double size() const override { return radius; }
  Circle section() const {
    Circle circle;
    circle.body = body, circle.radius = radius, circle.at = at;
    return circle;
  }
  static std::vector<Field<Sphere>> fields() {
    return {{"radius", "m", "of the sphere", &Sphere::radius, above(0)},
            {"at", "m", "centre in the body's frame", &Sphere::at}};
  }
};

}  // namespace perilune
