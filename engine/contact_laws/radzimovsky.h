#pragma once

#include "engine/contact_laws/logarithmic.h"

namespace perilune {

// Radzimovsky (1953), Univ. Illinois Eng. Exp. Station Bull. 408, as reviewed by Pereira, Ramalho & Ambrósio (2011):
//     δ = P/(πE*) [2/3 + ln(4R_i/b) + ln(4R_j/b)],   b = 1.6 √(P R/E*),   R = R_i R_j/ΔR in a hole.
// The radii cancel: 16 R_i R_j/b² = 6.25 E* ΔR/P. The paper was not read.
struct Radzimovsky : Logarithmic<Radzimovsky> {
  static constexpr const char* name = "radzimovsky";
  static constexpr const char* summary = "pin in a hole, elastic (Radzimovsky 1953), up to 1.43 clearances";
  double argument() const { return 16 / (1.6 * 1.6) * modulus() * clearance(); }
  double offset() const { return 2.0 / 3; }
};

}  // namespace perilune
