#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Flores, Machado, Silva & Martins (2011), Multibody Syst. Dyn. 25, 357–375, eq. 43: η = 8(1 − c_r)/(5 c_r);
// for n = 3/2 also Ye, Li & Zhu (2009). For soft and hard bodies: asked .3 .5 .7 .9 it delivers .26 .47 .68
// .89. (Its eq. 40 must read 1 + c_r for eq. 43 to follow.)
struct Flores : RateRatio<Flores> {
  static constexpr const char* name = "flores";
  static constexpr const char* summary = "Flores et al. 2011, η = 8(1 − c_r)/(5 c_r); for any c_r > 0";
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole = "η = 8(1 − c_r)/(5 c_r), Flores et al. 2011, eq. 43, is infinite at 0";
  double damping(double c_r) const { return 8 * (1 - c_r) / (5 * c_r); }
};

}  // namespace perilune
