#pragma once

#include "engine/model/body.h"
#include "engine/model/joint.h"
#include "engine/model/motion.h"

namespace perilune {

// A point of a body and how it moves: what joints are made of.
//     x = p + D X,   ẋ = J v,   ẍ = J q̈ + bias.
struct JointPoint {
  Vector3 x, v, bias;      // [m], [m/s], [m/s²]
  PointJacobian jacobian;  // 3 × freedoms of the body
  int column = 0;          // of the body's block

  JointPoint(const Motion& motion, const Point& point)
      : x(motion.position(point)),
        v(motion.velocity(point)),
        bias(point.body->point_bias(motion.of(*point.body), point.local)),
        jacobian(point.body->point_jacobian(motion.of(*point.body), point.local)),
        column(motion.column(*point.body)) {}

  // Adds wᵀ ∂x/∂q to a row of Φ_q.
  void add_to(JacobianRows& rows, int row, const Vector3& w) const {
    if (jacobian.cols() == 0) return;
    double* entries = rows.at(row, column);
    for (int i = 0; i < jacobian.cols(); ++i) entries[i] += w.dot(jacobian.col(i));
  }
};

// Where a planar body's angle, or the number of a scalar coordinate, stands in q; −1: it has none.
inline int turning_coordinate(const Body& body) {
  if (body.is_scalar()) return 0;
  return body.can_turn() ? 2 : -1;
}

// The point of a body that is at x at the start.
inline Point fixed_to(const BodyPointer& body, const Motion& start, const Vector3& x) {
  const BodyMotion& motion = start.of(*body);
  const Vector3 r = x - motion.p;
  return {body, motion.turns ? Vector3(motion.directors.transpose() * r) : r};
}

}  // namespace perilune
