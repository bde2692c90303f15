#pragma once

#include <cmath>

#include "engine/model/field.h"

namespace perilune {

// Coulomb's law, set-valued: a contact holds up to μ_s N and slips with
//     F = N [μ + (μ_s − μ) e^(−(v/v_s)²)],
// which is μN where no static coefficient is given.
struct Coulomb {
  double coefficient = required_number;
  std::optional<double> static_coefficient;
  double stribeck_speed = 0;

  double limit(double N) const { return static_coefficient.value_or(coefficient) * N; }
  template <class Real>
  Real force(const Real& v, const Real& N) const {
    if (!static_coefficient || !(stribeck_speed > 0)) return coefficient * N;
    using std::exp;
    const Real x = v / stribeck_speed;
    return N * (coefficient + (*static_coefficient - coefficient) * exp(-x * x));
  }
  static std::vector<Field<Coulomb>> fields() {
    using L = Coulomb;
    return {{"coefficient", "-", "μ while it slips", &L::coefficient, at_least(0)},
            {"static_coefficient", "-", "μ_s up to which it holds; default: the coefficient",
             &L::static_coefficient, at_least(0)},
            {"stribeck_speed", "m/s", "v_s of the fall from static to kinetic; 0: a jump", &L::stribeck_speed,
             at_least(0)}};
  }
};

}  // namespace perilune
