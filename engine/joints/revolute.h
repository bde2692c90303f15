#pragma once

#include "engine/joints/planar_joint.h"

namespace perilune {

// Two points coincide: Φ = x_b − x_a (Nikravesh 1988, eq. 4.6). The force on the second body is −λ.
struct Revolute final : PlanarJoint, JetEquations {
  static std::vector<Field<Revolute>> fields() {
    return {between_field<Revolute>("two points, or two bodies with `at`"),
            at_field<Revolute>("where the joint is at t = 0")};
  }
  const char* kind() const override { return "revolute"; }
  void place(const Motion& start) override {
    PlanarJoint::place(start);
    angle_.place(start, first(), second());
  }
  const char* coordinate_unit() const override { return "rad"; }
  void evaluate_coordinate(const Motion& motion, ConstraintRows rows) const override {
    angle_.evaluate(motion, first(), second(), rows, 0);
  }
  int equations() const override { return 2; }
  void evaluate(const Motion& motion, ConstraintRows rows) const override { coincide(motion, rows); }
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override {
    coincide_on(places, equations);
    return true;
  }
  bool coordinate_on(const JetPlaces& places, Jet& coordinate) const override {
    coordinate = angle_.on(places, first(), second());
    return true;
  }
  std::vector<ChannelInfo> channels() const override { return {{"fx", "N"}, {"fy", "N"}}; }
  double channel(int index, const Motion&, const double* lambda) const override { return -lambda[index]; }

 private:
  RelativeAngle angle_;
};

}  // namespace perilune
