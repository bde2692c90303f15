#include "engine/integrators/integrals.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perilune {
namespace {
// Nodes close together magnify what rates are wrong by; equal steps have 1.8, steps that grow tenfold 4.
constexpr double most_magnified = 5;
// A step that somebody shortened more than this, by the one before, leaves no node of its own behind.
constexpr double shortest_step = 0.3;
}  // namespace

void Integrals::restart(int entries) {
  known_ = 0;
  for (Rates& rates : past_) rates.dy.resize(entries);
}

// By Newton's form: what the j-th place adds is ∫ Π_{i<j} (s − xᵢ) ds times a divided difference.
int Integrals::weigh(const Weights& places, int count, std::array<Weights, most_nodes>& terms) {
  std::array<double, most_nodes + 1> product{1};  // coefficients of that polynomial in s
  Weights sum{};
  int used = 0;
  for (; used < count; ++used) {
    double moment = 0;
    for (int p = 0; p <= used; ++p) moment += product[p] / (p + 1);
    Weights& term = terms[used];
    term.fill(0);
    double magnified = 0;
    for (int i = 0; i <= used; ++i) {
      double divisor = 1;
      for (int l = 0; l <= used; ++l) {
        if (l != i) divisor *= places[i] - places[l];
      }
      term[i] = moment / divisor;
      sum[i] += term[i];
      magnified += std::abs(sum[i]);
    }
    if (!(magnified <= most_magnified)) break;
    for (int p = used + 1; p > 0; --p) product[p] = product[p - 1] - places[used] * product[p];
    product[0] *= -places[used];
  }
  return used;
}

// Terms get smaller while the rates are smooth; across the kink of a law they do not, and the sum ends before the least
// of those after the second, or goes on to the last when that is it.
double Integrals::sum_of(const std::array<double, most_nodes>& terms, int used) {
  int least = used - 1;
  for (int j = used - 2; j >= 2; --j) {
    if (std::abs(terms[j]) < std::abs(terms[least])) least = j;
  }
  const int end = least == used - 1 ? used : least;
  double sum = 0;
  for (int j = 0; j < end; ++j) sum += terms[j];
  return sum;
}

void Integrals::advance(const Node& before, int first, Node& after) const {
  const double h = after.t - before.t;
  Weights places{1, 0};
  for (int i = 0; i < known_; ++i) places[i + 2] = (past_[i].t - before.t) / h;
  std::array<Weights, most_nodes> weights;
  const int used = weigh(places, known_ + 2, weights);
  for (std::size_t e = first; e < after.y.size(); ++e) {
    std::array<double, most_nodes> terms{};
    for (int j = 0; j < used; ++j) {
      terms[j] = weights[j][0] * after.dy[e] + weights[j][1] * before.dy[e];
      for (int i = 2; i <= j; ++i) terms[j] += weights[j][i] * past_[i - 2].dy[e - first];
    }
    after.y[e] = before.y[e] + h * sum_of(terms, used);
  }
}

void Integrals::commit(const Node& before, double h, int first) {
  if (known_ > 0 && h < shortest_step * (before.t - past_[0].t)) return;
  std::rotate(past_.begin(), past_.end() - 1, past_.end());
  past_[0].t = before.t;
  std::copy(before.dy.begin() + first, before.dy.end(), past_[0].dy.begin());
  known_ = std::min(known_ + 1, most_known);
}

}  // namespace perilune
