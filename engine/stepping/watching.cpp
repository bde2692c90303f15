#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "engine/stepping/stepper.h"

namespace perilune {
namespace {
// A landing on an event that stops the run is corrected this often within one step.
constexpr int max_landings = 10;
}  // namespace

// Where events are looked for: with the method's own accuracy between the ends.
Interpolant Stepper::refined_interpolant() {
  if (method_.order() > 5 && !replaced_ && !trial_.has_middle) method_.refine(now_, trial_);
  return Interpolant(now_, trial_, system_.positions());
}

// A trial over which the run ends is tried again up to there, so that the last state is the method's own.
Stepper::Decision Stepper::land_on_event(double& h) {
  stopping_ = -1;
  if (!watch_.stops()) return Decision::stands;
  const Interpolant step = refined_interpolant();
  const std::vector<EventWatch::Root> roots = watch_.roots(step, true);
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(trial_.after.t);
  double landing = trial_.h;
  int event = -1;
  if (!roots.empty()) {
    event = roots.front().event, landing = roots.front().t - now_.t;
  } else if (event_landings_ > 0 && trial_.h == event_step_) {  // fell short of the one it aimed at
    event = event_aim_, landing = trial_.h + watch_.ahead(event, step);
    if (landing > 1.001 * trial_.h) event = -1;  // the retried step does not come near it
  }
  if (event < 0) return Decision::stands;
  if (std::abs(landing - trial_.h) <= rounding || event_landings_ >= max_landings || !(landing > 0)) {
    stopping_ = event;
    return Decision::stands;
  }
  ++event_landings_;
  event_aim_ = event, event_step_ = landing;
  aim_ = {};
  refuse("location");
  h = landing;
  return Decision::retry;
}

// Before the commit: a user's function that fails leaves the run at the last step that stands.
bool Stepper::note_events() {
  if (watch_.empty()) return false;
  const std::vector<EventWatch::Root> roots = watch_.roots(refined_interpolant(), false);
  int stopped = stopping_;
  for (const EventWatch::Root& root : roots) {
    if (root.event == stopping_) continue;
    events_.push_back({root.t, "event", watch_.event(root.event).name, {}});
    if (watch_.event(root.event).stop) stopped = root.event;
  }
  if (stopping_ >= 0) events_.push_back({trial_.after.t, "event", watch_.event(stopping_).name, {}});
  watch_.advance();
  if (stopped < 0) return false;
  message_ =
      fmt::format("event '{}' ended the run at t = {:.9g} s", watch_.event(stopped).name, trial_.after.t);
  return true;
}

}  // namespace perilune
