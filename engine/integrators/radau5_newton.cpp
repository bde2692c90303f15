#include "engine/integrators/radau5_newton.h"

#include <algorithm>
#include <cmath>

#include "engine/integrators/radau5_coefficients.h"

namespace perilune {
namespace {

// rows of M times the three vectors.
void combine(const double (&M)[3][3], const RadauNewton::Stages& x, RadauNewton::Stages& y) {
  for (int i = 0; i < 3; ++i) y[i] = M[i][0] * x[0] + M[i][1] * x[1] + M[i][2] * x[2];
}

}  // namespace

void RadauNewton::resize(int size, int controlled) {
  for (Stages* vectors : {&stages_, &transformed_, &rates_}) {
    for (VectorX& vector : *vectors) vector.setZero(controlled);
  }
  real_.resize(controlled), complex_.resize(controlled);
  y_.resize(size), dy_.resize(size);
}

void RadauNewton::evaluate(Problem& problem, const Node& before, double h, int i, double* y,
                           double* dy) const {
  std::copy(before.y.begin(), before.y.end(), y);
  for (Eigen::Index k = 0; k < stages_[i].size(); ++k) y[k] += stages_[i][k];
  problem.derivative(before.t + radau5::c[i] * h, y, dy);
}

// The convergence test and the choice of a shorter step: sec. IV.8, eqs 8.10-8.11, and RADAU5.
NewtonResult RadauNewton::solve(Problem& problem, const Node& before, double h, Factors& factors,
                                const VectorX& weights, double allowed, double convergence,
                                int most_iterations) {
  NewtonResult result;
  if (!factors.factorize(radau5::real_eigenvalue / h, radau5::eigenvalue / h)) return result;
  combine(radau5::inverse_T, stages_, transformed_);
  double previous = 0, previous_rate = 0;
  for (int iteration = 1; iteration <= most_iterations; ++iteration) {
    result.iterations = iteration;
    const bool is_finite = evaluate_rates(problem, before, h);
    const double size = is_finite ? correct(h, factors, weights) : 0;
    if (!is_finite || !std::isfinite(size)) {
      result.end = NewtonResult::End::not_finite;
      return result;
    }
    if (iteration > 1) {
      const double ratio = size / previous;
      result.rate = iteration == 2 ? ratio : std::sqrt(ratio * previous_rate);
      previous_rate = ratio;
      if (result.rate >= 0.99) {  // rounding does not converge, but is small
        result.end = size <= allowed ? NewtonResult::End::converged : NewtonResult::End::diverged;
        result.leftover = size / allowed;
        return result;
      }
      convergence = result.rate / (1 - result.rate);
      const int left = most_iterations - iteration;
      const double expected = convergence * size * std::pow(result.rate, left) / allowed;
      if (expected >= 1 && left > 0) {
        result.step_factor = 0.8 * std::pow(std::clamp(expected, 1e-4, 20.0), -1.0 / (4 + left));
        result.leftover = expected;
        return result;
      }
    }
    previous = std::max(size, 1e-300);
    result.leftover = convergence * size / allowed;
    if (result.leftover <= 1) {
      result.end = NewtonResult::End::converged;
      return result;
    }
  }
  return result;
}

// False: not finite; the guilty y is the last one looked at.
bool RadauNewton::evaluate_rates(Problem& problem, const Node& before, double h) {
  for (int i = 0; i < 3; ++i) {
    evaluate(problem, before, h, i, y_.data(), dy_.data());
    std::copy_n(dy_.data(), rates_[i].size(), rates_[i].data());
    if (!rates_[i].allFinite()) return false;
  }
  return true;
}

// One Newton step from the rates F; returns the size of ΔW.
double RadauNewton::correct(double h, Factors& factors, const VectorX& weights) {
  const double gamma = radau5::real_eigenvalue / h;
  const std::complex<double> mu = radau5::eigenvalue / h;
  const auto& R = radau5::inverse_T;
  Stages &F = rates_, &W = transformed_;
  real_ = R[0][0] * F[0] + R[0][1] * F[1] + R[0][2] * F[2] - gamma * W[0];
  for (Eigen::Index k = 0; k < real_.size(); ++k) {
    const double re = R[1][0] * F[0][k] + R[1][1] * F[1][k] + R[1][2] * F[2][k];
    const double im = R[2][0] * F[0][k] + R[2][1] * F[1][k] + R[2][2] * F[2][k];
    complex_[k] = std::complex<double>(re, im) - mu * std::complex<double>(W[1][k], W[2][k]);
  }
  factors.solve(real_);
  factors.solve(complex_);
  double size = 0;
  for (Eigen::Index k = 0; k < real_.size(); ++k) {
    const double change =
        std::max({std::abs(real_[k]), std::abs(complex_[k].real()), std::abs(complex_[k].imag())}) *
        weights[k];
    if (!(change <= size)) size = change;
  }
  W[0] += real_, W[1] += complex_.real(), W[2] += complex_.imag();
  combine(radau5::T, W, stages_);
  return size;
}

}  // namespace perilune
