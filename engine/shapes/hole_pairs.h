#pragma once

#include "engine/shapes/circle.h"
#include "engine/shapes/hole.h"
#include "engine/shapes/slot.h"

namespace perilune {

// A disc in a slot, or in a hole (a slot without length): gap = R − r − d, d the distance of its centre from the
// slot's middle line. Level (shape.h): ψ = (ρ² − d²)/2ρ, ρ = R − r, which is smooth on the middle line, too.
class CircleSlot final : public ShapePair {
 public:
  CircleSlot(const Circle& a, const Slot& b);  // throws InputError (no origin): it does not fit
  CircleSlot(const Circle& a, const Hole& b);
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  double smooth_within() const override { return b_.radius - a_.radius; }
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  Circle a_;
  Slot b_;
};

}  // namespace perilune
