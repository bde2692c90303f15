#include "engine/joints/prismatic.h"

#include "engine/model/error.h"

namespace perilune {

void Prismatic::prepare() const {
  PlanarJoint::prepare();
  if (axis.norm() > 0) return;
  throw InputError("", "", "'axis' is {0, 0}, a direction is needed", "axis = {1, 0} slides along x");
}

void Prismatic::place(const Motion& start) {
  PlanarJoint::place(start);
  angle_.place(start, first(), second());
  const Vector3 along = axis.normalized(), normal(-along[1], along[0], 0);
  const BodyMotion& frame = start.of(first());
  normal_ = frame.turns ? Vector3(frame.directors.transpose() * normal) : normal;
}

// ṅ = ω ẑ×n, n̈ = −ω² n for ω̇ = 0; Φ̈₁ = n̈·d + 2ṅ·ḋ + n·d̈ with d = x_b − x_a.
void Prismatic::evaluate(const Motion& motion, ConstraintRows rows) const {
  const JointPoint a(motion, between[0]), b(motion, between[1]);
  const BodyMotion& frame = motion.of(first());
  const Vector3 n = frame.direction(normal_), turned(-n[1], n[0], 0), d = b.x - a.x;
  const double w = frame.spin[2];
  rows.error[0] = n.dot(d);
  rows.gamma[0] = -(-w * w * n.dot(d) + 2 * w * turned.dot(b.v - a.v) + n.dot(b.bias - a.bias));
  b.add_to(rows.jacobian, 0, n);
  a.add_to(rows.jacobian, 0, -n);
  const int angle = turning_coordinate(first());
  if (angle >= 0) rows.jacobian(0, a.column + angle) += turned.dot(d);
  angle_.evaluate(motion, first(), second(), rows, 1);
}

double Prismatic::channel(int index, const Motion& motion, const double* lambda) const {
  if (index == 2) return -lambda[1];
  return -lambda[0] * motion.of(first()).direction(normal_)[index];
}

}  // namespace perilune
