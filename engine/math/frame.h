#pragma once

#include "engine/math/vector.h"

namespace perilune {

// Three axes at right angles as columns, the first along this direction.
inline Matrix3 frame_about(const Vector3& axis) {
  Matrix3 frame;
  frame.col(0) = axis.normalized();
  int least = 0;
  frame.col(0).cwiseAbs().minCoeff(&least);
  frame.col(1) = frame.col(0).cross(Vector3(Vector3::Unit(least))).normalized();
  frame.col(2) = frame.col(0).cross(frame.col(1));
  return frame;
}

}  // namespace perilune
