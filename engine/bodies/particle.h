#pragma once

#include "engine/bodies/translating_body.h"
#include "engine/model/field.h"

namespace perilune {

// A point mass. In planar models its coordinates are x, y; it does not rotate.
struct ParticleDescription {
  double mass = required_number;
  Vector3 position = Vector3::Constant(required_number);
  Vector3 velocity = Vector3::Zero();

  static std::vector<Field<ParticleDescription>> fields() {
    using D = ParticleDescription;
    return {{"mass", "kg", "of the point", &D::mass, above(0)},
            {"position", "m", "at t = 0", &D::position},
            {"velocity", "m/s", "at t = 0", &D::velocity}};
  }
};

class PlanarParticle final : public TranslatingBody<2> {
 public:
  explicit PlanarParticle(const ParticleDescription& d) : d_(d) {}
  const char* kind() const override { return "particle"; }
  double mass() const override { return d_.mass; }
  void mass_matrix(Eigen::Ref<MatrixX> M) const override { M(0, 0) = M(1, 1) = d_.mass; }
  void initial_state(double* q, double* v) const override {
    for (int i = 0; i < 2; ++i) q[i] = d_.position[i], v[i] = d_.velocity[i];
  }
  const std::vector<BodyChannel>& channels() const override {
    static const std::vector<BodyChannel> list = {
        {"x", "m", [](const double* q, const double*, const double*) { return q[0]; }},
        {"y", "m", [](const double* q, const double*, const double*) { return q[1]; }},
        {"vx", "m/s", [](const double*, const double* v, const double*) { return v[0]; }},
        {"vy", "m/s", [](const double*, const double* v, const double*) { return v[1]; }},
        {"ax", "m/s^2", [](const double*, const double*, const double* a) { return a[0]; }},
        {"ay", "m/s^2", [](const double*, const double*, const double* a) { return a[1]; }}};
    return list;
  }

 private:
  ParticleDescription d_;
};

}  // namespace perilune
