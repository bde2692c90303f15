#pragma once

#include "engine/contact_laws/rate_ratio.h"
#include "engine/contact_laws/restitution.h"

namespace perilune {

// The member of the family that delivers what is asked: η is the root of η(1 + e) = ln[(1 + η)/(1 − ηe)]
// for e = c_r (derived for this project in restitution.h), for every n, K, mass and speed above the floor.
struct Exact : RateRatio<Exact> {
  static constexpr const char* name = "exact";
  static constexpr const char* summary = "delivers the restitution asked for, for any c_r > 0 and any n";
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole =
      "the damping factor that delivers it grows as 1/c_r and is infinite at 0";
  double damping(double c_r) const { return damping_for_restitution(c_r); }
};

}  // namespace perilune
