#pragma once

#include "engine/joints/planar_joint.h"

namespace perilune {

// Two bodies move as one: their points coincide and their angles keep their difference. On the second body act the
// force −(λ₁, λ₂) at its point and the moment −λ₃.
struct Fixed final : PlanarJoint, JetEquations {
  static std::vector<Field<Fixed>> fields() {
    return {between_field<Fixed>("two points, or two bodies with `at`"),
            at_field<Fixed>("where the joint is at t = 0")};
  }
  const char* kind() const override { return "fixed"; }
  int equations() const override { return 3; }
  void place(const Motion& start) override {
    PlanarJoint::place(start);
    angle_.place(start, first(), second());
  }
  void evaluate(const Motion& motion, ConstraintRows rows) const override {
    coincide(motion, rows);
    angle_.evaluate(motion, first(), second(), rows, 2);
  }
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override {
    coincide_on(places, equations);
    equations[2] = angle_.on(places, first(), second());
    return true;
  }
  std::vector<ChannelInfo> channels() const override { return {{"fx", "N"}, {"fy", "N"}, {"moment", "N m"}}; }
  double channel(int index, const Motion&, const double* lambda) const override { return -lambda[index]; }

 private:
  RelativeAngle angle_;
};

}  // namespace perilune
