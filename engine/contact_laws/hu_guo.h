#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Hu & Guo (2015), Mech. Mach. Theory: η = 3(1 − c_r)/(2 c_r). Asked .3 .5 .7 .9 it delivers .27 .49 .70 .90.
// A public code has half of this, which delivers .45 at .3.
struct HuGuo : RateRatio<HuGuo> {
  static constexpr const char* name = "hu_guo";
  static constexpr const char* summary = "Hu & Guo 2015, η = 3(1 − c_r)/(2 c_r); for any c_r > 0";
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole = "η = 3(1 − c_r)/(2 c_r) is infinite at 0";
  double damping(double c_r) const { return 1.5 * (1 - c_r) / c_r; }
};

}  // namespace perilune
