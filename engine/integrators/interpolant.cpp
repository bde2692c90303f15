#include "engine/integrators/interpolant.h"

#include <algorithm>
#include <cmath>

#include "engine/math/hermite.h"

namespace perilune {
namespace {

HermiteDatum datum(const Node& node, const Node& origin, int coordinate, int positions) {
  const int i = coordinate, n = positions;
  return {node.y[i] - origin.y[i], node.y[n + i], node.dy[n + i]};
}

}  // namespace

void Interpolant::copy_block(const Node& node, int offset, int count, double* q, double* v) const {
  std::copy_n(node.y.begin() + offset, count, q);
  std::copy_n(node.y.begin() + positions + offset, count, v);
}

void Interpolant::evaluate_block(double t, int offset, int count, double* q, double* v) const {
  if (count == 0) return;  // the ground
  if (t <= a->t) return copy_block(*a, offset, count, q, v);
  if (t >= b->t) return copy_block(*b, offset, count, q, v);
  const double h = b->t - a->t, s = (t - a->t) / h;
  const HermitePair weights = middle ? octic_hermite(s, h) : quintic_hermite(s, h);
  const HermiteWeights &x = weights.value, &r = weights.rate;
  for (int i = 0; i < count; ++i) {
    const int k = offset + i, kv = positions + k;
    const double d = b->y[k] - a->y[k], va = a->y[kv], vb = b->y[kv], aa = a->dy[kv], ab = b->dy[kv];
    double dq = d * x.change_b + va * x.first_a + vb * x.first_b + aa * x.second_a + ab * x.second_b;
    double dv = d * r.change_b + va * r.first_a + vb * r.first_b + aa * r.second_a + ab * r.second_b;
    if (middle) {
      const double dm = middle->y[k] - a->y[k], vm = middle->y[kv], am = middle->dy[kv];
      dq += dm * x.change_m + vm * x.first_m + am * x.second_m;
      dv += dm * r.change_m + vm * r.first_m + am * r.second_m;
    }
    q[i] = a->y[k] + dq;
    v[i] = dv;
  }
}

void Interpolant::evaluate_rest(double t, double* y) const {
  const double h = b->t - a->t, s = (t - a->t) / h;
  const HermiteWeights w = (middle ? quintic_hermite_with_middle(s, h) : cubic_hermite(s, h)).value;
  for (std::size_t k = 2 * positions; k < a->y.size(); ++k) {
    double dz = (b->y[k] - a->y[k]) * w.change_b + a->dy[k] * w.first_a + b->dy[k] * w.first_b;
    if (middle) dz += (middle->y[k] - a->y[k]) * w.change_m + middle->dy[k] * w.first_m;
    y[k] = a->y[k] + dz;
  }
}

void Interpolant::evaluate(double t, double* y) const {
  if (t <= a->t) return void(std::copy(a->y.begin(), a->y.end(), y));
  if (t >= b->t) return void(std::copy(b->y.begin(), b->y.end(), y));
  evaluate_block(t, 0, positions, y, y + positions);
  evaluate_rest(t, y);
}

void Interpolant::second_derivative_bound(int offset, int count, double* speed, double* acceleration) const {
  const double h = b->t - a->t;
  for (int i = 0; i < count; ++i) {
    const HermiteDatum at_a = datum(*a, *a, offset + i, positions);
    const HermiteDatum at_b = datum(*b, *a, offset + i, positions);
    const DerivativeBounds bounds =
        middle ? bound_derivatives(
                     octic_control_points(at_a, datum(*middle, *a, offset + i, positions), at_b, h), h)
               : bound_derivatives(quintic_control_points(at_a, at_b, h), h);
    speed[i] = bounds.first;
    acceleration[i] = bounds.second;
  }
}

}  // namespace perilune
