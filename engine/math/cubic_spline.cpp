#include "engine/math/cubic_spline.h"

#include <algorithm>
#include <cmath>

namespace perilune {
namespace {

// A tridiagonal matrix whose diagonal dominates.
struct Rows {
  std::vector<double> left, middle, right;
};

// Elimination without pivots; left[0] and the last of right are not used.
MatrixX solve(Rows rows, MatrixX x) {
  const auto n = static_cast<int>(x.rows());
  for (int i = 1; i < n; ++i) {
    const double factor = rows.left[i] / rows.middle[i - 1];
    rows.middle[i] -= factor * rows.right[i - 1];
    x.row(i) -= factor * x.row(i - 1);
  }
  x.row(n - 1) /= rows.middle[n - 1];
  for (int i = n - 2; i >= 0; --i) x.row(i) = (x.row(i) - rows.right[i] * x.row(i + 1)) / rows.middle[i];
  return x;
}

// The same with left[0] and the last of right in the corners: A = T + u wᵀ (Sherman & Morrison 1950).
MatrixX solve_cyclic(Rows rows, const MatrixX& right) {
  const auto last = static_cast<int>(right.rows()) - 1;
  const double shift = -rows.middle[0], corner = rows.right[last], ratio = rows.left[0] / shift;
  rows.middle[0] -= shift;
  rows.middle[last] -= corner * ratio;
  VectorX u = VectorX::Zero(last + 1);
  u[0] = shift, u[last] = corner;
  const MatrixX x = solve(rows, right), z = solve(rows, u);
  return x - z * (x.row(0) + ratio * x.row(last)) / (1 + z(0, 0) + ratio * z(last, 0));
}

}  // namespace

CubicSpline::CubicSpline(std::vector<double> knots, MatrixX values, bool is_periodic)
    : knots_(std::move(knots)), values_(std::move(values)), is_periodic_(is_periodic) {
  bends_.setZero(values_.rows(), values_.cols());
  find_bends(is_periodic);
}

// Equal first derivatives of the cubics on both sides of a knot, h of the intervals, m the second derivatives:
//     h₋ m₋ + 2 (h₋ + h₊) m + h₊ m₊ = 6 ((y₊ − y)/h₊ − (y − y₋)/h₋).
void CubicSpline::find_bends(bool is_periodic) {
  const int intervals = static_cast<int>(knots_.size()) - 1;
  const int first = is_periodic ? 0 : 1, unknowns = intervals - first;
  if (unknowns < 1) return;
  const auto width = [&](int i) { return knots_[i + 1] - knots_[i]; };
  Rows rows;
  MatrixX right(unknowns, values_.cols());
  for (int i = 0; i < unknowns; ++i) {
    const int knot = first + i, before = (knot + intervals - 1) % intervals;
    const double left_width = width(before), right_width = width(knot);
    rows.left.push_back(left_width), rows.right.push_back(right_width);
    rows.middle.push_back(2 * (left_width + right_width));
    right.row(i) = 6 * ((values_.row(knot + 1) - values_.row(knot)) / right_width -
                        (values_.row(before + 1) - values_.row(before)) / left_width);
  }
  bends_.middleRows(first, unknowns) = is_periodic ? solve_cyclic(rows, right) : solve(rows, right);
  if (is_periodic) bends_.row(intervals) = bends_.row(0);
}

CubicSpline::Interval CubicSpline::interval_of(double s) const {
  if (is_periodic_) s -= std::floor((s - begin()) / (end() - begin())) * (end() - begin());
  const double inside = std::clamp(s, begin(), end());
  const auto above = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, inside);
  return {s, static_cast<int>(above - knots_.begin()) - 1};
}

double CubicSpline::third_derivative(double s, int component) const {
  const Interval at = interval_of(s);
  if (at.s < begin() || at.s > end()) return 0;
  const int i = at.number;
  return (bends_(i + 1, component) - bends_(i, component)) / (knots_[i + 1] - knots_[i]);
}

void CubicSpline::evaluate(double s, int component, double& value, double& first, double& second) const {
  const Interval at = interval_of(s);
  s = at.s;
  const int i = at.number;
  const double inside = std::clamp(s, begin(), end());
  const double h = knots_[i + 1] - knots_[i], a = (knots_[i + 1] - inside) / h, b = 1 - a;
  const double y0 = values_(i, component), y1 = values_(i + 1, component);
  const double m0 = bends_(i, component), m1 = bends_(i + 1, component);
  value = a * y0 + b * y1 + ((a * a - 1) * a * m0 + (b * b - 1) * b * m1) * h * h / 6;
  first = (y1 - y0) / h + ((3 * b * b - 1) * m1 - (3 * a * a - 1) * m0) * h / 6;
  second = a * m0 + b * m1;
  value += first * (s - inside);
}

}  // namespace perilune
