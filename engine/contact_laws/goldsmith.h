#pragma once

#include "engine/contact_laws/logarithmic.h"

namespace perilune {

// Goldsmith (1960), Impact, as reviewed by Pereira, Ramalho & Ambrósio (2011):
//     δ = F σ/L {ln[L ΔR/(F R_i R_j σ)] + 1},   σ = 1/(πE*).
// The logarithm is of 1/m²: its value depends on the unit of length. Here that unit is a field, a metre if nothing is
// said; with the length of the contact line the law is dubowsky_freudenstein.
struct Goldsmith : Logarithmic<Goldsmith> {
  static constexpr const char* name = "goldsmith";
  static constexpr const char* summary =
      "pin in a hole, elastic (Goldsmith 1960); depends on a unit of length";

  double unit_length = 1;  // [m]

  static std::vector<Field<Goldsmith>> fields() {
    std::vector<Field<Goldsmith>> list = cylinder_fields<Goldsmith>();
    list.emplace_back("unit_length", "m", "in which the lengths under the logarithm are measured",
                      &Goldsmith::unit_length, above(0));
    return list;
  }
  double argument() const {
    return M_PI * modulus() * unit_length * unit_length * clearance() / (journal_radius * bearing_radius);
  }
  double offset() const { return 1; }
};

}  // namespace perilune
