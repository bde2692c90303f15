#pragma once

#include "engine/contact_laws/logarithmic.h"

namespace perilune {

// Dubowsky & Freudenstein (1971), J. Eng. Ind. 93, 305–309, as reviewed by Pereira, Ramalho & Ambrósio (2011):
//     δ = F σ/L {ln[L^m ΔR/(F R_i R_j σ)] + 1},   m = 3,   σ = 1/(πE*).
// Goldsmith (1960) has m = 1; the logarithm is then of 1/m².
struct DubowskyFreudenstein : Logarithmic<DubowskyFreudenstein> {
  static constexpr const char* name = "dubowsky_freudenstein";
  static constexpr const char* summary = "pin in a hole, elastic (Dubowsky & Freudenstein 1971)";
  double argument() const {
    return M_PI * modulus() * length * length * clearance() / (journal_radius * bearing_radius);
  }
  double offset() const { return 1; }
};

}  // namespace perilune
