#pragma once

#include "engine/math/dual.h"
#include "engine/model/contact_law.h"

namespace perilune {

// ContactInput as a formula sees it that is differentiated: the slopes are those by δ and by δ̇, unless somebody else
// sets directions. states: as many as the law has.
struct DualInput {
  Dual penetration, penetration_rate;
  double impact_speed = 0, t = 0;
  const Dual* states = nullptr;

  DualInput(const ContactInput& c, const Dual* states)
      : penetration(Dual::moving(c.penetration, 0)),
        penetration_rate(Dual::moving(c.penetration_rate, 1)),
        impact_speed(c.impact_speed),
        t(c.t),
        states(states) {}
};

// What a formula computes with: double for a ContactInput, Dual for a DualInput.
template <class Input>
using Scalar = decltype(Input::penetration);

template <class Real>
Real at_least_zero(const Real& x) {
  return x < 0 ? Real(0) : x;  // NaN stays NaN
}

}  // namespace perilune
