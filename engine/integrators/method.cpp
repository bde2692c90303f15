#include "engine/integrators/method.h"

#include <algorithm>
#include <cmath>

namespace perilune {

double step_factor(double error, int error_order) {
  if (!std::isfinite(error)) return 0.2;
  // In single precision, which is all that a step size needs and half the time of a step of one ball's rules.
  const float root = std::pow(static_cast<float>(error), -1.0F / static_cast<float>(error_order + 1));
  return std::clamp(0.9 * static_cast<double>(root), 0.2, 5.0);
}

namespace {

bool is_finite(const std::vector<double>& x) {
  double sum = 0;  // x - x is 0, or NaN for inf and NaN: no branch in the loop
  for (const double value : x) sum += value - value;
  return sum == 0;
}

// Larger of the two; once NaN, always NaN.
double larger(double largest, double x) { return x > largest || std::isnan(x) ? x : largest; }

}  // namespace

double scaled_norm(const std::vector<double>& x, const std::vector<double>& y, int count,
                   const StepOptions& options) {
  double norm = 0;
  for (int i = 0; i < count; ++i) {
    norm = larger(norm, std::abs(x[i]) / (options.atol + options.rtol * std::abs(y[i])));
  }
  return norm;
}

bool is_finite(const Node& node) { return is_finite(node.y) && is_finite(node.dy); }

double Method::error_norm(const std::vector<double>& error, const std::vector<double>& y,
                          const std::vector<double>& z) const {
  double norm = 0, nothing = 0;  // 0, or NaN where a ratio is not finite
  for (int i = 0, count = problem_.controlled(); i < count; ++i) {
    const double size = std::max(std::abs(z[i]), std::abs(y[i]));  // NaN where z is
    const double ratio = std::abs(error[i]) / (options_.atol + options_.rtol * size);
    norm = std::max(norm, ratio), nothing += ratio - ratio;
  }
  return norm + nothing;
}

void Method::open(const Node& before, double h, Trial& trial) const {
  trial.h = h;
  trial.has_middle = false;
  trial.after.resize(problem_.size());
  trial.after.t = before.t + h;
}

void Method::conclude(const Node& before, const std::vector<double>& error, int error_order,
                      Trial& trial) const {
  conclude_fixed(trial);
  if (is_fixed_step()) return;
  // Error control does not look at the integrals, but a NaN there is a refusal, too.
  if (trial.error == 0) trial.error = error_norm(error, before.y, trial.after.y);
  trial.next_step = bounded(trial.h * step_factor(trial.error, error_order));
}

void Method::conclude_fixed(Trial& trial) const {
  const bool finite = is_finite(trial.after);
  trial.error = finite ? 0 : std::numeric_limits<double>::quiet_NaN();
  trial.next_step = !finite ? 0.2 * trial.h : is_fixed_step() ? options_.step : bounded(trial.h);
}

void Method::add_integrals(const Node& before, Node& after) const {
  const double h = after.t - before.t;
  for (std::size_t i = problem_.controlled(); i < after.y.size(); ++i)
    after.y[i] = before.y[i] + 0.5 * h * (before.dy[i] + after.dy[i]);
}

double Method::first_step(const Node& now, double longest) { return automatic_step(now, longest, order()); }

// Hairer, Nørsett & Wanner, Solving ODEs I, 2nd ed., II.4, "Starting step size": an explicit Euler step of
// h₀ = 0.01 |y|/|ẏ| shows the second derivative; h₁ makes 0.01 of h^(p+1) max(|ẏ|, |ÿ|). Where y, ẏ or both
// vanish, the fixed lengths 1e-6 s and 1e-3 h₀ stand in: a start at rest must not look like a solution that
// stays there.
double Method::automatic_step(const Node& now, double longest, int order) {
  if (is_fixed_step()) return options_.step;
  longest = bounded(longest);
  if (options_.initial_step > 0) return std::min(options_.initial_step, longest);

  const int count = problem_.controlled();
  const double size = scaled_norm(now.y, now.y, count, options_);
  const double speed = scaled_norm(now.dy, now.y, count, options_);
  const double h0 = std::min(size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed, longest);

  probe_y_ = now.y, probe_dy_.resize(now.y.size());
  for (std::size_t i = 0; i < probe_y_.size(); ++i) probe_y_[i] += h0 * now.dy[i];
  problem_.derivative(now.t + h0, probe_y_.data(), probe_dy_.data());
  for (std::size_t i = 0; i < probe_y_.size(); ++i) probe_y_[i] = (probe_dy_[i] - now.dy[i]) / h0;
  const double largest = larger(speed, scaled_norm(probe_y_, now.y, count, options_));
  if (!std::isfinite(largest)) return 1e-3 * h0;

  const double h1 =
      largest <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / largest, 1.0 / (order + 1));
  return std::min({100 * h0, h1, longest});
}

}  // namespace perilune
