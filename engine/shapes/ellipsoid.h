#pragma once

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// An ellipsoid, its axes along the body's: an egg, a pebble, a coin with rounded faces.
struct Ellipsoid final : Shape {
  Vector3 radii = Vector3::Constant(required_number);  // half the axes [m]
  Vector3 at = Vector3::Zero();                        // centre in the body's frame [m]

  const char* kind() const override { return "ellipsoid"; }
  double radius_about_reference() const override { return at.norm() + radii.maxCoeff(); }
  double size() const override { return radii.minCoeff(); }
  static std::vector<Field<Ellipsoid>> fields() {
    return {{"radii", "m", "half the axes, along those of the body", &Ellipsoid::radii},
            {"at", "m", "centre in the body's frame", &Ellipsoid::at}};
  }
};

}  // namespace perilune
