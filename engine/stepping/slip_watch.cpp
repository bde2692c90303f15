#include "engine/stepping/slip_watch.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>

namespace perilune {
namespace {
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-13;  // [m/s] of a slip velocity
constexpr double still = 1e-9;      // [m/s] one that has just begun has no sign yet, within tolerances
}  // namespace

// Velocities by their own values and rates at the ends: the rate of the polynomial of positions magnifies their
// tolerance by 1/h, more than a slip that is nearly zero can bear in the small steps after an event. A method of order 1
// goes straight: with the rates of its ends, which its values do not follow, what begins to slip from zero would seem
// to turn back at once (symplectic_euler: v̇ is that of the start throughout, and a first step from v̇ = 0 ends at v = 0
// with v̇ > 0), and stick, and be released, for ever.
void SlipWatch::evaluate(const Interpolant& step, double t) {
  step.evaluate(t, node_.y.data());
  const int n = system_.positions();
  const double h = step.b->t - step.a->t, s = (t - step.a->t) / h;
  if (is_straight_) {
    for (int i = n; i < 2 * n; ++i) node_.y[i] = step.a->y[i] + s * (step.b->y[i] - step.a->y[i]);
    return;
  }
  const double b = s * s * (3 - 2 * s), a1 = h * s * (1 - s) * (1 - s), b1 = -h * s * s * (1 - s);
  for (int i = n; i < 2 * n; ++i) {
    const double va = step.a->y[i], vb = step.b->y[i];
    node_.y[i] = s == 1 ? vb : va + b * (vb - va) + a1 * step.a->dy[i] + b1 * step.b->dy[i];
  }
}

void SlipWatch::look(const Interpolant& step, double t, Slips& slips) {
  evaluate(step, t);
  system_.observe_slips(t, node_.y.data());
  const std::vector<SlipChange> modes = system_.slip_modes();
  slips.resize(modes.size());
  for (std::size_t k = 0; k < modes.size(); ++k)
    slips[k] = modes[k].slip == 0 ? infinite : modes[k].slip * system_.stick_slip().rows[k].slip - bands_[k];
}

// And the first look, at the begin of the step.
void SlipWatch::choose_bands(const Interpolant& step) {
  bands_.assign(system_.slip_modes().size(), 0);
  look(step, step.a->t, seen_[0]);
  for (std::size_t k = 0; k < bands_.size(); ++k) {
    const double band = system_.stick_slip().rows[k].stick_speed;
    if (seen_[0][k] > band + still) bands_[k] = band;
    seen_[0][k] -= bands_[k];
  }
}

double SlipWatch::slip(const Interpolant& step, double t, std::size_t row) {
  look(step, t, scratch_);
  return scratch_[row];
}

double SlipWatch::zero(const Interpolant& step, std::size_t row, double a, double ga, double b, double gb) {
  if (!(ga > 0)) return a;
  std::uintmax_t iterations = 100;
  const boost::math::tools::eps_tolerance<double> converged(52);
  const auto g = [&](double t) { return slip(step, t, row); };
  return boost::math::tools::toms748_solve(g, a, b, ga, gb, converged, iterations).first;
}

// A slip that begins with the step may be over before the first look, as where the contact that limits it is just
// being loaded. One that never exceeds `still` never was one: it sticks, whatever rounding says at the start.
double SlipWatch::zero_after_begin(const Interpolant& step, std::size_t row) {
  const double begin = times_[0], end = times_[1];
  for (double part = 0.5; part > 1e-12; part *= 0.5) {
    const double t = begin + part * (end - begin), s = slip(step, t, row);
    if (s > still) return zero(step, row, t, s, end, seen_[1][row]);
    if (std::abs(s) < rounding) break;
  }
  SlipChange stays = system_.slip_modes()[row];
  stays.slip = 0;
  transition_.seen.push_back(stays);
  return begin;
}

// Between three looks a slip may come to zero and go back: looks once more at the foot of the parabola, which then takes
// the place of the last look.
bool SlipWatch::dips(const Interpolant& step, int last) {
  const Slips &before = seen_[last - 2], &middle = seen_[last - 1], &after = seen_[last];
  for (std::size_t k = 0; k < middle.size(); ++k) {
    if (!(middle[k] > 0) || std::isinf(middle[k]) || middle[k] > before[k] || middle[k] > after[k]) continue;
    const double rise = (after[k] - before[k]) / 2, bend = after[k] - 2 * middle[k] + before[k];
    if (!(bend > 0) || middle[k] - 0.5 * rise * rise / bend > 0) continue;
    const double t = times_[last - 1] - rise / bend * (times_[last] - times_[last - 1]);
    look(step, t, scratch_);
    if (!(scratch_[k] < -rounding)) continue;
    const double a = rise > 0 ? times_[last - 2] : times_[last - 1], ga = rise > 0 ? before[k] : middle[k];
    transition_.found = true;
    transition_.beyond = infinite;  // not at the end
    transition_.t = zero(step, k, a, ga, t, Slips(scratch_)[k]);
    return true;
  }
  return false;
}

void SlipWatch::find_zero(const Interpolant& step) {
  const double begin = step.a->t, end = step.b->t;
  times_.assign(1, begin);
  choose_bands(step);
  for (int j = 1; j <= looks; ++j) {
    times_.push_back(j == looks ? end : begin + (end - begin) * j / looks);
    look(step, times_[j], seen_[j]);
    if (j > 1 && dips(step, j)) return;
    for (std::size_t k = 0; k < seen_[j].size(); ++k) {
      const bool has_begun = seen_[0][k] > still;
      if (!(seen_[j][k] < (has_begun ? -rounding : -still))) continue;
      const double t = j == 1 && !has_begun
                           ? zero_after_begin(step, k)
                           : zero(step, k, times_[j - 1], seen_[j - 1][k], times_[j], seen_[j][k]);
      if (!transition_.found || t < transition_.t) transition_.t = t;
      transition_.found = true;
    }
    if (!transition_.found) continue;
    look(step, end, scratch_);
    for (const double slip : scratch_) transition_.beyond = std::max(transition_.beyond, -slip);
    return;
  }
}

bool SlipWatch::hold(const Interpolant& step, double t, std::vector<SlipChange>* released, double share) {
  evaluate(step, t);
  system_.derivative(t, node_.y.data(), node_.dy.data());
  return system_.sticks_hold(released, share);
}

bool SlipWatch::holds_clearly(const Interpolant& step) { return hold(step, step.b->t, nullptr, 1 - 1e-9); }

// Whether all hold is yes or no, so the instant is bracketed by halving, down to a quarter of what is told apart: sixty times
// at most, where neighbours in rounding are a thousand halvings away from a begin at t = 0.
void SlipWatch::find_release(const Interpolant& step) {
  const std::vector<SlipChange> modes = system_.slip_modes();
  const bool any = std::any_of(modes.begin(), modes.end(), [](const SlipChange& m) { return m.slip == 0; });
  if (!any) return;
  const double begin = step.a->t, end = transition_.found ? transition_.t : step.b->t;
  double held = begin, broken = end;
  bool is_broken = false;
  for (int j = 1; j <= looks / 2 && !is_broken; ++j) {
    const double t = j == looks / 2 ? end : begin + (end - begin) * 2 * j / looks;
    is_broken = !hold(step, t, nullptr);
    (is_broken ? broken : held) = t;
  }
  if (!is_broken) return;
  while (broken - held > 0.25 * same_instant(end)) {
    const double middle = 0.5 * (held + broken);
    if (!(middle > held) || !(middle < broken)) break;
    (hold(step, middle, nullptr) ? held : broken) = middle;
  }
  transition_ = {true, broken, infinite, {}};
  hold(step, broken, &transition_.seen);
}

void SlipWatch::look_ahead(const Interpolant& step) {
  slip_left_ = zero_ahead_ = infinite;
  const Slips &last = seen_[looks], &before = seen_[looks - 1];
  const double width = times_[looks] - times_[looks - 1];
  for (std::size_t k = 0; k < last.size(); ++k) {
    if (std::isinf(last[k]) || !(last[k] < before[k])) continue;
    const double left = std::max(0.0, last[k]);
    if (left >= slip_left_) continue;
    slip_left_ = left;
    const double nearby = slip(step, times_[looks] - 1e-3 * width, k);
    zero_ahead_ = left * 1e-3 * width / (nearby - last[k]);
  }
}

SlipWatch::Transition SlipWatch::first(const Interpolant& step, int order) {
  transition_ = {};
  is_straight_ = order < 2;
  find_zero(step);
  find_release(step);
  if (transition_.found) slip_left_ = zero_ahead_ = infinite;
  else look_ahead(step);
  return transition_;
}

}  // namespace perilune
