#include "engine/joints/angle_binding.h"

#include <cmath>

namespace perilune {
namespace {

// (sin(γ₁) − sin(γ₀))/(γ₁ − γ₀) = cos(mean) · this.
double quotient(double half) { return std::abs(half) > 1e-8 ? std::sin(half) / half : 1; }

}  // namespace

// w·(ω_b − ω_a)
void AngleBinding::add_turning(const Motion& motion, const Vector3& w, JacobianRows& rows) const {
  for (int k = 0; k < 2; ++k) {
    const Body& body = *bodies_[k];
    if (!body.can_turn()) continue;
    const PointJacobian J = body.spin_jacobian(motion.of(body));
    double* entries = rows.at(0, motion.column(body));
    for (int i = 0; i < J.cols(); ++i) entries[i] += (k == 1 ? 1 : -1) * w.dot(J.col(i));
  }
}

void AngleBinding::evaluate(const Motion& motion, ConstraintRows rows) const {
  const Vector3 axis = hinge_.axis(motion);
  const Vector3 &a = motion.of(*bodies_[0]).spin, &b = motion.of(*bodies_[1]).spin;
  rows.error[0] = std::remainder(angle(motion) - hinge_.angle(motion), 2 * M_PI);
  rows.gamma[0] = a.cross(axis).dot(b - a);
  rows.jacobian(0, motion.column(*bodies_[2])) = 1;
  add_turning(motion, -axis, rows.jacobian);
}

// δΦ = (θ_b − θ_a)·(D₃ᵇ × lever) + (α cos γ + β sin γ) δγ, lever = α D₂ᵃ + β D₃ᵃ.
void AngleBinding::evaluate_over(const StepMotion& step, ConstraintRows mean, ConstraintRows end) const {
  const bool is_classical = augmentation_ == Augmentation::classical;
  const double before = angle(step.before), after = angle(step.after), half = 0.5 * (after - before);
  const double alpha = is_classical ? 1 : std::cos(before), beta = is_classical ? 1 : std::sin(before);
  const double middle = 0.5 * (before + after);
  const auto lever = [&](const Matrix3& a) { return Vector3(alpha * a.col(1) + beta * a.col(2)); };
  const Matrix3 a = hinge_.frame(step.middle, 0), b = hinge_.frame(step.middle, 1);
  mean.jacobian(0, step.middle.column(*bodies_[2])) =
      (alpha * std::cos(middle) + beta * std::sin(middle)) * quotient(half);
  add_turning(step.middle, Vector3(b.col(2)).cross(lever(a)), mean.jacobian);
  const Vector3 last = hinge_.frame(step.after, 1).col(2);
  end.error[0] =
      lever(hinge_.frame(step.after, 0)).dot(last) + alpha * std::sin(after) - beta * std::cos(after);
}

}  // namespace perilune
