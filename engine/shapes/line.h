#pragma once

#include <limits>

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A half-plane: solid on the side away from its normal.
struct Line final : Shape {
  Vector3 at = Vector3::Zero();       // a point of the edge, in the body's frame [m]
  Vector3 normal = Vector3::UnitY();  // out of the solid, in the body's frame; made a unit vector

  const char* kind() const override { return "line"; }
  double radius_about_reference() const override { return std::numeric_limits<double>::infinity(); }
  double size() const override { return 0; }
  static std::vector<Field<Line>> fields() {
    return {{"at", "m", "a point of the edge, in the body's frame", &Line::at},
            {"normal", "-", "out of the solid, in the body's frame", &Line::normal}};
  }
};

}  // namespace perilune
