#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Gharib & Hurmuzlu (2012), J. Appl. Mech. 79: η = 1/c_r, for nearly dead contacts only: asked .1 .3 .5 .9 it
// delivers .10 .28 .41 .57, and asked 1 still .57. The paper itself was not read.
struct GharibHurmuzlu : RateRatio<GharibHurmuzlu> {
  static constexpr const char* name = "gharib_hurmuzlu";
  static constexpr const char* summary = "Gharib & Hurmuzlu 2012, η = 1/c_r; for c_r below 0.3 only";
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole = "η = 1/c_r is infinite at 0";
  double damping(double c_r) const { return 1 / c_r; }
};

}  // namespace perilune
