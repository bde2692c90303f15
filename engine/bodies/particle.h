#pragma once

#include "engine/bodies/translating_body.h"
#include "engine/model/field.h"

namespace perilune {

// A point mass: x, y, in space also z. It does not rotate.
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

template <int size>
class Particle final : public TranslatingBody<size> {
 public:
  explicit Particle(const ParticleDescription& d) : d_(d) {}
  const char* kind() const override { return "particle"; }
  double mass() const override { return d_.mass; }
  void mass_matrix(Eigen::Ref<MatrixX> M) const override { M.diagonal().setConstant(d_.mass); }
  void initial_state(double* q, double* v) const override {
    for (int i = 0; i < size; ++i) q[i] = d_.position[i], v[i] = d_.velocity[i];
  }
  const std::vector<BodyChannel>& channels() const override {
    static const std::vector<BodyChannel> list = [] {
      std::vector<BodyChannel> positions, velocities, accelerations;
      const auto add = [&](auto axis) {
        using P = const double*;
        constexpr int i = decltype(axis)::value;
        const std::string name(1, "xyz"[i]);
        positions.push_back({name, "m", [](P q, P, P) { return q[i]; }});
        velocities.push_back({"v" + name, "m/s", [](P, P v, P) { return v[i]; }});
        accelerations.push_back({"a" + name, "m/s^2", [](P, P, P a) { return a[i]; }});
      };
      add(std::integral_constant<int, 0>()), add(std::integral_constant<int, 1>());
      if constexpr (size == 3) add(std::integral_constant<int, 2>());
      std::vector<BodyChannel> all = std::move(positions);
      all.insert(all.end(), velocities.begin(), velocities.end());
      all.insert(all.end(), accelerations.begin(), accelerations.end());
      return all;
    }();
    return list;
  }

 private:
  ParticleDescription d_;
};

using PlanarParticle = Particle<2>;
using SpatialParticle = Particle<3>;

}  // namespace perilune
