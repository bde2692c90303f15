#pragma once

#include <Eigen/Dense>
#include <array>
#include <cmath>

namespace perilune {

// A number along a path through places that may be moved: with up to six directions ε and a parameter τ,
//     x = Σ_k (valueₖ + slopeₖ·ε) τᵏ,   k = 0, 1, 2.
// A formula written once gives its value, its gradient, its rates along the path and their gradients, all exactly
// (Griewank & Walther, Evaluating Derivatives, 2nd ed., chapters 3 and 13).
class Jet {
 public:
  using Slope = Eigen::Matrix<double, 6, 1>;
  struct Term {
    double value = 0;
    Slope slope = Slope::Zero();
  };
  std::array<Term, 3> term;

  Jet() = default;
  Jet(double constant) {
    term[0].value = constant;
  }  // NOLINT(google-explicit-constructor): mixes with numbers
  // A coordinate that is direction number k, with a velocity and half an acceleration along the path.
  Jet(double value, double rate, double half_acceleration, int k) {
    term[0].value = value, term[1].value = rate, term[2].value = half_acceleration;
    term[0].slope[k] = 1;
  }

  // The same without a direction.
  static Jet path(double value, double rate, double half_acceleration) {
    Jet x(value);
    x.term[1].value = rate, x.term[2].value = half_acceleration;
    return x;
  }

  double value() const { return term[0].value; }
};

inline Jet::Term operator+(const Jet::Term& x, const Jet::Term& y) {
  return {x.value + y.value, x.slope + y.slope};
}
inline Jet::Term operator-(const Jet::Term& x, const Jet::Term& y) {
  return {x.value - y.value, x.slope - y.slope};
}
inline Jet::Term operator*(const Jet::Term& x, const Jet::Term& y) {
  return {x.value * y.value, x.value * y.slope + y.value * x.slope};
}
inline Jet::Term operator*(double x, const Jet::Term& y) { return {x * y.value, x * y.slope}; }
inline Jet::Term operator/(const Jet::Term& x, const Jet::Term& y) {
  const double ratio = x.value / y.value;
  return {ratio, (x.slope - ratio * y.slope) / y.value};
}

inline Jet operator+(const Jet& x, const Jet& y) {
  Jet sum;
  for (int k = 0; k < 3; ++k) sum.term[k] = x.term[k] + y.term[k];
  return sum;
}
inline Jet operator-(const Jet& x, const Jet& y) {
  Jet difference;
  for (int k = 0; k < 3; ++k) difference.term[k] = x.term[k] - y.term[k];
  return difference;
}
inline Jet operator*(const Jet& x, const Jet& y) {
  Jet product;
  product.term[0] = x.term[0] * y.term[0];
  product.term[1] = x.term[0] * y.term[1] + x.term[1] * y.term[0];
  product.term[2] = x.term[0] * y.term[2] + x.term[1] * y.term[1] + x.term[2] * y.term[0];
  return product;
}
inline Jet operator/(const Jet& x, const Jet& y) {
  Jet ratio;
  ratio.term[0] = x.term[0] / y.term[0];
  ratio.term[1] = (x.term[1] - ratio.term[0] * y.term[1]) / y.term[0];
  ratio.term[2] = (x.term[2] - ratio.term[0] * y.term[2] - ratio.term[1] * y.term[1]) / y.term[0];
  return ratio;
}
inline Jet sqrt(const Jet& x) {
  Jet root;
  const double value = std::sqrt(x.value());
  root.term[0] = {value, x.term[0].slope / (2 * value)};
  root.term[1] = 0.5 * (x.term[1] / root.term[0]);
  root.term[2] = 0.5 * ((x.term[2] - root.term[1] * root.term[1]) / root.term[0]);
  return root;
}

// What a function f, whose value and rates along the path f has, owes to its argument x, moved along the directions:
// ∂fⱼ/∂xₘ = [∂f/∂x]ⱼ₋ₘ with the coefficients of the derivative along the path, gradient.
inline void add_slopes(Jet& f, const std::array<double, 3>& gradient, const Jet& x) {
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t m = 0; m <= j; ++m) f.term[j].slope += gradient[j - m] * x.term[m].slope;
  }
}

// s' = c x', c' = −s x' along the path.
inline void sine_and_cosine(const Jet& x, Jet& s, Jet& c) {
  const double sine = std::sin(x.value()), cosine = std::cos(x.value());
  s.term[0] = {sine, cosine * x.term[0].slope}, c.term[0] = {cosine, -sine * x.term[0].slope};
  s.term[1] = c.term[0] * x.term[1], c.term[1] = -1 * (s.term[0] * x.term[1]);
  s.term[2] = c.term[0] * x.term[2] + 0.5 * (c.term[1] * x.term[1]);
  c.term[2] = -1 * (s.term[0] * x.term[2] + 0.5 * (s.term[1] * x.term[1]));
}

}  // namespace perilune
