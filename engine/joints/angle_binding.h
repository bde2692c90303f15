#pragma once

#include <utility>

#include "engine/joints/hinge_angle.h"
#include "engine/model/joint.h"

namespace perilune {

// What makes a scalar coordinate γ the angle of body b against a about a hinge's axis: Φ = γ − angle, up to whole turns.
// Over a step it is the augmentation of Betsch & Uhlar (2007) and Sänger, Betsch & Hesch (eqs 18-23),
//     Φ = α (D₂ᵃ·D₃ᵇ + sin γ) + β (D₃ᵃ·D₃ᵇ − cos γ),
// either variable, α = cos γ₀ and β = sin γ₀ with γ₀ the angle at the start of the step, or classical, α = β = 1, for teaching:
// that one has a second root, γ' = 3π/2 − γ (a turn further each time), and loses its rank where the two meet, at 3π/4
// (the paper says π/4, but α cos γ + β sin γ = 0 is arctan(β/α) + π/2).
class AngleBinding final : public Joint {
 public:
  enum class Augmentation { variable, classical };
  AngleBinding(BodyPointer a, BodyPointer b, BodyPointer coordinate, const Vector3& axis, Augmentation kind)
      : bodies_{std::move(a), std::move(b), std::move(coordinate)}, axis_(axis), augmentation_(kind) {
    name = "augmentation";
  }
  const char* kind() const override { return "augmentation"; }
  int equations() const override { return 1; }
  std::vector<BodyPointer> bodies() const override { return {bodies_.begin(), bodies_.end()}; }
  void place(const Motion& start) override { hinge_.place(start, bodies_[0], bodies_[1], axis_); }
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  void evaluate_over(const StepMotion& step, ConstraintRows mean, ConstraintRows end) const override;
  std::vector<ChannelInfo> channels() const override { return {{"effort", "N m"}}; }
  double channel(int, const Motion&, const double* lambda) const override { return -lambda[0]; }

 private:
  double angle(const Motion& motion) const { return *motion.positions(*bodies_[2]); }
  void add_turning(const Motion& motion, const Vector3& w, JacobianRows& rows) const;
  std::array<BodyPointer, 3> bodies_;
  Vector3 axis_;
  Augmentation augmentation_;
  HingeAngle hinge_;
};

}  // namespace perilune
