#pragma once

#include "engine/shapes/line.h"

namespace perilune {

// A half-space: solid on the side away from its normal.
struct Plane final : Shape {
  Vector3 at = Vector3::Zero();       // a point of the surface, in the body's frame [m]
  Vector3 normal = Vector3::UnitZ();  // out of the solid, in the body's frame; made a unit vector

  const char* kind() const override { return "plane"; }
  double radius_about_reference() const override { return std::numeric_limits<double>::infinity(); }
  double size() const override { return 0; }
  Line section() const {
    Line line;
    line.body = body, line.at = at, line.normal = normal;
    return line;
  }
  static std::vector<Field<Plane>> fields() {
    return {{"at", "m", "a point of the surface, in the body's frame", &Plane::at},
            {"normal", "-", "out of the solid, in the body's frame", &Plane::normal}};
  }
};

}  // namespace perilune
