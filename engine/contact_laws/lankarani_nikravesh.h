#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Lankarani & Nikravesh (1990), J. Mech. Des. 112, 369–376: η = 3(1 − c_r²)/4 (Flores & Ambrósio 2010, eq.
// 2). Built for c_r near 1: asked .3 .5 .7 .9 it delivers .68 .73 .80 .91.
struct LankaraniNikravesh : RateRatio<LankaraniNikravesh> {
  static constexpr const char* name = "lankarani_nikravesh";
  static constexpr const char* summary = "Lankarani & Nikravesh 1990, η = 3(1 − c_r²)/4; for c_r near 1";
  double damping(double c_r) const { return 0.75 * (1 - c_r * c_r); }
};

}  // namespace perilune
