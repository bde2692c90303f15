#pragma once

#include <cmath>

#include "engine/contact_laws/mass_damped.h"
#include "engine/contact_laws/restitution.h"

namespace perilune {

// Tsuji, Tanaka & Ishida (1992), Powder Technol. 71, 239–250: F = K δ^{3/2} + D δ^{1/4} δ̇, with the
// coefficient of Antypov & Elliott (2011), EPL 94, 50004: D = √5 ζ √(mK), ζ = −ln c_r/√(π² + ln² c_r). In
// δ^{5/4} it is the linear oscillator: it delivers c_r with tension, and what anagnostopoulos delivers when
// cut at F = 0.
struct Tsuji : MassDamped<Tsuji> {
  static constexpr const char* name = "tsuji";
  static constexpr const char* summary =
      "Tsuji et al. 1992, Hertz with damping ~ δ^¼; restitution without speed";
  static constexpr const char* pole = "ζ = −ln c_r/√(π² + ln² c_r) is not defined at 0";
  static constexpr double spring_exponent = 1.5, damper_exponent = 0.25;

  double damping(double m) const {
    return std::sqrt(5.0) * damping_ratio_with_tension(restitution) * std::sqrt(m * stiffness);
  }
};

}  // namespace perilune
