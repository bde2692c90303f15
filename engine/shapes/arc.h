#pragma once

#include <cmath>

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A thin wall bent to a part of a circle, counter-clockwise from one angle to another. Like a segment it has two sides
// and two ends: the side of the first touch is kept until the contact ends.
struct Arc final : Shape {
  double radius = required_number;                      // [m]
  Vector3 at = Vector3::Zero();                         // centre of the circle in the body's frame [m]
  double from = required_number, to = required_number;  // [rad] from the body's x axis, from < to < from + 2π

  const char* kind() const override { return "arc"; }
  double radius_about_reference() const override { return at.norm() + radius; }
  double size() const override { return radius; }
  Vector3 end(double angle) const { return at + radius * Vector3(std::cos(angle), std::sin(angle), 0); }
  // [m] Half of the narrowest way in past its ends; the radius when it is at most half of a circle.
  double half_opening() const {
    const double half = M_PI - 0.5 * (to - from);
    return half < 0.5 * M_PI ? radius * std::sin(half) : radius;
  }
  static std::vector<Field<Arc>> fields() {
    return {{"radius", "m", "of the arc", &Arc::radius, above(0)},
            {"at", "m", "centre of its circle in the body's frame", &Arc::at},
            {"from", "rad", "angle where it begins, from the body's x axis", &Arc::from},
            {"to", "rad", "angle where it ends, counter-clockwise", &Arc::to}};
  }
};

}  // namespace perilune
