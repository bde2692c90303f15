#pragma once

#include <limits>
#include <optional>

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A surface that a user wrote: value(x, y) is the distance [m] of a place of the body's frame from it, > 0 outside of
// the solid. A true distance where a disc may touch, |gradient| = 1: forces act along the gradient.
struct GapFunction final : Shape {
  FunctionSourcePointer value;
  // [m] The largest disc that can touch every place of the surface: the least radius of curvature where it is hollow,
  // or half of its narrowest passage. Proofs that no touch was missed build on it. None: nowhere hollow.
  std::optional<double> hollow_radius;

  const char* kind() const override { return "gap_function"; }
  double radius_about_reference() const override { return std::numeric_limits<double>::infinity(); }
  double size() const override { return 0; }
  static std::vector<Field<GapFunction>> fields() {
    return {
        {"value", "m", "distance from the surface, > 0 outside: function(x, y)", &GapFunction::value},
        {"hollow_radius", "m", "of the largest disc that can touch the surface everywhere; default: any can",
         &GapFunction::hollow_radius, above(0)}};
  }
};

}  // namespace perilune
