#pragma once

#include <algorithm>

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A slot with round ends: the points within `radius` of the line between two places are free, all else is solid.
struct Slot final : Shape {
  Vector3 from = Vector3::Constant(required_number);  // centres of its ends, in the body's frame [m]
  Vector3 to = Vector3::Constant(required_number);
  double radius = required_number;  // half its width [m]
  bool is_endless = false;          // a guide: straight on beyond both ends

  const char* kind() const override { return "slot"; }
  double radius_about_reference() const override { return std::max(from.norm(), to.norm()) + radius; }
  double size() const override { return radius; }
  static std::vector<Field<Slot>> fields() {
    return {{"from", "m", "centre of one end, in the body's frame", &Slot::from},
            {"to", "m", "centre of the other end, in the body's frame", &Slot::to},
            {"radius", "m", "half the width", &Slot::radius, above(0)}};
  }
};

}  // namespace perilune
