#include "engine/stepping/stepper.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace perilune {

void StepCounts::refuse(const char* reason) {
  for (auto& [name, count] : refused) {
    if (std::string_view(name) == reason) {
      ++count;
      return;
    }
  }
  refused.emplace_back(reason, 1);
}

long StepCounts::refusals() const {
  long sum = 0;
  for (const auto& [name, count] : refused) sum += count;
  return sum;
}

Stepper::Stepper(System& system, Method& method, std::vector<AcceptanceRulePointer> chain,
                 const ChannelTable& channels)
    : system_(system),
      method_(method),
      chain_(std::move(chain)),
      channels_(channels),
      search_(system),
      episodes_(system, events_),
      watch_(system, channels),
      slips_(system),
      correction_(system.size()),
      scratch_(system.size()),
      separating_(system.contacts().size()) {
  for (const auto& rule : chain_) {
    wants_location_ = wants_location_ || rule->wants_location();
    acts_in_stages_ = acts_in_stages_ || rule->acts_in_stages();
  }
  acts_in_stages_ = acts_in_stages_ && !wants_location_;
  trial_.after.resize(system.size());
  touches_.reserve(system.contacts().size());
}

StepStatus Stepper::advance(double end) {
  tries_ = 0, aim_ = {}, proposed_ = 0, last_refusal_ = "", event_landings_ = 0, friction_landings_ = 0;
  double h = next_;
  while (true) {
    h = fit(h, end);
    if (!(now_.t + h > now_.t) || tries_ >= max_tries) return give_up(h);
    if (h < method_.options().min_step && std::string_view(last_refusal_) == "error") return give_up(h);
    if (interrupted && interrupted()) return StepStatus::interrupted;
    attempt(h, end);
    const Decision decision = judge(h);
    if (decision == Decision::retry) {
      const std::string_view reason = last_refusal_;
      if (method_.is_fixed_step() && (reason == "nonfinite" || reason == "search")) return give_up(h);
      continue;
    }
    const bool ends = note_events();
    commit();
    return decision == Decision::stands && !ends ? StepStatus::accepted : StepStatus::finished;
  }
}

// Not longer than allowed; the last step ends on the end, with what rounding of the times before has left to go.
double Stepper::fit(double h, double end) const {
  const double remaining = end - now_.t;
  h = std::min(h, method_.options().max_step);
  return h >= remaining * (1 - 1e-9) ? remaining : h;
}

void Stepper::attempt(double h, double end) {
  ++tries_;
  trial_.has_middle = false, corrected_ = false, replaced_ = false;
  evaluations_ = system_.evaluations();
  if (acts_in_stages_) arm(h);
  method_.attempt(now_, h, trial_);
  counts_.rhs += system_.evaluations() - evaluations_;
  if (h == end - now_.t) trial_.after.t = end;
}

// A method's error is NaN when its end is not finite; a projected end is looked at again.
bool Stepper::is_finite() const {
  return std::isfinite(trial_.error) && (!corrected_ || perilune::is_finite(trial_.after));
}

// Projection belongs to the attempt: its end is moved onto the constraints and evaluated there.
void Stepper::project() {
  const bool projects = system_.projects() && !method_.keeps_constraints();
  if (!projects && !system_.may_stick()) return;
  correction_ = trial_.after.y;
  if (projects) {
    double& corrections = trial_.after.y[system_.layout().corrections()];
    const double booked = corrections;
    system_.project(trial_.after.t, trial_.after.y.data());
    if (method_.ends_with_projection()) corrections = booked;
  }
  const bool held = system_.hold(trial_.after.t, trial_.after.y.data());
  if (!projects && !held) return;
  system_.derivative(trial_.after.t, trial_.after.y.data(), trial_.after.dy.data());
  ++counts_.rhs;
  for (std::size_t i = 0; i < correction_.size(); ++i) correction_[i] = trial_.after.y[i] - correction_[i];
  corrected_ = true;
}

void Stepper::look() {
  interpolant_ = Interpolant(now_, trial_, system_.positions());
  search_.look_at(interpolant_, trial_.after);
}

// Open contacts that may close within the trial push from the stage on that sees them closed.
void Stepper::arm(double h) {
  double fastest = 0;
  for (const int i : system_.active()) fastest = std::max(fastest, std::abs(search_.gap_rate_before(i)));
  for (const int i : system_.active()) {
    ContactMode& mode = system_.modes()[i];
    if (mode.closed) continue;
    const double rate = search_.gap_rate_before(i);
    mode.armed = search_.gap_before(i) <= 2 * h * (std::abs(rate) + fastest);
    mode.impact_speed = mode.armed ? std::max(0.0, -rate) : 0;
  }
}

// What begins and ends with the trial, when nothing is located.
void Stepper::note_changes() {
  touches_.clear();
  for (const int i : system_.active()) {
    const bool closed = system_.modes()[i].closed, inside = search_.gap_after(i) < 0;
    if (closed && !inside) separating_[i] = 1;
    if (!closed && inside) touches_.push_back(touch_of(i, {}));
  }
}

// A trial in which bodies came further than the lists of candidates allow has not been looked at, and who should have
// pushed in its stages has not: it is tried again with longer lists.
bool Stepper::misses_candidates() {
  if (!system_.has_groups()) return false;
  // In stages the places at the ends of steps are all that counts.
  if (acts_in_stages_) slack_left_ = system_.slack(trial_.after.t, trial_.after.y.data());
  const double way = acts_in_stages_ ? slack_ - slack_left_ : search_.longest_way();
  if (way <= slack_) return false;
  renew_candidates(4 * way);
  refuse("candidates");
  return true;
}

void Stepper::renew_candidates(double least_reach) {
  system_.renew_candidates(now_.t, now_.y.data(), least_reach);
  slack_ = system_.slack(now_.t, now_.y.data());
  search_.start_at(now_);
}

Stepper::Decision Stepper::judge(double& h) {
  if (!is_finite() || !(trial_.error <= 1)) return refuse_by_error(h);
  project();
  if (corrected_ && !is_finite()) return refuse_by_error(h);
  look();
  separating_.assign(system_.contacts().size(), 0);
  if (misses_candidates()) return Decision::retry;
  if (!wants_location_) {
    note_changes();
    Decision landing = land_on_friction(h);
    if (landing == Decision::stands) landing = land_on_event(h);
    return landing == Decision::retry ? landing : ask_rules(h);
  }
  Decision decision = land_on_separation(h);
  if (decision == Decision::retry) return decision;
  collect_touches();
  if (search_.lost() >= 0) return lose_track(h);
  if (begins_at_start()) {
    refuse("location");
    h = next_;
    return Decision::retry;
  }
  decision = refine_touch(h);
  if (decision == Decision::retry) return decision;
  decision = land_on_friction(h);
  if (decision == Decision::retry) return decision;
  decision = land_on_event(h);
  if (decision == Decision::retry) return decision;
  return ask_rules(h);
}

Stepper::Decision Stepper::refuse_by_error(double& h) {
  const bool finite = is_finite();
  refuse(finite ? "error" : "nonfinite");
  const double shorter = std::isfinite(trial_.next_step) ? trial_.next_step : 0.2 * h;
  h = finite ? std::min(shorter, 0.9 * h) : 0.25 * h;
  aim_ = {};
  return Decision::retry;
}

void Stepper::refuse(const char* reason) {
  last_refusal_ = reason;
  counts_.refuse(reason);
  log(false, reason);
}

void Stepper::log(bool accepted, const char* reason) {
  if (keep_log) attempts_.push_back({now_.t, trial_.h, accepted, reason, trial_.error});
}

void Stepper::warn(const std::string& key, const std::string& text) {
  if (std::find(warned_.begin(), warned_.end(), key) != warned_.end()) return;
  warned_.push_back(key);
  warnings_.push_back(fmt::format("t = {:.9g} s: {}", trial_.after.t, text));
}

}  // namespace perilune
