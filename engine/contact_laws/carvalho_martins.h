#pragma once

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Carvalho & Martins (2019), Mech. Mach. Theory: η = (3/2)(1 − c_r)(11 − c_r)/(1 + 9c_r), within .004 of what
// is asked for c_r > 1/3 and within .04 everywhere.
struct CarvalhoMartins : RateRatio<CarvalhoMartins> {
  static constexpr const char* name = "carvalho_martins";
  static constexpr const char* summary =
      "Carvalho & Martins 2019, η = 3(1 − c_r)(11 − c_r)/(2 + 18c_r); for any c_r";
  double damping(double c_r) const { return 1.5 * (1 - c_r) * (11 - c_r) / (1 + 9 * c_r); }
};

}  // namespace perilune
