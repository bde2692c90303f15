#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Safaeifar & Farshidianfar (2020): η = 5(1 − c_r)/(4 c_r); the constant 5/4 was not verified in the paper.
// Asked .3 .5 .7 .9 it delivers .31 .54 .74 .92.
struct SafaeifarFarshidianfar : RateRatio<SafaeifarFarshidianfar> {
  static constexpr const char* name = "safaeifar_farshidianfar";
  static constexpr const char* summary =
      "Safaeifar & Farshidianfar 2020 (constant not verified), η = 5(1 − c_r)/(4 c_r)";
  static constexpr double least_restitution = pole_restitution;
  static constexpr const char* pole = "η = 5(1 − c_r)/(4 c_r) is infinite at 0";
  double damping(double c_r) const { return 1.25 * (1 - c_r) / c_r; }
};

}  // namespace perilune
