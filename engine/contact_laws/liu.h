#pragma once

#include <cmath>

#include "engine/contact_laws/cylinders.h"

namespace perilune {

// Liu, Zhang & Yang (2007), Mech. Mach. Theory 42, 106–115, a pin that conforms to its hole:
//     F = (π/2) L E* δ √(δ/(2(ΔR + δ))),   at any depth.
struct Liu : FormulaDefaults, Cylinders {
  static constexpr const char* name = "liu";
  static constexpr const char* summary = "pin in a hole that it conforms to, elastic (Liu et al. 2007)";

  static std::vector<Field<Liu>> fields() { return cylinder_fields<Liu>(); }
  void prepare() {
    check_fit();
    factor_ = M_PI / 2 * length * modulus();
  }
  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    using std::sqrt;
    const Scalar<Input> depth = c.penetration;
    if (depth <= 0) return 0;
    return factor_ * depth * sqrt(depth / (2 * (clearance() + depth)));
  }
  // ∫ δ^{3/2}/√(ΔR + δ) dδ with δ = ΔR x: ΔR² ∫ x^{3/2}/√(1 + x) dx = ΔR² [√(x(1 + x)) (2x − 3) + 3 arsinh √x]/4.
  // For small x its terms cancel; there it is a series.
  double potential(double depth) const {
    if (depth <= 0) return 0;
    const double x = depth / clearance();
    const double closed = (std::sqrt(x * (1 + x)) * (2 * x - 3) + 3 * std::asinh(std::sqrt(x))) / 4;
    return factor_ / std::sqrt(2.0) * clearance() * clearance() * (x < 0.1 ? series(x) : closed);
  }

 private:
  // Σ binom(−½, k) x^{k+5/2}/(k + 5/2): sixteen terms are exact to 1e-16 for x < 0.1.
  static double series(double x) {
    double sum = 0, term = 1;
    for (int k = 0; k < 16; ++k) {
      sum += term / (k + 2.5);
      term *= -x * (k + 0.5) / (k + 1);
    }
    return sum * x * x * std::sqrt(x);
  }
  double factor_ = 0;  // (π/2) L E* [N/m]
};

}  // namespace perilune
