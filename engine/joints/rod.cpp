#include "engine/joints/rod.h"

#include "engine/model/error.h"

namespace perilune {

void Rod::place(const Motion& start) {
  length_ = length.value_or((start.position(between[1]) - start.position(between[0])).norm());
  if (length_ > 0) return;
  throw InputError(origin, "rod '" + name + "'", "its two points are in one place", "a rod has a length");
}

// Φ̈ = (|ḋ|² + d·d̈)/l.
void Rod::evaluate(const Motion& motion, ConstraintRows rows) const {
  const JointPoint a(motion, between[0]), b(motion, between[1]);
  const Vector3 d = b.x - a.x, rate = b.v - a.v;
  rows.error[0] = (d.squaredNorm() / length_ - length_) / 2;
  rows.gamma[0] = -(rate.squaredNorm() + d.dot(b.bias - a.bias)) / length_;
  b.add_to(rows.jacobian, 0, d / length_);
  a.add_to(rows.jacobian, 0, -d / length_);
}

double Rod::channel(int index, const Motion& motion, const double* lambda) const {
  const Vector3 force = -lambda[0] / length_ * (motion.position(between[1]) - motion.position(between[0]));
  if (index < 2) return force[index];
  return lambda[0] > 0 ? force.norm() : -force.norm();
}

}  // namespace perilune
