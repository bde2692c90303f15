#pragma once

#include <cmath>

#include "engine/contact_laws/mass_damped.h"
#include "engine/contact_laws/restitution.h"

namespace perilune {

// Kelvin–Voigt: F = K δ + D δ̇, D = 2ζ√(Km). Its force jumps to D δ̇⁽⁻⁾ at the
// touch. No source gives a map from restitution to ζ that holds without tension, so it is derived here
// (restitution.h): the contact delivers exactly what is asked, at any speed, whether it may pull or not.
struct KelvinVoigt : MassDamped<KelvinVoigt> {
  static constexpr const char* name = "kelvin_voigt";
  static constexpr const char* summary =
      "linear spring and damper; delivers the restitution asked for, jumps at touch";
  static constexpr bool jumps = true;
  static constexpr double spring_exponent = 1, damper_exponent = 0;

  double damping(double m) const {
    const double zeta =
        tension ? damping_ratio_with_tension(restitution) : damping_ratio_for_restitution(restitution);
    return 2 * zeta * std::sqrt(stiffness * m);
  }
};

}  // namespace perilune
