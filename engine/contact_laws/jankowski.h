#pragma once

#include <boost/math/constants/constants.hpp>
#include <cmath>

#include "engine/contact_laws/mass_damped.h"

namespace perilune {

// Jankowski (2005, 2006), Earthq. Eng. Struct. Dyn. 34, 595 and 35, 517: F = K δ^{3/2} + D δ^{1/4} δ̇ while
// the bodies approach, K δ^{3/2} while they separate; D = 2ξ√(Km) and
//     ξ = (9√5/2)(1 − c_r²)/{c_r [c_r(9π − 16) + 16]}.
// Asked .3 .5 .7 .9 it delivers .29 .495 .698 .900 (the papers were not read; the numbers are computed).
struct Jankowski : MassDamped<Jankowski> {
  static constexpr const char* name = "jankowski";
  static constexpr const char* summary = "Jankowski 2006, Hertz with damping ~ δ^¼ in approach only";
  static constexpr const char* pole = "ξ, Jankowski 2006, grows as 1/c_r and is infinite at 0";
  static constexpr bool damps_separation = false;
  static constexpr double spring_exponent = 1.5, damper_exponent = 0.25;

  double damping(double m) const {
    constexpr double pi = boost::math::constants::pi<double>();
    const double c_r = restitution;
    const double xi = 4.5 * std::sqrt(5.0) * (1 - c_r * c_r) / (c_r * (c_r * (9 * pi - 16) + 16));
    return 2 * xi * std::sqrt(stiffness * m);
  }
};

}  // namespace perilune
