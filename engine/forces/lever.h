#pragma once

#include "engine/model/motion.h"
#include "engine/model/sloped_force.h"

namespace perilune {

// How a load at a point in the plane enters the coordinates of its body, and how what a user's function sees of the point
// changes with them: for the slopes of users' forces. With r = D X, r⊥ = ẑ × r,
//     Q = B (fx, fy, m),   ∂x/∂θ = r⊥,   ∂ẋ/∂θ = −ω r,   ∂ẋ/∂ω = r⊥.
// A scalar coordinate is an x, its load an fx.
struct Lever {
  using ViewSlopes = Eigen::Matrix<double, 6, 3>;  // of x, y, angle, vx, vy, angular velocity
  using LoadSlopes = Eigen::Matrix<double, 3, 6>;  // of fx, fy, m by these

  Lever(const Motion& motion, const Point& at);

  // Adds ∂Q/∂q and ∂Q/∂q̇ of this load by what is seen at another place.
  void add(const LoadSlopes& load, const Lever& seen, SlopedForce::Slopes& slopes) const;
  // Adds ∂B/∂q F: −r·F of the angle by itself.
  void add_turning(const Vector3& force, SlopedForce::Slopes& slopes) const;

  const Body* body;
  int count = 0;  // coordinates
  Matrix3 loads = Matrix3::Zero();
  ViewSlopes by_position = ViewSlopes::Zero(), by_rate = ViewSlopes::Zero();
  Vector3 r = Vector3::Zero();
};

}  // namespace perilune
