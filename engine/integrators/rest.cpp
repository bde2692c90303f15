#include "engine/integrators/rest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perilune {
namespace {
constexpr double damped = 1.5;     // h |λ| that damps all modes well: a swing with 3 % of damping at 2 grows
constexpr double stillness = 100;  // tolerances that may move in a still step: hovering moves up to twenty
constexpr double share = 0.01;     // of the tolerance, for the error of a hold
constexpr double growth = 5;       // of a step over the last one, as everywhere
constexpr double epsilon = std::numeric_limits<double>::epsilon();

// Errors of rounding for a list of positions, in last bits: 1 to 5 up or down, without order, so that no difference of
// two of them happens to stay as it is.
double last_bits(int i) {
  const double size = 1 + 4 * std::fmod(0.6180339887 * (i + 1), 1.0);
  return std::fmod(0.7548776662 * (i + 1), 1.0) < 0.5 ? size : -size;
}
}  // namespace

Rest::Rest(Problem& problem, const StepOptions& options)
    : problem_(problem), options_(options), rounding_(problem.positions()) {
  probe_.resize(problem.size());
}

void Rest::forget() { rests_ = will_rest_ = false, stiffness_ = 0; }

void Rest::commit() { rests_ = will_rest_, stiffness_ = seen_, stable_step_ = damped / seen_; }

// Most steps of most runs end here, at the first coordinate that moves.
bool Rest::is_still(const Trial& trial) const {
  const Node& end = trial.after;
  for (int i = 0, count = problem_.controlled(); i < count; ++i) {
    const double tolerance = options_.atol + options_.rtol * std::abs(end.y[i]);
    if (!(trial.h * std::abs(end.dy[i]) <= stillness * tolerance)) return false;
  }
  return true;
}

// When the differences are lost in rounding, what was known before serves.
void Rest::measure_stiffness(const NearEnd& near, const Trial& trial) {
  const int n = problem_.positions();
  const Node& end = trial.after;
  double q2 = 0, a2 = 0, size = 0;
  for (int i = 0; i < n; ++i) {
    const double q = end.y[i] - (*near.y)[i], a = end.dy[n + i] - (*near.dy)[n + i];
    q2 += q * q, a2 += a * a, size += end.y[i] * end.y[i];
  }
  const double lost = 16 * epsilon * epsilon * size;
  if (a2 > 0 && q2 > (seen_ > 0 ? lost : 0)) seen_ = std::sqrt(std::sqrt(a2 / q2));

  double power = 0;
  for (int i = 0; i < n; ++i) {
    const double q = end.y[i] - (*near.y)[i], v = end.y[n + i] - (*near.y)[n + i];
    power += v * (end.dy[n + i] - (*near.dy)[n + i] + seen_ * seen_ * q);
  }
  decays_ = power <= 0;
}

// Gaps are differences of positions: their rounding is that of the largest, however small a coordinate is itself.
double Rest::largest_position(const Node& at) const {
  double largest = 0;
  for (int i = 0, n = problem_.positions(); i < n; ++i) largest = std::max(largest, std::abs(at.y[i]));
  return largest;
}

// A look that costs nothing: no state has moved, and no position by more than some last bits.
bool Rest::nearly_stands(const Node& before, const Trial& trial) const {
  const int n = problem_.positions(), count = problem_.controlled();
  const std::vector<double>&from = before.y, &to = trial.after.y;
  const double bits = 64 * epsilon * largest_position(before);
  for (int i = 0; i < n; ++i) {
    if (!(std::abs(to[i] - from[i]) <= bits)) return false;
  }
  return std::equal(from.begin() + 2 * n, from.begin() + count, to.begin() + 2 * n);
}

void Rest::measure_rounding(const Node& at) {
  const int n = problem_.positions();
  probe_.y = at.y;
  const double bit = epsilon * largest_position(at);
  for (int i = 0; i < n; ++i) probe_.y[i] += last_bits(i) * bit;
  problem_.derivative(at.t, probe_.y.data(), probe_.dy.data());
  for (int i = 0; i < n; ++i) rounding_[i] = std::abs(probe_.dy[n + i] - at.dy[n + i]);
}

bool Rest::is_explained(const Node& at) const {
  for (int i = 0, n = problem_.positions(); i < n; ++i) {
    if (!(std::abs(at.dy[n + i]) <= rounding_[i])) return false;
  }
  return true;
}

bool Rest::stands(const Node& before, const Trial& trial) {
  measure_rounding(trial.after);
  for (int i = 0, n = problem_.positions(); i < n; ++i) {
    const double way = std::abs(trial.after.y[i] - before.y[i]);
    if (!(way <= rounding_[i] * trial.h * trial.h)) return false;
  }
  return is_explained(trial.after);
}

void Rest::look_at(const Node& before, const NearEnd& near, Trial& trial) {
  will_rest_ = false, seen_ = stiffness_;
  if (!(trial.error <= 1) || !is_still(trial)) return;
  measure_stiffness(near, trial);
  if (!(seen_ > 0)) return;
  const double stable = damped / seen_;
  trial.next_step = std::min(trial.next_step, stable);
  if (!decays_ || !nearly_stands(before, trial) || !stands(before, trial)) return;
  const double speed = scaled_norm(trial.after.dy, trial.after.y, problem_.controlled(), options_);
  const double length = std::min({share / speed, growth * stable, options_.max_step});
  if (!(length > 2 * stable)) return;
  will_rest_ = true;
  trial.next_step = length;
}

void Rest::hold(const Node& before, Trial& trial) {
  const int count = problem_.controlled();
  const double h = trial.h;
  Node& end = trial.after;
  end.y = probe_.y = before.y, probe_.t = before.t + 0.5 * h;
  problem_.derivative(probe_.t, probe_.y.data(), probe_.dy.data());
  problem_.derivative(end.t, end.y.data(), end.dy.data());
  for (int i = count, size = problem_.size(); i < size; ++i) {
    end.y[i] += h / 6 * (before.dy[i] + 4 * probe_.dy[i] + end.dy[i]);
  }

  const auto speed = [&](const Node& at) { return scaled_norm(at.dy, at.y, count, options_); };
  const double fastest = std::max({speed(before), speed(probe_), speed(end)});
  trial.error = h * fastest / share;
  if (!is_explained(probe_) || !is_explained(end)) trial.error = std::max(trial.error, 2.0);
  if (!is_finite(probe_) || !is_finite(end)) trial.error = std::numeric_limits<double>::quiet_NaN();
  const bool holds = trial.error <= 1;
  will_rest_ = holds, seen_ = stiffness_;
  trial.next_step = holds ? std::min({growth * h, share / fastest, options_.max_step}) : stable_step_;
}

}  // namespace perilune
