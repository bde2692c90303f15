#pragma once

#include "engine/shapes/ellipsoid.h"
#include "engine/shapes/plane.h"

namespace perilune {

// An ellipsoid on a half-space: gap = n·(c − p) − h(n), h(n) = |R Dᵀn| its support function, R = diag(radii). It touches at
// c − D R² Dᵀn/h.
class EllipsoidPlane final : public ShapePair {
 public:
  EllipsoidPlane(const Ellipsoid& a, const Plane& b) : a_(a), b_(b) { b_.normal.normalize(); }
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  Ellipsoid a_;
  Plane b_;
};

}  // namespace perilune
