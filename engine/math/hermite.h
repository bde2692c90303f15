#pragma once

#include <array>

namespace perilune {

// Hermite interpolation over a step of length h, at a fraction s ∈ [0, 1] of it. A polynomial through values
// and derivatives at the ends a, b and perhaps the middle m of the step is
//     p(s) = f_a + (f_b − f_a) change_b + (f_m − f_a) change_m + Σ f'_k first_k + Σ f''_k second_k,
// and its time derivative is the same sum without the leading f_a. Weights multiply differences of values, so
// a constant is reproduced exactly and rounding scales with the change over the step, not with the value.
struct HermiteWeights {
  double change_b = 0, change_m = 0;                // of value: [-]; of rate: [1/s]
  double first_a = 0, first_b = 0, first_m = 0;     // of value: [s]; of rate: [-]
  double second_a = 0, second_b = 0, second_m = 0;  // of value: [s²]; of rate: [s]
};

struct HermitePair {
  HermiteWeights value, rate;
};

// Through (f, f') at both ends: degree 3.
HermitePair cubic_hermite(double s, double h);
// Through (f, f', f'') at both ends: degree 5.
HermitePair quintic_hermite(double s, double h);
// Through (f, f') at both ends and the middle: degree 5.
HermitePair quintic_hermite_with_middle(double s, double h);
// Through (f, f', f'') at both ends and the middle: degree 8.
HermitePair octic_hermite(double s, double h);

// Value and derivatives at a node, the value relative to f_a.
struct HermiteDatum {
  double change = 0, first = 0, second = 0;
};

// Control points, relative to f_a, of the same polynomials in Bernstein form on the step: the curve stays
// within their convex hull (Farin, Curves and Surfaces for CAGD, 5th ed., 4.3 and 6.3).
std::array<double, 6> quintic_control_points(const HermiteDatum& a, const HermiteDatum& b, double h);
std::array<double, 9> octic_control_points(const HermiteDatum& a, const HermiteDatum& m,
                                           const HermiteDatum& b, double h);

// Upper bounds of |p'| and |p''| over the step.
struct DerivativeBounds {
  double first = 0, second = 0;
};
DerivativeBounds bound_derivatives(const std::array<double, 6>& control_points, double h);
DerivativeBounds bound_derivatives(const std::array<double, 9>& control_points, double h);

}  // namespace perilune
