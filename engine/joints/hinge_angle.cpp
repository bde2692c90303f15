#include "engine/joints/hinge_angle.h"

#include <cmath>

#include "engine/math/frame.h"

namespace perilune {
namespace {

bool is_planar(const Motion& motion, const Body& a, const Body& b) {
  return motion.of(a).in_plane || motion.of(b).in_plane;
}

double planar_angle(const Motion& motion, const Body& body) {
  return motion.of(body).in_plane ? motion.positions(body)[2] : 0;
}

// The turn of the second frame against the first about their first axes [rad].
double between(const Matrix3& a, const Matrix3& b) {
  return std::atan2(a.col(2).dot(b.col(1)) - a.col(1).dot(b.col(2)),
                    a.col(1).dot(b.col(1)) + a.col(2).dot(b.col(2)));
}

}  // namespace

void HingeAngle::place(const Motion& start, BodyPointer a, BodyPointer b, const Vector3& axis) {
  bodies_ = {std::move(a), std::move(b)};
  const Matrix3 frame = frame_about(axis);
  for (int k = 0; k < 2; ++k) {
    const BodyMotion& body = start.of(*bodies_[k]);
    axes_[k] = body.turns ? Matrix3(body.directors.transpose() * frame) : frame;
  }
  at_start_ = 0;
  at_start_ = angle(start);
}

Matrix3 HingeAngle::frame(const Motion& motion, int k) const {
  const BodyMotion& body = motion.of(*bodies_[k]);
  return body.turns ? Matrix3(body.directors * axes_[k]) : axes_[k];
}

double HingeAngle::angle(const Motion& motion) const {
  if (is_planar(motion, *bodies_[0], *bodies_[1]))
    return planar_angle(motion, *bodies_[1]) - planar_angle(motion, *bodies_[0]) - at_start_;
  return between(frame(motion, 0), frame(motion, 1));
}

double HingeAngle::rate(const Motion& motion) const {
  return axis(motion).dot(motion.of(*bodies_[1]).spin - motion.of(*bodies_[0]).spin);
}

double HingeAngle::change(const StepMotion& step) const {
  const double start = between(frame(step.before, 0), frame(step.before, 1));
  return std::remainder(between(frame(step.after, 0), frame(step.after, 1)) - start, 2 * M_PI);
}

// The angle γ as a coordinate with Φ = cos γ₀ (D₂ᵃ·D₃ᵇ + sin γ) + sin γ₀ (D₃ᵃ·D₃ᵇ − cos γ) = 0, γ₀ that at the start of the
// step (the variable augmentation of Sänger, Betsch & Hesch): the multiplier of a unit moment is one over the quotient of Φ by
// γ, and the bodies feel the gradient at the mean. Nothing is remembered from step to step.
Vector3 HingeAngle::unit_moment(const StepMotion& step) const {
  const double start = between(frame(step.before, 0), frame(step.before, 1)), half = 0.5 * change(step);
  const double slope = std::cos(half) * (std::abs(half) > 1e-8 ? std::sin(half) / half : 1);
  const Matrix3 a = frame(step.middle, 0), b = frame(step.middle, 1);
  const Vector3 lever = std::cos(start) * a.col(1) + std::sin(start) * a.col(2);
  return lever.cross(Vector3(b.col(2))) / slope;
}

}  // namespace perilune
