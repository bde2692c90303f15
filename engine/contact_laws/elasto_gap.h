#pragma once

#include <algorithm>

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"

namespace perilune {

// ElastoGap of the Modelica Standard Library (Translational.Components): a spring and a damper whose force is
// limited to that of the spring,
//     F = K δⁿ + D_c,   D_c = d δ̇ limited to ±K δⁿ,
// so that it neither pulls nor jumps.
struct ElastoGap : FormulaDefaults {
  static constexpr const char* name = "elasto_gap";
  static constexpr const char* summary =
      "spring and damper of Modelica's ElastoGap: damping limited by the elastic force";

  double stiffness = required_number;  // K [N/mⁿ]
  double exponent = 1;                 // n [-]
  double damping = required_number;    // d [N·s/m]

  static std::vector<Field<ElastoGap>> fields() {
    return {
        {"stiffness", "N/m^n", "K, force per penetration^n", &ElastoGap::stiffness, above(0)},
        {"exponent", "", "n: 1 linear, 1.5 point contact of spheres", &ElastoGap::exponent, between(1, 3)},
        {"damping", "N s/m", "d, force per rate, up to the elastic force", &ElastoGap::damping, at_least(0)}};
  }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (c.penetration <= 0) return 0;
    using Real = Scalar<Input>;
    const Real elastic = stiffness * power(c.penetration, exponent);
    return elastic + std::clamp<Real>(damping * c.penetration_rate, -elastic, elastic);
  }
  double potential(double depth) const { return power_energy(stiffness, exponent, depth); }
};

}  // namespace perilune
