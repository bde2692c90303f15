#pragma once

#include "engine/model/field.h"

namespace perilune {

// Karnopp (1985): a slip below stick_speed is taken for none; there friction balances what pushes, up to μ_s N, and
// beyond it is μ N. As a mode law: a slip that falls to stick_speed sticks, which is an event, and one that breaks away
// slips at once. We depart from Karnopp, who lets the rest of the velocity be: what sticks stands still, and
// the energy of that rest is taken away, as a correction of the ledger.
struct Karnopp {
  double coefficient = required_number;
  std::optional<double> static_coefficient;
  double stick_speed = 1e-3;

  double limit(double N) const { return static_coefficient.value_or(coefficient) * N; }
  template <class Real>
  Real force(const Real&, const Real& N) const {
    return coefficient * N;
  }
  static std::vector<Field<Karnopp>> fields() {
    using L = Karnopp;
    return {{"coefficient", "-", "μ while it slips", &L::coefficient, at_least(0)},
            {"static_coefficient", "-", "μ_s up to which it holds; default: the coefficient",
             &L::static_coefficient, at_least(0)},
            {"stick_speed", "m/s", "D_v of a falling slip that sticks", &L::stick_speed, above(0)}};
  }
};

}  // namespace perilune
