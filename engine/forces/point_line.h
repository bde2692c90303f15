#pragma once

#include "engine/model/field.h"
#include "engine/model/jet_places.h"
#include "engine/model/motion.h"

namespace perilune {

// The line between two points. Between scalar coordinates a, b its "length" is q_b − q_a, signed.
struct PointLine {
  double length = 0, rate = 0;          // [m], [m/s]
  Vector3 direction = Vector3::Zero();  // unit vector from the first to the second; zero when they coincide
};

PointLine line_between(const PointPair& ends, const Motion& motion);
bool is_scalar(const PointPair& ends);
Jet length_on(const PointPair& ends, const JetPlaces& places);  // 0, without slopes, where they coincide

// InputError: one end scalar, the other a point in the plane; both on one body. what: "a spring".
void check_ends(const PointPair& ends, const char* what);

}  // namespace perilune
