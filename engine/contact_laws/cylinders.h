#pragma once

#include <vector>

#include "engine/contact_laws/law_of.h"

namespace perilune {

// A pin (i, the journal) that lies against the wall of a hole (j, the bearing) along a line.
struct Cylinders {
  double journal_radius = required_number, bearing_radius = required_number;  // R_i < R_j [m]
  double length = required_number;                                            // L, of the line [m]
  double young_i = required_number, young_j = required_number;                // [Pa]
  double poisson_i = required_number, poisson_j = required_number;            // [-]

  double clearance() const { return bearing_radius - journal_radius; }  // ΔR [m]
  // 1/E* = (1 − ν_i²)/E_i + (1 − ν_j²)/E_j [Pa]
  double modulus() const {
    return 1 / ((1 - poisson_i * poisson_i) / young_i + (1 - poisson_j * poisson_j) / young_j);
  }
  void check_fit() const {
    if (clearance() > 0) return;
    throw InputError(
        "", "",
        fmt::format("journal_radius = {} m must be smaller than bearing_radius = {} m", journal_radius,
                    bearing_radius),
        "these laws are for a pin in a larger hole; the difference of the radii is the clearance");
  }

  template <class Law>
  static std::vector<Field<Law>> cylinder_fields() {
    return {{"journal_radius", "m", "of the pin", inherited<Law>(&Law::journal_radius), above(0)},
            {"bearing_radius", "m", "of the hole", inherited<Law>(&Law::bearing_radius), above(0)},
            {"length", "m", "along which they touch", inherited<Law>(&Law::length), above(0)},
            {"young_i", "Pa", "of the pin", inherited<Law>(&Law::young_i), above(0)},
            {"poisson_i", "", "of the pin", inherited<Law>(&Law::poisson_i), above_to(-1, 0.5)},
            {"young_j", "Pa", "of the bearing", inherited<Law>(&Law::young_j), above(0)},
            {"poisson_j", "", "of the bearing", inherited<Law>(&Law::poisson_j), above_to(-1, 0.5)}};
  }
};

}  // namespace perilune
