#include <algorithm>

#include "engine/stepping/trial_view.h"

namespace perilune {

// The acceptance chain: every rule is asked only when those before it have accepted.
Stepper::Decision Stepper::ask_rules(double& h) {
  Decision decision = Decision::stands;
  for (const AcceptanceRulePointer& rule : chain_) {
    const TrialView view(*this);
    const Decision answer = follow(rule->judge(view), h);
    if (answer == Decision::retry) return answer;
    if (answer == Decision::stands_and_stops) decision = answer;
  }
  return decision;
}

Stepper::Decision Stepper::follow(const Verdict& verdict, double& h) {
  if (!verdict.warning.empty() && !touches_.empty()) warn(touches_.front().name, verdict.warning);
  switch (verdict.kind) {
    case Verdict::Kind::accept:
      if (verdict.next_step > 0) proposed_ = verdict.next_step;
      return Decision::stands;
    case Verdict::Kind::stop: return Decision::stands_and_stops;
    case Verdict::Kind::land:
      return aim_again(touches_.front().index, true, touches_.front().time - now_.t, h);
    case Verdict::Kind::restart:
      refuse(verdict.reason);
      interpolate_linearly(verdict.next_step);
      return search_.lost() < 0 ? Decision::stands : lose_track(h);
    case Verdict::Kind::retry: break;
  }
  refuse(verdict.reason);
  if (verdict.next_step != trial_.h) aim_ = {};  // the same step again is aimed at the same
  h = verdict.next_step > 0 ? verdict.next_step : method_.reduced(trial_.h);
  return Decision::retry;
}

// Replaces the trial by the straight line between its ends, cut at t + h (Flores & Ambrósio 2010, eqs 11, 12).
void Stepper::interpolate_linearly(double h) {
  Node& after = trial_.after;
  const double s = h / trial_.h;
  for (std::size_t i = 0; i < after.y.size(); ++i) after.y[i] = now_.y[i] + s * (after.y[i] - now_.y[i]);
  after.t = now_.t + h;
  trial_.h = h, trial_.has_middle = false;
  system_.derivative(after.t, after.y.data(), after.dy.data());
  ++counts_.rhs;
  replaced_ = true, corrected_ = false;
  look();
  collect_touches();
}

}  // namespace perilune
