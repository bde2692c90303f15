#pragma once

#include <cmath>

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// η = 3(1 − c_r)/{2c_r [.6181 exp(−3.52 c_r) + .899 exp(.09025 c_r)]}, a fit to the energy balance that is
// within .0011 of what is asked for c_r from .05 to .95. Zhang, Li, Zhao & He (2020), attribution not
// verified; what it delivers is.
struct ZhangLiZhaoHe : RateRatio<ZhangLiZhaoHe> {
  static constexpr const char* name = "zhang_li_zhao_he";
  static constexpr const char* summary =
      "Zhang, Li, Zhao & He 2020 (attribution not verified), a fit that delivers c_r within 0.001";
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole = "η is proportional to 1/c_r, infinite at 0";
  double damping(double c_r) const {
    return 1.5 * (1 - c_r) / (c_r * (0.6181 * std::exp(-3.52 * c_r) + 0.899 * std::exp(0.09025 * c_r)));
  }
};

}  // namespace perilune
