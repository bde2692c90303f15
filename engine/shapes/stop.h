#pragma once

#include "engine/model/shape.h"

namespace perilune {

// One end of a contact of scalar coordinates: a number that another number may not pass. It has no place in space.
struct Stop final : Shape {
  double gap = 0;  // [m or rad] free distance of the pair when both coordinates are 0; counted once, at a

  const char* kind() const override { return "stop"; }
  double radius_about_reference() const override { return 0; }
  double size() const override { return gap > 0 ? gap : 1; }  // preloaded from the start: of the order of 1
};

// gap = a.gap + q_b − q_a: contact pushes a down and b up.
class StopStop final : public ShapePair {
 public:
  StopStop(const Stop& a, const Stop&) : gap_(a.gap) {}
  void measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const override {
    result.gap = gap_ + b.p[0] - a.p[0];
    result.normal = -Vector3::UnitX();
    result.point = 0.5 * (a.p + b.p);
  }
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double) const override {
    const double bound = a.acceleration + b.acceleration;
    return {bound, bound};
  }

 private:
  double gap_;
};

}  // namespace perilune
