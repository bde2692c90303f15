#include "engine/forces/point_line.h"

#include "engine/model/error.h"

namespace perilune {

void check_ends(const PointPair& ends, const char* what) {
  for (std::size_t i = 0; i < 2; ++i) {
    const Body& one = *ends[i].body;
    const Body& other = *ends[1 - i].body;
    const bool fits = other.is_scalar() || other.coordinates() == 0;
    if (!one.is_scalar() || fits) continue;
    throw InputError("", "", "'" + one.name + "' is a scalar coordinate, '" + other.name + "' is not",
                     "join two scalar coordinates, a scalar coordinate and the ground, or two points");
  }
  if (ends[0].body == ends[1].body) {
    throw InputError("", "", "both ends belong to '" + ends[0].body->name + "'",
                     std::string(what) + " joins two bodies");
  }
}

bool is_scalar(const PointPair& ends) { return ends[0].body->is_scalar() || ends[1].body->is_scalar(); }

Jet length_on(const PointPair& ends, const JetPlaces& places) {
  const JetVector r = places.point(ends[1]) - places.point(ends[0]);
  if (is_scalar(ends)) return r[0];
  const Jet square = dot(r, r);
  return square.value() > 0 ? sqrt(square) : Jet(0);
}

PointLine line_between(const PointPair& ends, const Motion& motion) {
  const Vector3 r = motion.position(ends[1]) - motion.position(ends[0]);
  const Vector3 rate = motion.velocity(ends[1]) - motion.velocity(ends[0]);
  if (is_scalar(ends)) return {r[0], rate[0], Vector3::UnitX()};
  const double length = r.norm();
  if (!(length > 0)) return {};
  const Vector3 direction = r / length;
  return {length, direction.dot(rate), direction};
}

}  // namespace perilune
