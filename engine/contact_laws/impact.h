#pragma once

#include <algorithm>

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"

namespace perilune {

// The IMPACT function of Adams and MotionSolve (vendors' manuals),
//     F = K δⁿ + STEP(δ, 0, 0, d, c) δ̇ ≥ 0,
// damping that grows with depth by the cubic STEP from 0 to c at depth d, so that nothing jumps at touch.
struct ImpactFunction : FormulaDefaults {
  static constexpr const char* name = "impact";
  static constexpr const char* summary =
      "the IMPACT function of Adams: damping switched on over a depth by a cubic step";

  double stiffness = required_number;           // K [N/mⁿ]
  double exponent = 1.5;                        // n [-]
  double damping = required_number;             // c [N·s/m]
  double full_damping_depth = required_number;  // d [m]

  static std::vector<Field<ImpactFunction>> fields() {
    return {{"stiffness", "N/m^n", "K, force per penetration^n", &ImpactFunction::stiffness, above(0)},
            {"exponent", "", "n: 1 linear, 1.5 point contact of spheres", &ImpactFunction::exponent,
             between(1, 3)},
            {"damping", "N s/m", "c, at full depth", &ImpactFunction::damping, at_least(0)},
            {"full_damping_depth", "m", "d, from which on the damping is c",
             &ImpactFunction::full_damping_depth, above(0)}};
  }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (c.penetration <= 0) return 0;
    using Real = Scalar<Input>;
    const Real s = std::min<Real>(c.penetration / full_damping_depth, 1);
    const Real step = s * s * (3 - 2 * s);
    const Real force = stiffness * power(c.penetration, exponent) + damping * step * c.penetration_rate;
    return at_least_zero(force);
  }
  double potential(double depth) const { return power_energy(stiffness, exponent, depth); }
};

}  // namespace perilune
