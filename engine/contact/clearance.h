#pragma once

#include <memory>
#include <vector>

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A joint with clearance is no constraint: it is two shapes of two bodies that can touch, one within the other.
struct ClearanceShapes {
  std::shared_ptr<Shape> inner, outer;
};

// A pin (journal) in a hole (bearing). With `at` both centres lie there at t = 0.
struct ClearanceRevolute {
  PointPair between;
  std::optional<Point> at;
  double journal_radius = required_number, bearing_radius = required_number;  // [m]

  static std::vector<Field<ClearanceRevolute>> fields() {
    using Kind = ClearanceRevolute;
    return {{"between", "", "the pin's centre and the hole's, or two bodies with `at`", &Kind::between},
            {"at", "m", "where both centres are at t = 0", &Kind::at},
            {"journal_radius", "m", "of the pin, on the first body", &Kind::journal_radius, above(0)},
            {"bearing_radius", "m", "of the hole, in the second body", &Kind::bearing_radius, above(0)}};
  }
  ClearanceShapes shapes() const;  // throws InputError (no origin)
};

// A rectangular slider in a straight guide without ends: four corners, each of which touches the face it is nearer to.
struct ClearancePrismatic {
  PointPair between;
  std::optional<Point> at;
  Vector3 axis = Vector3::Constant(required_number);         // at t = 0, world
  double length = required_number, width = required_number;  // [m]
  double clearance = required_number;                        // [m]

  static std::vector<Field<ClearancePrismatic>> fields() {
    using Kind = ClearancePrismatic;
    return {
        {"between", "", "the slider's middle and a place on the guide's middle line, or two bodies with `at`",
         &Kind::between},
        {"at", "m", "where both are at t = 0", &Kind::at},
        {"axis", "-", "of the guide, at t = 0", &Kind::axis},
        {"length", "m", "of the slider along the axis", &Kind::length, above(0)},
        {"width", "m", "of the slider across", &Kind::width, above(0)},
        {"clearance", "m", "on either side of a slider in the middle", &Kind::clearance, above(0)}};
  }
  ClearanceShapes shapes() const;  // throws InputError (no origin)
};

// clearance_revolute, clearance_prismatic.
const std::vector<CatalogEntry<ClearanceShapes>>& clearance_catalog();

}  // namespace perilune
