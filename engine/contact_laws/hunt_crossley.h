#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Hunt & Crossley (1975), J. Appl. Mech. 42, 440–445, with η = 3(1 − c_r)/2 (Flores et al. 2011, table 1).
// Built for c_r near 1: asked .3 .5 .7 .9 it delivers .58 .66 .77 .91.
struct HuntCrossley : RateRatio<HuntCrossley> {
  static constexpr const char* name = "hunt_crossley";
  static constexpr const char* summary = "Hunt & Crossley 1975, η = 3(1 − c_r)/2; for c_r near 1";
  double damping(double c_r) const { return 1.5 * (1 - c_r); }
};

}  // namespace perilune
