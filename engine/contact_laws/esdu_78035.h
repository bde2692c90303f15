#pragma once

#include "engine/contact_laws/logarithmic.h"

namespace perilune {

// ESDU item 78035 (1978), as reviewed by Pereira, Ramalho & Ambrósio (2011):
//     δ = P/(πE*) [ln(4πE* ΔR/P) + 1],
// which is johnson with +1 for −1. Codes that have σ = (1 − ν²)/E in it lack the π (logarithmic.h).
struct Esdu78035 : Logarithmic<Esdu78035> {
  static constexpr const char* name = "esdu_78035";
  static constexpr const char* summary = "pin in a hole, elastic (ESDU 78035), up to four clearances";
  double argument() const { return 4 * M_PI * modulus() * clearance(); }
  double offset() const { return 1; }
};

}  // namespace perilune
