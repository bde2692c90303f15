#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Ye, Li & Zhu (2009), modified Kelvin model of pounding buildings: n = 1, η = 3(1 − c_r)/(2 c_r). Asked
// .3 .5 .7 .9 it delivers .27 .49 .70 .90. (Their Hertz model, n = 3/2, is the law of flores.)
struct YeLiZhu : RateRatio<YeLiZhu> {
  static constexpr const char* name = "ye_li_zhu";
  static constexpr const char* summary = "Ye, Li & Zhu 2009, linear, η = 3(1 − c_r)/(2 c_r); for any c_r > 0";
  static constexpr double usual_exponent = 1;
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole = "η = 3(1 − c_r)/(2 c_r) is infinite at 0";
  double damping(double c_r) const { return 1.5 * (1 - c_r) / c_r; }
};

}  // namespace perilune
