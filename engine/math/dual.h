#pragma once

#include <array>
#include <cmath>

namespace perilune {

// A number with its slopes along some directions: x + Σ εₖ xₖ, εᵢ εₖ = 0. A formula written for any scalar gives its
// exact derivatives with it (Griewank & Walther, Evaluating Derivatives, 2nd ed., chapter 3). Comparisons look at the
// value, so that a formula with branches gives the slopes of the branch it takes.
template <int directions>
struct DualAlong {
  using Slopes = std::array<double, directions>;
  double value = 0;
  Slopes slope{};

  DualAlong() = default;
  DualAlong(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor): mixes with numbers
  DualAlong(double value, const Slopes& slope) : value(value), slope(slope) {}
  // What moves along one direction alone.
  static DualAlong moving(double value, int direction) {
    DualAlong x(value);
    x.slope[static_cast<std::size_t>(direction)] = 1;
    return x;
  }

  friend DualAlong operator+(const DualAlong& x, const DualAlong& y) {
    return combine(x.value + y.value, x, 1, y, 1);
  }
  friend DualAlong operator-(const DualAlong& x, const DualAlong& y) {
    return combine(x.value - y.value, x, 1, y, -1);
  }
  friend DualAlong operator-(const DualAlong& x) { return chain(x, -x.value, -1); }
  friend DualAlong operator*(const DualAlong& x, const DualAlong& y) {
    return combine(x.value * y.value, x, y.value, y, x.value);
  }
  friend DualAlong operator/(const DualAlong& x, const DualAlong& y) {
    DualAlong f(x.value / y.value);
    for (std::size_t k = 0; k < f.slope.size(); ++k)
      f.slope[k] = (x.slope[k] - f.value * y.slope[k]) / y.value;
    return f;
  }

  friend bool operator<(const DualAlong& x, const DualAlong& y) { return x.value < y.value; }
  friend bool operator>(const DualAlong& x, const DualAlong& y) { return x.value > y.value; }
  friend bool operator<=(const DualAlong& x, const DualAlong& y) { return x.value <= y.value; }
  friend bool operator>=(const DualAlong& x, const DualAlong& y) { return x.value >= y.value; }
  friend bool operator==(const DualAlong& x, const DualAlong& y) { return x.value == y.value; }

  // f(x) for a function with this value and this slope at x.
  friend DualAlong chain(const DualAlong& x, double value, double slope) {
    DualAlong f(value);
    for (std::size_t k = 0; k < x.slope.size(); ++k) f.slope[k] = slope * x.slope[k];
    return f;
  }
  friend double value_of(const DualAlong& x) { return x.value; }

  friend DualAlong sqrt(const DualAlong& x) {
    const double root = std::sqrt(x.value);
    return chain(x, root, 0.5 / root);
  }
  friend DualAlong pow(const DualAlong& x, double exponent) {
    return chain(x, std::pow(x.value, exponent), exponent * std::pow(x.value, exponent - 1));
  }
  friend DualAlong exp(const DualAlong& x) {
    const double power = std::exp(x.value);
    return chain(x, power, power);
  }
  friend DualAlong expm1(const DualAlong& x) { return chain(x, std::expm1(x.value), std::exp(x.value)); }
  friend DualAlong tanh(const DualAlong& x) {
    const double value = std::tanh(x.value);
    return chain(x, value, 1 - value * value);
  }
  friend DualAlong atan(const DualAlong& x) {
    return chain(x, std::atan(x.value), 1 / (1 + x.value * x.value));
  }
  // Slope 1 at 0, where a formula's own is one-sided.
  friend DualAlong abs(const DualAlong& x) { return x.value < 0 ? -x : x; }

 private:
  static DualAlong combine(double value, const DualAlong& x, double by_x, const DualAlong& y, double by_y) {
    DualAlong f(value);
    for (std::size_t k = 0; k < f.slope.size(); ++k) f.slope[k] = by_x * x.slope[k] + by_y * y.slope[k];
    return f;
  }
};

using Dual = DualAlong<2>;

inline double chain(double, double value, double) { return value; }
inline double value_of(double x) { return x; }

}  // namespace perilune
