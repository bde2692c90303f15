#include "engine/integrators/adams_history.h"

#include <algorithm>

namespace perilune {
namespace {

// y ← base + change, remembering what rounding swallowed: carry is what base + change lacks of the true sum.
void add_carrying(const std::vector<double>& base, const std::vector<double>& change, std::vector<double>& y,
                  std::vector<double>& carry) {
  for (std::size_t l = 0; l < y.size(); ++l) {
    const double wanted = change[l] + carry[l], start = base[l];
    y[l] = start + wanted;
    carry[l] = wanted - (y[l] - start);
  }
}

}  // namespace

void AdamsHistory::restart(const Node& now) {
  coefficients_ = {};
  for (std::vector<double>& column : phi_) column.assign(now.y.size(), 0);
  carry_.assign(now.y.size(), 0);
  phi_[1] = now.dy;
}

// p = y + h Σ g_i φ*_i with φ*_i = β_i φ_i; the predicted differences are sums of φ* from i upwards
// (5.9-5.11).
void AdamsHistory::predict(const AdamsHistory& old, const Node& before, double h, int k, Node& predicted) {
  coefficients_ = old.coefficients_;
  coefficients_.advance(h, k);
  const std::size_t size = before.y.size();
  phi_[k + 2] = old.phi_[k + 1];
  phi_[k + 1].assign(size, 0);
  std::vector<double>& change = predicted.dy;  // h Σ g φ*, until the derivative comes
  change.assign(size, 0);
  for (int i = k; i >= 1; --i) {
    const double beta = coefficients_.beta[i], weight = h * coefficients_.g[i];
    const double *column = old.phi_[i].data(), *next = phi_[i + 1].data();
    double *star = phi_[i].data(), *sum = change.data();
    for (std::size_t l = 0; l < size; ++l) {
      const double scaled = beta * column[l];
      sum[l] += weight * scaled;
      star[l] = scaled + next[l];
    }
  }
  carry_ = old.carry_;
  predicted.t = before.t + h;
  add_carrying(before.y, change, predicted.y, carry_);
}

void AdamsHistory::compare(const Node& predicted, std::vector<double>& defect) const {
  for (std::size_t l = 0; l < defect.size(); ++l) defect[l] = predicted.dy[l] - phi_[1][l];
}

void AdamsHistory::correct(const std::vector<double>& defect, Node& node) {
  const double weight = coefficients_.last_step * coefficients_.g[coefficients_.last_order + 1];
  std::vector<double>& change = node.dy;
  for (std::size_t l = 0; l < defect.size(); ++l) change[l] = weight * defect[l];
  add_carrying(node.y, change, node.y, carry_);
}

void AdamsHistory::take(const std::vector<double>& derivative) {
  const int k = coefficients_.last_order;
  std::vector<double>& change = phi_[k + 1];
  for (std::size_t l = 0; l < change.size(); ++l) {
    change[l] = derivative[l] - phi_[1][l];
    phi_[k + 2][l] = change[l] - phi_[k + 2][l];
  }
  for (int i = 1; i <= k; ++i) {
    for (std::size_t l = 0; l < change.size(); ++l) phi_[i][l] += change[l];
  }
}

void AdamsHistory::shift(const std::vector<double>& derivative) {
  for (std::size_t l = 0; l < derivative.size(); ++l) {
    const double change = derivative[l] - phi_[1][l];
    for (int i = 1; i <= coefficients_.last_order + 2; ++i) phi_[i][l] += change;
  }
  std::fill(carry_.begin(), carry_.end(), 0.0);
}

// S. & G. chapter 5, INTRP: g of the polynomial about the end, by the recursion of the step coefficients.
void AdamsHistory::interpolate(const Node& end, double t, std::vector<double>& y) const {
  const int columns = coefficients_.last_order + 1;
  const double back = t - end.t;
  AdamsCoefficients::Row g{}, w{};
  for (int i = 1; i <= columns; ++i) w[i] = 1.0 / i;
  g[1] = 1;
  double term = 0;
  for (int j = 2; j <= columns; ++j) {
    const double psi = coefficients_.psi[j - 1], gamma = (back + term) / psi, eta = back / psi;
    for (int i = 1; i <= columns + 1 - j; ++i) w[i] = gamma * w[i] - eta * w[i + 1];
    g[j] = w[1];
    term = psi;
  }
  y = end.y;
  for (int j = columns; j >= 1; --j) {
    for (std::size_t l = 0; l < y.size(); ++l) y[l] += back * g[j] * phi_[j][l];
  }
}

}  // namespace perilune
