#pragma once

#include <array>
#include <cmath>

namespace perilune {

// A number with its slopes along two directions: x + ε₁ x₁ + ε₂ x₂, ε² = 0. A formula written for any scalar gives its
// exact derivatives with it (Griewank & Walther, Evaluating Derivatives, 2nd ed., chapter 3). Comparisons look at the
// value, so that a formula with branches gives the slopes of the branch it takes.
struct Dual {
  double value = 0;
  std::array<double, 2> slope{};

  Dual() = default;
  Dual(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor): mixes with numbers
  Dual(double value, double first, double second) : value(value), slope{first, second} {}
};

inline Dual operator+(const Dual& x, const Dual& y) {
  return {x.value + y.value, x.slope[0] + y.slope[0], x.slope[1] + y.slope[1]};
}
inline Dual operator-(const Dual& x, const Dual& y) {
  return {x.value - y.value, x.slope[0] - y.slope[0], x.slope[1] - y.slope[1]};
}
inline Dual operator-(const Dual& x) { return Dual(0) - x; }
inline Dual operator*(const Dual& x, const Dual& y) {
  return {x.value * y.value, x.value * y.slope[0] + x.slope[0] * y.value,
          x.value * y.slope[1] + x.slope[1] * y.value};
}
inline Dual operator/(const Dual& x, const Dual& y) {
  const double ratio = x.value / y.value;
  return {ratio, (x.slope[0] - ratio * y.slope[0]) / y.value, (x.slope[1] - ratio * y.slope[1]) / y.value};
}

inline bool operator<(const Dual& x, const Dual& y) { return x.value < y.value; }
inline bool operator>(const Dual& x, const Dual& y) { return x.value > y.value; }
inline bool operator<=(const Dual& x, const Dual& y) { return x.value <= y.value; }
inline bool operator>=(const Dual& x, const Dual& y) { return x.value >= y.value; }
inline bool operator==(const Dual& x, const Dual& y) { return x.value == y.value; }

// f(x) for a function with this value and this slope at x.
inline Dual chain(const Dual& x, double value, double slope) {
  return {value, slope * x.slope[0], slope * x.slope[1]};
}
inline double chain(double, double value, double) { return value; }
inline double value_of(double x) { return x; }
inline double value_of(const Dual& x) { return x.value; }

inline Dual sqrt(const Dual& x) {
  const double root = std::sqrt(x.value);
  return chain(x, root, 0.5 / root);
}
inline Dual pow(const Dual& x, double exponent) {
  return chain(x, std::pow(x.value, exponent), exponent * std::pow(x.value, exponent - 1));
}

}  // namespace perilune
