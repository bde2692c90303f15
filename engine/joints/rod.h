#pragma once

#include "engine/joints/planar_joint.h"

namespace perilune {

// Two points keep their distance: Φ = (|d|² − l²)/2l, d = x_b − x_a, in metres. `force` is the tension −λ |d|/l: > 0
// pulls the points together.
struct Rod final : PlanarJoint, JetEquations {
  std::optional<double> length;  // [m] default: the distance at t = 0

  static std::vector<Field<Rod>> fields() {
    return {between_field<Rod>("two points"),
            {"length", "m", "default: their distance at t = 0", &Rod::length, above(0)}};
  }
  const char* kind() const override { return "rod"; }
  int equations() const override { return 1; }
  void place(const Motion& start) override;  // InputError: points in one place
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override {
    const JetVector d = places.point(between[1]) - places.point(between[0]);
    equations[0] = (dot(d, d) / length_ - length_) * 0.5;
    return true;
  }
  std::vector<ChannelInfo> channels() const override { return {{"fx", "N"}, {"fy", "N"}, {"force", "N"}}; }
  double channel(int index, const Motion& motion, const double* lambda) const override;

 private:
  double length_ = 0;
};

}  // namespace perilune
