#pragma once

#include <array>
#include <vector>

#include "engine/integrators/adams_coefficients.h"
#include "engine/integrators/problem.h"

namespace perilune {

// What a multistep method remembers: the modified divided differences φ₁, φ₂, … of the latest derivatives
// (φ₁ is the newest derivative), the coefficients of the steps they belong to, and what rounding has
// swallowed so far. Shampine & Gordon (1975), chapters 5, 9 and 10.
class AdamsHistory {
 public:
  void restart(const Node& now);

  // Becomes the history `old` continued over h by the predictor of order k; writes the prediction, time set.
  void predict(const AdamsHistory& old, const Node& before, double h, int k, Node& predicted);

  // With F(predicted) in predicted.dy: d = F(p) − φ₁(predicted), which the corrector and all error estimates
  // are built from.
  void compare(const Node& predicted, std::vector<double>& defect) const;

  // y ← p + h g_{k+1} d: the corrector of order k + 1 (local extrapolation).
  void correct(const std::vector<double>& defect, Node& node);

  // Takes in the derivative at the corrected end.
  void take(const std::vector<double>& derivative);

  // The newest derivative is another one (projection moved the solution): every difference changes with it.
  void shift(const std::vector<double>& derivative);

  // The interpolating polynomial of degree k + 1 through the derivatives, integrated from `end` to t.
  void interpolate(const Node& end, double t, std::vector<double>& y) const;

  const AdamsCoefficients& coefficients() const { return coefficients_; }
  const std::vector<double>& difference(int i) const { return phi_[i]; }  // φ_i, i = 1 … k + 2

 private:
  AdamsCoefficients coefficients_;
  std::array<std::vector<double>, AdamsCoefficients::most_order + 3> phi_;  // [0] unused
  std::vector<double> carry_;  // y exact minus y as stored, S. & G. chapter 9
};

}  // namespace perilune
