#pragma once

#include <algorithm>

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"

namespace perilune {

// Hertz with a constant damper, F = K δ^{3/2} + γ m δ̇ ≥ 0, of granular dynamics (Ristow 1992; Lee & Herrmann
// 1993, attribution not verified). It jumps at touch, and restitution rises with speed: damping/elasticity ~
// v^{−1/5}.
struct LeeHerrmann : FormulaDefaults {
  static constexpr const char* name = "lee_herrmann";
  static constexpr const char* summary =
      "Hertz with damper γ m δ̇ (attribution not verified); restitution rises with speed";
  static constexpr bool jumps = true;
  static constexpr bool needs_mass = true;

  double stiffness = required_number;     // K [N/m^1.5]
  double damping_rate = required_number;  // γ [1/s]
  std::optional<double> mass;             // m [kg]; the pair's reduced mass when not given

  static std::vector<Field<LeeHerrmann>> fields() {
    return {{"stiffness", "N/m^1.5", "K, force per penetration^1.5", &LeeHerrmann::stiffness, above(0)},
            {"damping_rate", "1/s", "γ, damping per mass", &LeeHerrmann::damping_rate, at_least(0)},
            {"mass", "kg", "that is damped; default: the pair's reduced mass", &LeeHerrmann::mass, above(0)}};
  }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (!mass) refuse_without_mass(name);
    if (c.penetration < 0) return 0;
    return at_least_zero(stiffness * power(c.penetration, 1.5) + damping_rate * *mass * c.penetration_rate);
  }
  double potential(double depth) const { return power_energy(stiffness, 1.5, depth); }
};

}  // namespace perilune
