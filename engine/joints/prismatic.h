#pragma once

#include "engine/joints/planar_joint.h"

namespace perilune {

// The second body slides along an axis of the first and does not turn against it (Nikravesh 1988, eqs 4.10, 4.11):
//     Φ₁ = n·(x_b − x_a),   Φ₂ = θ_b − θ_a − (θ_b − θ_a)₀,   n normal to the axis, fixed to the first body.
// On the second body act the force −λ₁ n at its point and the moment −λ₂.
struct Prismatic final : PlanarJoint, JetEquations {
  Vector3 axis = Vector3::Constant(required_number);  // at t = 0, world

  static std::vector<Field<Prismatic>> fields() {
    return {between_field<Prismatic>("two points, or two bodies with `at`"),
            {"axis", "-", "along which the second body slides, at t = 0", &Prismatic::axis},
            at_field<Prismatic>("a place on the axis at t = 0")};
  }
  void prepare() const;  // InputError: no axis; a body that cannot turn

  const char* kind() const override { return "prismatic"; }
  int equations() const override { return 2; }
  void place(const Motion& start) override;
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override {
    equations[0] = along_on(places, normal_);
    equations[1] = angle_.on(places, first(), second());
    return true;
  }
  bool coordinate_on(const JetPlaces& places, Jet& coordinate) const override {
    coordinate = along_on(places, along_) - at_start_;
    return true;
  }
  const char* coordinate_unit() const override { return "m"; }
  void evaluate_coordinate(const Motion& motion, ConstraintRows rows) const override;
  std::vector<ChannelInfo> channels() const override { return {{"fx", "N"}, {"fy", "N"}, {"moment", "N m"}}; }
  double channel(int index, const Motion& motion, const double* lambda) const override;

 private:
  // w·d with d = x_b − x_a and w fixed to the first body, less at_zero, as row 0.
  void evaluate_along(const Motion& motion, const Vector3& local, double at_zero, ConstraintRows& rows) const;

  Jet along_on(const JetPlaces& places, const Vector3& local) const {
    return dot(places.direction(first(), local), places.point(between[1]) - places.point(between[0]));
  }

  RelativeAngle angle_;
  Vector3 normal_, along_;  // in the first body's frame
  double at_start_ = 0;     // [m] displacement
};

}  // namespace perilune
