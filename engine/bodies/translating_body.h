#pragma once

#include <cmath>

#include "engine/model/body.h"

namespace perilune {

// What bodies share that only translate: the ground (no coordinates), a scalar coordinate (1) and a particle
// (2 or 3). Coordinate i moves the reference point along axis i; torques do nothing.
template <int size>
class TranslatingBody : public Body {
 public:
  int coordinates() const override { return size; }

  void motion(const double* q, const double* v, BodyMotion& motion) const override {
    for (int i = 0; i < size; ++i) motion.p[i] = q[i], motion.v[i] = v[i];
    for (int i = size; i < 3; ++i) motion.p[i] = motion.v[i] = 0;
  }
  PointJacobian point_jacobian(const BodyMotion&, const Vector3&) const override {
    return PointJacobian::Identity(3, size);
  }
  Vector3 point_bias(const BodyMotion&, const Vector3&) const override { return Vector3::Zero(); }
  void add_force(const BodyMotion&, const Vector3&, const Vector3& F, double* f) const override {
    for (int i = 0; i < size; ++i) f[i] += F[i];
  }
  void add_force_at(const BodyMotion&, const Vector3&, const Vector3& F, double* f) const override {
    for (int i = 0; i < size; ++i) f[i] += F[i];
  }
  void add_torque(const BodyMotion&, const Vector3&, double*) const override {}
  MotionBound bound(const double* speeds, const double* accelerations) const override {
    return {norm(speeds), norm(accelerations), 0, 0};
  }

 private:
  static double norm(const double* x) {
    double sum = 0;
    for (int i = 0; i < size; ++i) sum += x[i] * x[i];
    return std::sqrt(sum);
  }
};

}  // namespace perilune
