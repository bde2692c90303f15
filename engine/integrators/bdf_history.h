#pragma once

#include <array>
#include <vector>

#include "engine/integrators/problem.h"

namespace perilune {

// The numerical differentiation formulas of Shampine & Reichelt (1997), SIAM J. Sci. Comput. 18, 1-22, of order k:
//     Σ_{m=1}^{k} ∇^m y_{n+1} / m − κ_k G_k (y_{n+1} − y⁽⁰⁾) = h F(y_{n+1}),   G_k = Σ_{j=1}^{k} 1/j,
// y⁽⁰⁾ the prediction; κ = 0 would be the backward differentiation formulas.
namespace ndf {
constexpr int most_order = 5;
constexpr double kappa[] = {0, -0.1850, -1.0 / 9, -0.0823, -0.0415, 0};
constexpr double G[] = {0, 1, 3.0 / 2, 11.0 / 6, 25.0 / 12, 137.0 / 60};
constexpr double weight(int k) { return (1 - kappa[k]) * G[k]; }  // of y_{n+1} − y⁽⁰⁾
// Of the error: y_{n+1} − y⁽⁰⁾ times this.
constexpr double error_constant(int k) { return kappa[k] * G[k] + 1.0 / (k + 1); }
}  // namespace ndf

// Backward differences D_j = ∇^j y of a polynomial through equally spaced points, of the first entries of y.
class BdfHistory {
 public:
  void restart(const Node& now, int entries);  // order 1

  double step() const { return h_; }
  const std::vector<double>& difference(int j) const { return difference_[j]; }

  // Becomes `from` at another spacing: the polynomial of degree k, looked at in steps of h.
  void rescale(const BdfHistory& from, double h, int k);

  // Steps that somebody shortened, with the spacing kept. The newest point moves on by h, less than the spacing, to y.
  // slide: the polynomial of degree k + 1 goes through y and the newest k + 1 points, difference k + 2 follows.
  // creep: y is laid onto the old polynomial; from points close together the other would magnify rounding.
  void slide(double h, int k, const std::vector<double>& y);
  void creep(double h, int k, const std::vector<double>& y);

  // The polynomial continued over one step, and Σ G_j D_j of it: what the formula knows of the past.
  void predict(int k, std::vector<double>& y, std::vector<double>& past) const;

  // y_{n+1} and its deviation from the prediction become the newest entries.
  void advance(int k, const std::vector<double>& y, const std::vector<double>& deviation);

  // The newest value moves, and the whole past with it: a projection corrects what has built up slowly.
  void shift(const double* correction);

 private:
  void move(double s, int k, const double* weight, const std::vector<double>& y);

  double h_ = 1;  // [s]
  std::array<std::vector<double>, ndf::most_order + 3> difference_;
};

}  // namespace perilune
