#pragma once

#include "engine/contact_laws/logarithmic.h"

namespace perilune {

// Johnson (1985), Contact Mechanics, sec. 5.6, for a pin in a hole:
//     δ = P/(πE*) [ln(4πE* ΔR/P) − 1],   up to 4 ΔR/e² = 0.54 ΔR.
struct Johnson : Logarithmic<Johnson> {
  static constexpr const char* name = "johnson";
  static constexpr const char* summary = "pin in a hole, elastic (Johnson 1985), up to 0.54 of the clearance";
  double argument() const { return 4 * M_PI * modulus() * clearance(); }
  double offset() const { return -1; }
};

}  // namespace perilune
