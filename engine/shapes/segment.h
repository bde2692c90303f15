#pragma once

#include <algorithm>

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A thin wall with two sides: the side of the first touch is kept until the contact ends.
struct Segment final : Shape {
  Vector3 from = Vector3::Constant(required_number);  // ends in the body's frame [m]
  Vector3 to = Vector3::Constant(required_number);

  const char* kind() const override { return "segment"; }
  double radius_about_reference() const override { return std::max(from.norm(), to.norm()); }
  double size() const override { return (to - from).norm(); }
  static std::vector<Field<Segment>> fields() {
    return {{"from", "m", "one end, in the body's frame", &Segment::from},
            {"to", "m", "the other end, in the body's frame", &Segment::to}};
  }
};

}  // namespace perilune
