#include <algorithm>

#include "engine/stepping/stepper.h"

namespace perilune {
namespace {
constexpr int max_transition_landings = 8;  // of one step on one transition
constexpr double zero_slip = 1e-10;         // [m/s] a landing that leaves less has reached zero
}  // namespace

// A trial in which a friction sticks or slips is tried again up to there. What is released is known just after that
// instant, on the interpolant; at the instant itself rounding decides.
Stepper::Decision Stepper::land_on_friction(double& h) {
  settles_ = false;
  if (!system_.may_stick()) return Decision::stands;
  if (system_.has_flowchart()) {
    settles_ = true;
    return Decision::stands;
  }
  const Interpolant step = refined_interpolant();
  const SlipWatch::Transition transition = slips_.first(step, method_.is_fixed_step() ? method_.order() : 2);
  const double smallest = same_instant(trial_.after.t);
  if (!transition.found) {
    const bool aimed = friction_landings_ > 0 && trial_.h == friction_step_;
    if (!aimed) return Decision::stands;
    const double ahead = slips_.zero_ahead();
    const bool falls_short = released_.empty() && slips_.slip_left() > zero_slip;
    if (falls_short && ahead > 0 && ahead < 0.1 * trial_.h && friction_landings_ < max_transition_landings)
      return land_on_friction_at(trial_.h + ahead, {}, h);
    // A release that the shorter step has not come to lies in the next one; unless it keeps receding by rounding.
    settles_ = released_.empty() || trial_.h <= 1e4 * smallest || !slips_.holds_clearly(step);
    return Decision::stands;
  }
  const double landing = transition.t - now_.t;
  if (landing <= smallest) return settle_at_start(transition.seen, h);
  const bool is_zero = transition.seen.empty() && transition.beyond <= zero_slip;
  if (is_zero || trial_.h - landing <= smallest || friction_landings_ >= max_transition_landings) {
    settles_ = true, released_ = transition.seen;
    return Decision::stands;
  }
  return land_on_friction_at(landing, transition.seen, h);
}

Stepper::Decision Stepper::land_on_friction_at(double landing, const std::vector<SlipChange>& released,
                                               double& h) {
  ++friction_landings_;
  friction_step_ = landing, released_ = released;
  aim_ = {};
  refuse("location");
  h = landing;
  return Decision::retry;
}

Stepper::Decision Stepper::settle_at_start(const std::vector<SlipChange>& released, double& h) {
  if (released_at_ != now_.t) released_at_start_.clear();
  released_at_start_.insert(released_at_start_.end(), released.begin(), released.end());
  released_at_ = now_.t;
  settle_frictions(system_.slip_modes(), released_at_start_);
  restart();
  search_.start_at(now_);
  friction_landings_ = 0;
  aim_ = {};
  refuse("location");
  h = next_;
  return Decision::retry;
}

// At the present node. What changed since then run.events has; a contact that has just begun is named only when it
// sticks at once.
void Stepper::settle_frictions(const std::vector<SlipChange>& before,
                               const std::vector<SlipChange>& released) {
  system_.settle(now_, released);
  system_.derivative(now_.t, now_.y.data(), now_.dy.data());
  system_.share_stick_forces();
  const std::vector<SlipChange> after = system_.slip_modes();
  for (std::size_t k = 0; k < after.size(); ++k) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const SlipChange& old) {
      return old.contact == after[k].contact && old.friction == after[k].friction;
    });
    const bool changed = same == before.end() ? after[k].slip == 0 : after[k].slip != same->slip;
    if (!changed) continue;
    const SlipRow& row = system_.stick_slip().rows[k];
    events_.push_back({now_.t,
                       after[k].slip == 0 ? "stick" : "slip",
                       system_.friction_name(after[k]),
                       {{"direction", after[k].slip}, {"force", row.force}, {"slip_velocity", row.slip}}});
  }
}

}  // namespace perilune
