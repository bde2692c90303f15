#pragma once

#include "engine/shapes/circle.h"
#include "engine/shapes/gap_function.h"

namespace perilune {

// A disc on a surface given by its distance function f: gap = f(c) − r, normal ∇f, c the disc's centre.
class CircleGapFunction final : public ShapePair {
 public:
  // Throws InputError (no origin): a disc too large for the hollows.
  CircleGapFunction(const Circle& a, const GapFunction& b);
  // Throws FunctionError: f fails, or is no distance where the disc is near.
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  double smooth_within() const override { return smooth_within_; }
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  void check_distance(double gap, double slope, const Vector3& local) const;

  Circle a_;
  FunctionPointer value_;
  std::string owner_;  // of the surface, for messages
  double smooth_within_ = 0;
};

}  // namespace perilune
