#pragma once

#include <algorithm>

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"

namespace perilune {

// Kuwabara & Kono (1987), Jpn. J. Appl. Phys. 26, 1230; Brilliantov, Spahn, Hertzsch & Pöschel (1996), Phys.
// Rev. E 53, 5382: viscoelastic spheres, F = K (δ^{3/2} + (3/2) A √δ δ̇), cut at F = 0 unless tension = true.
// Restitution falls slowly with speed, e = 1 − 1.15344 (3A/2)(K/m)^{2/5} v^{1/5} + ….
struct KuwabaraKono : FormulaDefaults {
  static constexpr const char* name = "kuwabara_kono";
  static constexpr const char* summary =
      "viscoelastic spheres, Kuwabara & Kono 1987; restitution falls with speed^⅕";

  double stiffness = required_number;    // K [N/m^1.5]
  double dissipation = required_number;  // A [s]
  bool tension = false;

  static std::vector<Field<KuwabaraKono>> fields() {
    return {{"stiffness", "N/m^1.5", "K, force per penetration^1.5", &KuwabaraKono::stiffness, above(0)},
            {"dissipation", "s", "A, viscous time of the material", &KuwabaraKono::dissipation, at_least(0)},
            {"tension", "", "whether the contact may pull", &KuwabaraKono::tension}};
  }
  bool pulls() const { return tension; }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (c.penetration <= 0) return 0;
    using std::sqrt;
    const auto root = sqrt(c.penetration);
    const auto force = stiffness * root * (c.penetration + 1.5 * dissipation * c.penetration_rate);
    return tension ? force : at_least_zero(force);
  }
  double potential(double depth) const { return power_energy(stiffness, 1.5, depth); }
};

}  // namespace perilune
