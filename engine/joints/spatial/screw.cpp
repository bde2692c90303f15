#include "engine/joints/spatial/screw.h"

#include <cmath>

#include "engine/model/error.h"

namespace perilune {

void Screw::prepare() const {
  SpatialJoint::prepare();
  if (pitch != 0) return;
  throw InputError("", "", "pitch = 0 m: it would never move on", "a revolute joint, or pitch = 1e-3");
}

void Screw::evaluate(const Motion& motion, ConstraintRows rows) const {
  AxisJoint::evaluate(motion, rows);
  rows.error[4] = rows.gamma[4] = 0;
  evaluate_displacement(motion, rows, 4);
  evaluate_angle(motion, rows, 4, -pitch / (2 * M_PI));
  rows.error[4] = std::remainder(rows.error[4], std::abs(pitch));
}

double Screw::channel(int index, const Motion& motion, const double* lambda) const {
  const double own = AxisJoint::channel(index, motion, lambda);
  if (index >= 6) return own;
  const double factor = index < 3 ? 1 : -pitch / (2 * M_PI);
  return own - factor * lambda[4] * frame(motion, 0)(index % 3, 0);
}

}  // namespace perilune
