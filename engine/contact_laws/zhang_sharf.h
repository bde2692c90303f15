#pragma once

#include "engine/contact_laws/rate_ratio.h"
#include "engine/contact_laws/restitution.h"

namespace perilune {

// Zhang & Sharf (2004; 2009, J. Appl. Mech. 76): η is the numerical root of the energy balance of one impact,
// here the same relation as `exact` (restitution.h). The papers were not read; what they balance is.
struct ZhangSharf : RateRatio<ZhangSharf> {
  static constexpr const char* name = "zhang_sharf";
  static constexpr const char* summary =
      "Zhang & Sharf 2009, η from the energy balance; delivers what is asked";
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole =
      "the damping factor of the energy balance grows as 1/c_r and is infinite at 0";
  double damping(double c_r) const { return damping_for_restitution(c_r); }
};

}  // namespace perilune
