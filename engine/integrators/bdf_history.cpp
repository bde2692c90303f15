#include "engine/integrators/bdf_history.h"

#include <algorithm>

namespace perilune {
namespace {

using Square = std::array<std::array<double, ndf::most_order + 1>, ndf::most_order + 1>;

// R_ij = Π_{m=1}^{i} (m − 1 − j r)/m, Shampine & Reichelt (1997), sec. 2.2: differences at spacing r h are D R U with
// U = R(1).
Square spacing_matrix(double r, int k) {
  Square R{};
  for (int j = 1; j <= k; ++j) {
    double product = 1;
    for (int i = 1; i <= k; ++i) R[i][j] = product *= (i - 1 - j * r) / i;
  }
  return R;
}

}  // namespace

// In steps of one second: D₁ = ẏ.
void BdfHistory::restart(const Node& now, int entries) {
  h_ = 1;
  for (std::vector<double>& column : difference_) column.assign(entries, 0);
  std::copy_n(now.y.begin(), entries, difference_[0].begin());
  std::copy_n(now.dy.begin(), entries, difference_[1].begin());
}

void BdfHistory::rescale(const BdfHistory& from, double h, int k) {
  h_ = h;
  difference_[0] = from.difference_[0];
  if (h == from.h_) {
    for (int j = 1; j <= ndf::most_order + 2; ++j) difference_[j] = from.difference_[j];
    return;
  }
  const Square R = spacing_matrix(h / from.h_, k), U = spacing_matrix(1, k);
  Square RU{};
  for (int i = 1; i <= k; ++i) {
    for (int j = 1; j <= k; ++j) {
      for (int m = 1; m <= k; ++m) RU[i][j] += R[i][m] * U[m][j];
    }
  }
  for (int j = 1; j <= k; ++j) {
    std::vector<double>& to = difference_[j];
    to.assign(from.difference_[0].size(), 0);
    for (int i = 1; i <= k; ++i) {
      const std::vector<double>& column = from.difference_[i];
      if (RU[i][j] == 0) continue;
      for (std::size_t e = 0; e < to.size(); ++e) to[e] += RU[i][j] * column[e];
    }
  }
  for (int j = k + 1; j <= ndf::most_order + 2; ++j) difference_[j].assign(difference_[0].size(), 0);
}

// ∇^j P(t + s H) = Σ_i C(s + i − 1, i) ∇^(j+i) P(t), P of degree k + 1; the change of the newest value enters ∇^j by
// weight[j].
void BdfHistory::move(double s, int k, const double* weight, const std::vector<double>& y) {
  std::array<double, ndf::most_order + 2> shift{1};
  for (int i = 1; i <= k + 1; ++i) shift[i] = shift[i - 1] * (s + i - 1) / i;
  for (std::size_t e = 0; e < difference_[0].size(); ++e) {
    for (int j = 0; j <= k + 1; ++j) {
      for (int i = 1; j + i <= k + 1; ++i) difference_[j][e] += shift[i] * difference_[j + i][e];
    }
    const double change = y[e] - difference_[0][e];
    for (int j = 1; j <= k + 1; ++j) difference_[j][e] += weight[j] * change;
    difference_[0][e] = y[e];
  }
}

// What is added to the polynomial is the change times L(u) = Π_{i=0}^{k} (u + i)/(s + i), u = (τ − t)/H, which vanishes
// in the newest k + 1 points. With divided differences ∇^(k+2) = (k + 2) (∇^(k+1)_new − ∇^(k+1)_old)/(s + k + 1).
void BdfHistory::slide(double h, int k, const std::vector<double>& y) {
  const double s = h / h_;
  std::array<double, ndf::most_order + 2> weight{};  // L(s), L(s − 1), …, then their differences
  for (int m = 0; m <= k + 1; ++m) {
    weight[m] = 1;
    for (int i = 0; i <= k; ++i) weight[m] *= (s - m + i) / (s + i);
  }
  for (int j = 1; j <= k + 1; ++j) {
    for (int m = k + 1; m >= j; --m) weight[m] = weight[m - 1] - weight[m];
  }
  std::vector<double>& highest = difference_[k + 2];
  for (std::size_t e = 0; e < difference_[0].size(); ++e) highest[e] = difference_[k + 1][e];
  move(s, k, weight.data(), y);
  const double divisor = (s + k + 1) / (k + 2);
  for (std::size_t e = 0; e < difference_[0].size(); ++e)
    highest[e] = (difference_[k + 1][e] - highest[e]) / divisor;
}

void BdfHistory::creep(double h, int k, const std::vector<double>& y) {
  std::array<double, ndf::most_order + 2> weight;
  weight.fill(1);
  move(h / h_, k, weight.data(), y);
}

void BdfHistory::predict(int k, std::vector<double>& y, std::vector<double>& past) const {
  std::copy(difference_[0].begin(), difference_[0].end(), y.begin());
  past.assign(difference_[0].size(), 0);
  for (int j = 1; j <= k; ++j) {
    for (std::size_t e = 0; e < difference_[0].size(); ++e) {
      y[e] += difference_[j][e];
      past[e] += ndf::G[j] * difference_[j][e];
    }
  }
}

void BdfHistory::advance(int k, const std::vector<double>& y, const std::vector<double>& deviation) {
  for (std::size_t e = 0; e < difference_[0].size(); ++e)
    difference_[k + 2][e] = deviation[e] - difference_[k + 1][e];
  difference_[k + 1] = deviation;
  for (int j = k; j >= 1; --j) {
    for (std::size_t e = 0; e < difference_[0].size(); ++e) difference_[j][e] += difference_[j + 1][e];
  }
  std::copy_n(y.begin(), difference_[0].size(), difference_[0].begin());
}

void BdfHistory::shift(const double* correction) {
  for (std::size_t e = 0; e < difference_[0].size(); ++e) difference_[0][e] += correction[e];
}

}  // namespace perilune
