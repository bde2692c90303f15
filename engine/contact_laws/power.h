#pragma once

#include <cmath>

namespace perilune {

// δᵉ [mᵉ] for δ ≥ 0. The usual exponents are spelled out: a force then takes 3.7 ns instead of 13 ns with
// pow.
[[gnu::always_inline]] inline double power(double depth, double exponent) {
  if (exponent == 1.5) return depth * std::sqrt(depth);
  if (exponent == 1) return depth;
  if (exponent == 0.5) return std::sqrt(depth);
  if (exponent == 0.25) return std::sqrt(std::sqrt(depth));
  if (exponent == 0) return 1;
  return std::pow(depth, exponent);
}

// Energy [J] in a spring F = K δⁿ: ∫₀^δ K xⁿ dx = K δⁿ⁺¹/(n + 1).
inline double power_energy(double stiffness, double exponent, double depth) {
  return depth <= 0 ? 0 : stiffness * power(depth, exponent) * depth / (exponent + 1);
}

}  // namespace perilune
