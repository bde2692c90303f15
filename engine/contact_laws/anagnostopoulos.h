#pragma once

#include <cmath>

#include "engine/contact_laws/mass_damped.h"
#include "engine/contact_laws/restitution.h"

namespace perilune {

// Anagnostopoulos (1988, 2004), Earthq. Eng. Struct. Dyn., pounding of buildings: F = K δ + 2ζ√(Km) δ̇ with
// ζ = −ln c_r/√(π² + ln² c_r), which delivers c_r if the contact may pull at its end (tension = true). Cut at
// F = 0 it delivers more: asked .1 .3 .5 .7 .9 gives .25 .40 .55 .72 .90. The papers themselves were not
// read.
struct Anagnostopoulos : MassDamped<Anagnostopoulos> {
  static constexpr const char* name = "anagnostopoulos";
  static constexpr const char* summary =
      "linear spring and damper, ζ = −ln c_r/√(π² + ln² c_r); jumps at touch";
  static constexpr const char* pole = "ζ = −ln c_r/√(π² + ln² c_r) is not defined at 0";
  static constexpr bool jumps = true;
  static constexpr double spring_exponent = 1, damper_exponent = 0;

  double damping(double m) const {
    return 2 * damping_ratio_with_tension(restitution) * std::sqrt(stiffness * m);
  }
};

}  // namespace perilune
