#pragma once

#include "engine/shapes/arc.h"
#include "engine/shapes/circle.h"

namespace perilune {

// A disc against a thin wall bent to an arc: gap = |R − d| − r beside it, d the distance of the disc's centre from the
// arc's; |c − end| − r beyond its ends. Side 1 is the hollow one, −1 the other; a side that is kept counts a centre
// that has passed the wall as negative.
class CircleArc final : public ShapePair {
 public:
  CircleArc(const Circle& a, const Arc& b);  // throws InputError (no origin): the disc does not fit into it
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  double smooth_within() const override { return smooth_within_; }
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  bool is_beside(const Vector3& r) const;

  Circle a_;
  Arc b_;
  Vector3 from_, to_;  // its ends, in the body's frame [m]
  double smooth_within_;
};

}  // namespace perilune
