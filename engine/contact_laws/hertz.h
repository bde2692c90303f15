#pragma once

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"

namespace perilune {

// Elastic contact, F = K δⁿ: Hertz (1881) for n = 3/2, Hooke for n = 1. Delivers restitution 1.
struct Hertz : FormulaDefaults {
  static constexpr const char* name = "hertz";
  static constexpr const char* summary = "elastic, F = K δⁿ (Hertz 1881); loses nothing";

  double stiffness = required_number;  // K [N/mⁿ]
  double exponent = 1.5;               // n [-]

  static std::vector<Field<Hertz>> fields() {
    return {{"stiffness", "N/m^n", "K, force per penetration^n", &Hertz::stiffness, above(0)},
            {"exponent", "", "n: 1 linear, 1.5 point contact of spheres", &Hertz::exponent, between(1, 3)}};
  }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (c.penetration <= 0) return 0;
    return stiffness * power(c.penetration, exponent);
  }
  double potential(double depth) const { return power_energy(stiffness, exponent, depth); }
};

}  // namespace perilune
