#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Pant & Wijeyewickrema (2010, 2012), pounding of buildings: n = 1, η = 3(1 − c_r²)/(2 c_r²), while the
// bodies approach only; they separate elastically. Asked .3 .5 .7 .9 it delivers .33 .53 .71 .90. A public
// code damps both phases with this η, which delivers .07 .22 .48 .81. The papers themselves were not read.
struct PantWijeyewickrema : RateRatio<PantWijeyewickrema> {
  static constexpr const char* name = "pant_wijeyewickrema";
  static constexpr const char* summary =
      "Pant & Wijeyewickrema 2010, linear, η = 3(1 − c_r²)/(2 c_r²) in approach only";
  static constexpr double usual_exponent = 1;
  static constexpr bool damps_separation = false;
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole = "η = 3(1 − c_r²)/(2 c_r²) is infinite at 0";
  double damping(double c_r) const { return 1.5 * (1 - c_r * c_r) / (c_r * c_r); }
};

}  // namespace perilune
