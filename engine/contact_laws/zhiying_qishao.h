#pragma once

#include <cmath>

#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Zhiying & Qishao (2006): η = (3/4)(1 − c_r²) exp[2(1 − c_r)], Lankarani & Nikravesh corrected for small
// c_r. For c_r above .3: asked .3 .5 .7 .9 it delivers .33 .48 .68 .90.
struct ZhiyingQishao : RateRatio<ZhiyingQishao> {
  static constexpr const char* name = "zhiying_qishao";
  static constexpr const char* summary =
      "Zhiying & Qishao 2006, η = 3(1 − c_r²)/4 · exp[2(1 − c_r)]; for c_r above 0.3";
  double damping(double c_r) const { return 0.75 * (1 - c_r * c_r) * std::exp(2 * (1 - c_r)); }
};

}  // namespace perilune
