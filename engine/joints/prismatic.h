#pragma once

#include "engine/joints/planar_joint.h"

namespace perilune {

// The second body slides along an axis of the first and does not turn against it (Nikravesh 1988, eqs 4.10, 4.11):
//     Φ₁ = n·(x_b − x_a),   Φ₂ = θ_b − θ_a − (θ_b − θ_a)₀,   n normal to the axis, fixed to the first body.
// On the second body act the force −λ₁ n at its point and the moment −λ₂.
struct Prismatic final : PlanarJoint {
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
  std::vector<ChannelInfo> channels() const override { return {{"fx", "N"}, {"fy", "N"}, {"moment", "N m"}}; }
  double channel(int index, const Motion& motion, const double* lambda) const override;

 private:
  RelativeAngle angle_;
  Vector3 normal_;  // in the first body's frame
};

}  // namespace perilune
