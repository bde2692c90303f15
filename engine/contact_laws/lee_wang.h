#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Lee & Wang (1983), η = 3(1 − c_r)/4 as reviews print it; attribution and reading not verified (others
// exist). Damps half as much as Hunt & Crossley: asked .3 .5 .7 .9 it delivers .74 .80 .87 .95.
struct LeeWang : RateRatio<LeeWang> {
  static constexpr const char* name = "lee_wang";
  static constexpr const char* summary =
      "Lee & Wang 1983 (reading not verified), η = 3(1 − c_r)/4; for c_r near 1";
  double damping(double c_r) const { return 0.75 * (1 - c_r); }
};

}  // namespace perilune
