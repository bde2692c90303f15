#pragma once

#include <algorithm>

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"

namespace perilune {

// Marhefka & Orin (1999), IEEE Trans. Syst. Man Cybern. A 29, 566–572: damping as a constant of the material,
//     F = K δⁿ (1 + (3/2) α δ̇) ≥ 0,
// so that restitution falls with speed, e ≈ 1 − α δ̇⁽⁻⁾ for slow impacts; exactly, it is that of η = (3/2) α
// δ̇⁽⁻⁾.
struct MarhefkaOrin : FormulaDefaults {
  static constexpr const char* name = "marhefka_orin";
  static constexpr const char* summary =
      "Marhefka & Orin 1999, F = K δⁿ (1 + 3/2 α δ̇); restitution falls with speed";

  double stiffness = required_number;    // K [N/mⁿ]
  double exponent = 1.5;                 // n [-]
  double dissipation = required_number;  // α [s/m]

  static std::vector<Field<MarhefkaOrin>> fields() {
    return {
        {"stiffness", "N/m^n", "K, force per penetration^n", &MarhefkaOrin::stiffness, above(0)},
        {"exponent", "", "n: 1 linear, 1.5 point contact of spheres", &MarhefkaOrin::exponent, between(1, 3)},
        {"dissipation", "s/m", "α: a slow impact loses α × its speed of the restitution",
         &MarhefkaOrin::dissipation, at_least(0)}};
  }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (c.penetration <= 0) return 0;
    return stiffness * power(c.penetration, exponent) *
           at_least_zero(1 + 1.5 * dissipation * c.penetration_rate);
  }
  double potential(double depth) const { return power_energy(stiffness, exponent, depth); }
};

}  // namespace perilune
