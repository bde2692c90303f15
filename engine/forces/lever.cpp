#include "engine/forces/lever.h"

#include <algorithm>

namespace perilune {

Lever::Lever(const Motion& motion, const Point& at) : body(at.body.get()), count(body->coordinates()) {
  for (int i = 0; i < std::min(count, body->is_scalar() ? 1 : 2); ++i)
    loads(i, i) = by_position(i, i) = by_rate(3 + i, i) = 1;
  if (!body->can_turn()) return;
  const BodyMotion& of = motion.of(*body);
  r = of.directors * at.local;
  const double spin = of.spin[2];
  loads.row(2) = Vector3(-r[1], r[0], 1);
  by_position.col(2) << -r[1], r[0], 1, -spin * r[0], -spin * r[1], 0;
  by_rate.col(2) << 0, 0, 0, -r[1], r[0], 1;
}

void Lever::add(const LoadSlopes& load, const Lever& seen, SlopedForce::Slopes& slopes) const {
  const Matrix3 position = loads * load * seen.by_position, rate = loads * load * seen.by_rate;
  for (int row = 0; row < count; ++row)
    for (int column = 0; column < seen.count; ++column)
      slopes.add(*body, row, *seen.body, column, position(row, column), rate(row, column));
}

void Lever::add_turning(const Vector3& force, SlopedForce::Slopes& slopes) const {
  if (body->can_turn()) slopes.add(*body, 2, *body, 2, -(r[0] * force[0] + r[1] * force[1]), 0);
}

}  // namespace perilune
