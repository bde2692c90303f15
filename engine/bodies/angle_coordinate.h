#pragma once

#include <algorithm>
#include <utility>

#include "engine/bodies/translating_body.h"
#include "engine/model/motion.h"

namespace perilune {

// The angle by which two bodies are turned against each other, as a scalar coordinate of its own: it has no inertia, and a
// joint (AngleBinding) says what it is. It counts whole turns, and loads on it act between the bodies.
class AngleCoordinate final : public TranslatingBody<1> {
 public:
  // axis: of the hinge, in the world at the start.
  AngleCoordinate(BodyPointer a, BodyPointer b, const Vector3& axis)
      : a_(std::move(a)), b_(std::move(b)), axis_(axis.normalized()) {
    name = "angle";
  }
  const char* kind() const override { return "coordinate"; }
  bool is_scalar() const override { return true; }
  void mass_matrix(Eigen::Ref<MatrixX> M) const override { M(0, 0) = 0; }
  double kinetic_energy(const double*) const override { return 0; }
  // A stand-in for no inertia, small against what it moves.
  void inertia(double* diagonal) const override {
    const double least = std::min(least_moment(*a_), least_moment(*b_));
    diagonal[0] = least < unlimited ? 1e-2 * least : 1;
  }
  void initial_state(double* q, double* v) const override {
    q[0] = 0, v[0] = axis_.dot(spin(*b_) - spin(*a_));
  }
  const std::vector<BodyChannel>& channels() const override {
    static const std::vector<BodyChannel> list = {
        {"position", "rad", [](const double* q, const double*, const double*) { return q[0]; }},
        {"velocity", "rad/s", [](const double*, const double* v, const double*) { return v[0]; }},
        {"acceleration", "rad/s^2", [](const double*, const double*, const double* a) { return a[0]; }}};
    return list;
  }

 private:
  static constexpr double unlimited = 1e300;

  static double least_moment(const Body& body) {
    if (!body.can_turn()) return unlimited;
    VectorX diagonal(body.freedoms());
    body.inertia(diagonal.data());
    return diagonal.tail(std::max(1, body.freedoms() - 3)).minCoeff();
  }
  static Vector3 spin(const Body& body) {
    if (body.coordinates() == 0) return Vector3::Zero();
    VectorX q(body.coordinates()), v(body.coordinates());
    body.initial_state(q.data(), v.data());
    BodyMotion motion;
    body.motion(q.data(), v.data(), motion);
    return motion.spin;
  }
  BodyPointer a_, b_;
  Vector3 axis_;
};

}  // namespace perilune
