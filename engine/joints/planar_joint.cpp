#include "engine/joints/planar_joint.h"

#include "engine/model/error.h"

namespace perilune {

void PlanarJoint::prepare() const {
  for (const Point& point : between) {
    if (!point.body->is_scalar()) continue;
    throw InputError("", "", "'" + point.body->name + "' is a scalar coordinate, which has no place",
                     "a body, a point of it, or { x, y } in the world");
  }
  if (between[0].body != between[1].body) return;
  throw InputError("", "", "'between' names '" + between[0].body->name + "' twice", "a joint has two bodies");
}

double RelativeAngle::angle(const Motion& motion, const Body& body) {
  const int i = turning_coordinate(body);
  return i < 0 ? 0 : motion.positions(body)[i];
}

void RelativeAngle::evaluate(const Motion& motion, const Body& a, const Body& b, ConstraintRows& rows,
                             int row) const {
  rows.error[row] = difference(motion, a, b) - at_start_;
  const int i = turning_coordinate(a), j = turning_coordinate(b);
  if (i >= 0) rows.jacobian(row, motion.slots[a.index].offset + i) -= 1;
  if (j >= 0) rows.jacobian(row, motion.slots[b.index].offset + j) += 1;
}

}  // namespace perilune
