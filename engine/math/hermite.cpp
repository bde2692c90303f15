#include "engine/math/hermite.h"

#include <algorithm>
#include <cmath>

namespace perilune {

HermitePair cubic_hermite(double s, double h) {
  const double r = 1 - s;
  HermitePair p;
  p.value.change_b = s * s * (3 - 2 * s);
  p.value.first_a = h * s * r * r;
  p.value.first_b = -h * s * s * r;
  p.rate.change_b = 6 * s * r / h;
  p.rate.first_a = r * (1 - 3 * s);
  p.rate.first_b = s * (3 * s - 2);
  return p;
}

HermitePair quintic_hermite(double s, double h) {
  const double r = 1 - s, s2 = s * s, r2 = r * r;
  HermitePair p;
  p.value.change_b = s2 * s * (10 + s * (6 * s - 15));
  p.value.first_a = h * s * r2 * r * (1 + 3 * s);
  p.value.first_b = -h * s2 * s * r * (4 - 3 * s);
  p.value.second_a = 0.5 * h * h * s2 * r2 * r;
  p.value.second_b = 0.5 * h * h * s2 * s * r2;
  p.rate.change_b = 30 * s2 * r2 / h;
  p.rate.first_a = r2 * (1 + s * (2 - 15 * s));
  p.rate.first_b = s2 * (1 + r * (2 - 15 * r));
  p.rate.second_a = 0.5 * h * s * r2 * (2 - 5 * s);
  p.rate.second_b = -0.5 * h * s2 * r * (2 - 5 * r);
  return p;
}

// The forms with a middle use u = 2s − 1 ∈ [−1, 1]. The basis function of node k is the part of its data,
// times g_k = Π_{j≠k} (u − u_j)^p / (u_k − u_j)^p, times the Taylor polynomial of 1/g_k about u_k. What
// belongs to a is what belongs to b at −u.
HermitePair quintic_hermite_with_middle(double s, double h) {
  const double u = 2 * s - 1, half = 0.5 * h;
  const double up = u + 1, um = u - 1, w = 1 - u * u;
  HermitePair p;
  p.value.change_b = 0.25 * u * u * up * up * (4 - 3 * u);
  p.value.change_m = w * w;
  p.value.first_a = half * 0.25 * u * u * um * um * up;
  p.value.first_b = half * 0.25 * u * u * up * up * um;
  p.value.first_m = half * u * w * w;
  // d/dt = (1/half) d/du
  p.rate.change_b = 0.25 * u * up * (8 + u * (7 - 15 * u)) / half;
  p.rate.change_m = -4 * u * w / half;
  p.rate.first_a = 0.25 * u * um * (5 * u * u + u - 2);
  p.rate.first_b = 0.25 * u * up * (5 * u * u - u - 2);
  p.rate.first_m = w * (1 - 5 * u * u);
  return p;
}

namespace {

// Weights of the node b (u = 1) in the octic form, as functions of u, with d/du.
struct EndBasis {
  double f, first, second, df, dfirst, dsecond;
};

EndBasis octic_end_basis(double u) {
  const double x = u - 1, c = u * (u + 1);
  const double g = 0.125 * c * c * c, dg = 0.375 * c * c * (2 * u + 1);
  const double f = 1 + x * (12 * x - 4.5), first = x * (1 - 4.5 * x), second = 0.5 * x * x;
  return {f * g,
          first * g,
          second * g,
          f * dg + (24 * x - 4.5) * g,
          first * dg + (1 - 9 * x) * g,
          second * dg + x * g};
}

}  // namespace

HermitePair octic_hermite(double s, double h) {
  const double u = 2 * s - 1, half = 0.5 * h;
  const double u2 = u * u, w = 1 - u2, w2 = w * w;
  const EndBasis b = octic_end_basis(u), a = octic_end_basis(-u);
  HermitePair p;
  p.value.change_b = b.f;
  p.value.change_m = (1 + 3 * u2) * w2 * w;
  p.value.first_a = -half * a.first;
  p.value.first_b = half * b.first;
  p.value.first_m = half * u * w2 * w;
  p.value.second_a = half * half * a.second;
  p.value.second_b = half * half * b.second;
  p.value.second_m = 0.5 * half * half * u2 * w2 * w;
  p.rate.change_b = b.df / half;
  p.rate.change_m = -24 * u * u2 * w2 / half;
  p.rate.first_a = a.dfirst;
  p.rate.first_b = b.dfirst;
  p.rate.first_m = w2 * (1 - 7 * u2);
  p.rate.second_a = -half * a.dsecond;
  p.rate.second_b = half * b.dsecond;
  p.rate.second_m = half * u * w2 * (1 - 4 * u2);
  return p;
}

std::array<double, 6> quintic_control_points(const HermiteDatum& a, const HermiteDatum& b, double h) {
  const double va = h * a.first / 5, vb = h * b.first / 5;
  const double aa = h * h * a.second / 20, ab = h * h * b.second / 20;
  return {a.change, a.change + va, a.change + 2 * va + aa, b.change - 2 * vb + ab, b.change - vb, b.change};
}

// The three points at either end follow from the data there. The three inner ones satisfy, at s = 1/2,
//     Σ C(8,i) c_i = 256 p,  Σ C(7,i) Δc_i = 16 h p',  Σ C(6,i) Δ²c_i = (64/56) h² p''.
std::array<double, 9> octic_control_points(const HermiteDatum& a, const HermiteDatum& m,
                                           const HermiteDatum& b, double h) {
  std::array<double, 9> c;
  const double va = h * a.first / 8, vb = h * b.first / 8;
  c[0] = a.change, c[1] = c[0] + va, c[2] = c[0] + 2 * va + h * h * a.second / 56;
  c[8] = b.change, c[7] = c[8] - vb, c[6] = c[8] - 2 * vb + h * h * b.second / 56;
  const double value = 256 * m.change - (c[0] + c[8]) - 8 * (c[1] + c[7]) - 28 * (c[2] + c[6]);
  const double slope = 16 * h * m.first - (c[8] - c[0]) - 6 * (c[7] - c[1]) - 14 * (c[6] - c[2]);
  const double bend = 64.0 / 56 * h * h * m.second - (c[0] + c[8]) - 4 * (c[1] + c[7]) - 4 * (c[2] + c[6]);
  const double sum = (value + 7 * bend) / 28, difference = slope / 14;  // c₃ + c₅ and c₅ − c₃
  c[3] = 0.5 * (sum - difference);
  c[5] = 0.5 * (sum + difference);
  c[4] = -(bend + 4 * sum) / 10;
  return c;
}

namespace {

template <std::size_t count>
DerivativeBounds hull_of_derivatives(const std::array<double, count>& c, double h) {
  const int degree = static_cast<int>(count) - 1;
  DerivativeBounds bounds;
  for (int i = 0; i < degree; ++i) bounds.first = std::max(bounds.first, std::abs(c[i + 1] - c[i]));
  for (int i = 0; i + 1 < degree; ++i) {
    bounds.second = std::max(bounds.second, std::abs((c[i + 2] - c[i + 1]) - (c[i + 1] - c[i])));
  }
  // The margin covers rounding of the control points and of their differences, so that a bound stays one.
  const double margin = 1e-13;
  bounds.first *= degree / h * (1 + margin);
  bounds.second *= degree * (degree - 1) / (h * h) * (1 + margin);
  bounds.second += margin * bounds.first / h;
  return bounds;
}

}  // namespace

DerivativeBounds bound_derivatives(const std::array<double, 6>& control_points, double h) {
  return hull_of_derivatives(control_points, h);
}

DerivativeBounds bound_derivatives(const std::array<double, 9>& control_points, double h) {
  return hull_of_derivatives(control_points, h);
}

}  // namespace perilune
