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
  const Vector3 along = axis.normalized();
  const BodyMotion& frame = start.of(first());
  along_ = frame.turns ? Vector3(frame.directors.transpose() * along) : along;
  normal_ = Vector3(-along_[1], along_[0], 0);
  at_start_ = along.dot(start.position(between[1]) - start.position(between[0]));
}

// ẇ = ω ẑ×w, ẅ = −ω² w for ω̇ = 0; (w·d)¨ = ẅ·d + 2ẇ·ḋ + w·d̈.
void Prismatic::evaluate_along(const Motion& motion, const Vector3& local, double at_zero,
                               ConstraintRows& rows) const {
  const JointPoint a(motion, between[0]), b(motion, between[1]);
  const BodyMotion& frame = motion.of(first());
  const Vector3 w = frame.direction(local), turned(-w[1], w[0], 0), d = b.x - a.x;
  const double spin = frame.spin[2];
  rows.error[0] = w.dot(d) - at_zero;
  rows.gamma[0] = -(-spin * spin * w.dot(d) + 2 * spin * turned.dot(b.v - a.v) + w.dot(b.bias - a.bias));
  b.add_to(rows.jacobian, 0, w);
  a.add_to(rows.jacobian, 0, -w);
  const int angle = turning_coordinate(first());
  if (angle >= 0) rows.jacobian(0, a.column + angle) += turned.dot(d);
}

void Prismatic::evaluate(const Motion& motion, ConstraintRows rows) const {
  evaluate_along(motion, normal_, 0, rows);
  angle_.evaluate(motion, first(), second(), rows, 1);
}

void Prismatic::evaluate_coordinate(const Motion& motion, ConstraintRows rows) const {
  evaluate_along(motion, along_, at_start_, rows);
}

double Prismatic::channel(int index, const Motion& motion, const double* lambda) const {
  if (index == 2) return -lambda[1];
  return -lambda[0] * motion.of(first()).direction(normal_)[index];
}

}  // namespace perilune
