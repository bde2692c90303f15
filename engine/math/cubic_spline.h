#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace perilune {

// Twice continuously differentiable interpolation of vectors, cubic between knots (de Boor, A Practical Guide to Splines,
// ch. IV). Periodic: the last value is the first. Else natural: no second derivative at the ends, and straight beyond.
class CubicSpline {
 public:
  // knots rise; values: one row a knot. Periodic splines need three intervals, others one.
  CubicSpline(std::vector<double> knots, MatrixX values, bool is_periodic);

  double begin() const { return knots_.front(); }
  double end() const { return knots_.back(); }
  const std::vector<double>& knots() const { return knots_; }
  // The value of one component and its first two derivatives.
  void evaluate(double s, int component, double& value, double& first, double& second) const;
  double third_derivative(double s, int component) const;  // jumps at the knots; 0 beyond the ends

 private:
  // The interval of s, which a periodic spline takes back into its range.
  struct Interval {
    double s;
    int number;
  };
  Interval interval_of(double s) const;
  void find_bends(bool is_periodic);
  std::vector<double> knots_;
  MatrixX values_, bends_;  // bends: second derivatives at the knots
  bool is_periodic_;
};

}  // namespace perilune
