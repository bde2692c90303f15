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

void PlanarJoint::coincide(const Motion& motion, ConstraintRows& rows) const {
  const JointPoint a(motion, between[0]), b(motion, between[1]);
  for (int i = 0; i < 2; ++i) {
    rows.error[i] = b.x[i] - a.x[i];
    rows.gamma[i] = a.bias[i] - b.bias[i];
    b.add_to(rows.jacobian, i, Vector3::Unit(i));
    a.add_to(rows.jacobian, i, -Vector3::Unit(i));
  }
}

void PlanarJoint::coincide_on(const JetPlaces& places, Jet* equations) const {
  const JetVector d = places.point(between[1]) - places.point(between[0]);
  for (int i = 0; i < 2; ++i) equations[i] = d[i];
}

double RelativeAngle::angle(const Motion& motion, const Body& body) {
  const int i = turning_coordinate(body);
  return i < 0 ? 0 : motion.positions(body)[i];
}

void RelativeAngle::evaluate(const Motion& motion, const Body& a, const Body& b, ConstraintRows& rows,
                             int row) const {
  rows.error[row] = difference(motion, a, b) - at_start_;
  const int i = turning_coordinate(a), j = turning_coordinate(b);
  if (i >= 0) rows.jacobian(row, motion.column(a) + i) -= 1;
  if (j >= 0) rows.jacobian(row, motion.column(b) + j) += 1;
}

}  // namespace perilune
