#pragma once

#include <array>

namespace perilune {

// Coefficients of the variable-step Adams formulas in modified divided differences (Krogh; Shampine & Gordon,
// Computer Solution of Ordinary Differential Equations, 1975, chapter 5). Indices start at 1, as in the book.
// With steps h_{n+1} (the present one), h_n, …:
//     ψ_i = h_{n+1} + … + h_{n+2−i} [s],   α_i = h_{n+1}/ψ_i,   β_i = Π_{j<i} ψ_j / ψ_j of the last step,
//     g_i = ∫₀¹ of the i-th basis polynomial,   σ_{i+1} = i α_i σ_i.
// The predictor of order k is p = y + h Σ_{i≤k} g_i β_i φ_i.
struct AdamsCoefficients {
  static constexpr int most_order = 12;
  using Row = std::array<double, most_order + 3>;

  int equal_steps = 0;   // n_s: latest steps of one length, the present one included; at most last order + 1
  int last_order = 0;    // 0: there is no history
  double last_step = 0;  // [s]
  Row psi{}, alpha{}, beta{}, sigma{}, g{};

  // From the last step to one of length h and order k.
  void advance(double h, int k);
};

// |γ*_k|, k = 1 … 13: error constants of the Adams-Moulton formulas with constant step, from
// Σ_{j≤k} γ*_j / (k + 1 − j) = 0, γ*_0 = 1 (Hairer, Nørsett & Wanner, Solving ODEs I, 2nd ed., III.1).
double adams_error_constant(int k);

}  // namespace perilune
