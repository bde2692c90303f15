#pragma once

#include <algorithm>
#include <string>

#include "engine/contact_laws/scalar.h"

namespace perilune {

// What a rate is compared with when a body is pressed in again without having left. The sources are silent and
// codes differ:
//     keep    the impact speed of the touch serves until the contact ends;
//     renew   the fastest the body has approached since the touch or since it last turned back.
// A body that no longer leaves swings inside the contact under its weight. `keep` is then a viscous damper that
// takes the same part of every swing; `renew` takes ever more, as friction does, down to the floor of the speed.
// The memory changes on commit; the first commit of a contact, at the touch itself, has δ̇ = δ̇⁽⁻⁾.
struct ReferenceSpeed {
  bool renews = false;

  static constexpr int count = 2;
  static const char* name(int i) { return i == 0 ? "reference_speed" : "separating"; }  // [m/s], 0 or 1

  template <class Input>
  Scalar<Input> value(const Input& c) const {
    using Real = Scalar<Input>;
    if (!renews) return c.impact_speed;
    const Real known = c.states[0] > 0 ? c.states[0] : Real(c.impact_speed);
    if (!(c.states[1] == 0)) return known;
    return std::max<Real>(known, c.penetration_rate);
  }

  bool commit(const ContactInput& c, double* states) const {
    if (!renews) return false;
    const double speed = states[0], separating = states[1];
    if (c.penetration_rate == c.impact_speed) {
      states[0] = c.impact_speed, states[1] = 0;
    } else if (c.penetration_rate <= 0) {
      states[1] = 1;
    } else {
      states[0] = separating == 0 ? std::max(speed, c.penetration_rate) : c.penetration_rate;
      states[1] = 0;
    }
    return states[0] != speed || states[1] != separating;
  }
};

}  // namespace perilune
