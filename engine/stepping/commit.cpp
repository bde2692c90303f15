#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/stepping/stepper.h"

namespace perilune {

void Stepper::start() {
  now_ = system_.start();
  if (system_.projects()) {
    system_.project(0, now_.y.data());
    now_.y[system_.layout().corrections()] = 0;
  }
  if (system_.has_groups()) renew_candidates(0);
  search_.start_at(now_);
  trial_.after = now_;
  longest_first_ = std::numeric_limits<double>::infinity();
  for (const int i : system_.active()) {
    const double gap = search_.gap_before(i);
    const bool touches = std::abs(gap) <= search_.resolution() && search_.gap_rate_before(i) <= 0;
    if (touches || gap < -search_.resolution()) begin_contact(i);
  }
  if (system_.may_stick()) system_.settle(now_, {});
  system_.set_reference_energy(system_.energies(0, now_.y.data()).total());
  restart();
  watch_.start_at(now_);
}

// The step stands: histories, log, observers, then modes.
void Stepper::commit() {
  log(true, "");
  ++counts_.accepted;
  if (!replaced_) method_.commit(now_, trial_, corrected_ ? correction_.data() : nullptr);
  if (on_step) {
    if (method_.order() > 5 && !replaced_) {  // whoever looks between the ends sees the method's own accuracy
      if (!trial_.has_middle) method_.refine(now_, trial_);
      interpolant_ = Interpolant(now_, trial_, system_.positions());
    }
    on_step(now_, trial_, interpolant_);
  }
  for (const int i : system_.active()) {
    if (system_.modes()[i].closed) episodes_.follow(i, interpolant_, search_, now_, trial_.after);
  }
  last_step_ = trial_.h;
  next_ = trial_.next_step;
  std::swap(now_, trial_.after);
  search_.advance_to(now_);
  longest_first_ = std::numeric_limits<double>::infinity();
  std::vector<SlipChange> slips_before;
  if (system_.may_stick()) slips_before = system_.slip_modes();
  const bool ended = end_contacts(), begun = begin_contacts(), stepped = commit_law_states();
  const bool turned = follow_joints();
  const bool rubs = system_.may_stick() && (settles_ || ended || begun);
  if (rubs) settle_frictions(slips_before, settles_ ? released_ : std::vector<SlipChange>());
  // What acts in stages has pushed already, so the right-hand side goes on as it was; but states of laws begin.
  const bool jumped = (ended || begun) && (!acts_in_stages_ || system_.layout().states > 0);
  if (jumped || stepped || rubs || replaced_) {
    restart();
    search_.start_at(now_);  // sides of contacts may have changed
  } else if ((ended || begun || turned) && on_event) {
    on_event(now_);
  }
  if (proposed_ > 0) next_ = proposed_;
  keep_candidates();
}

// Lists of candidates are renewed before they could miss a pair in the next step.
void Stepper::keep_candidates() {
  if (!system_.has_groups()) return;
  const double left = acts_in_stages_ ? slack_left_ : system_.slack(now_.t, now_.y.data());
  const double way = std::max(0.0, slack_ - left);
  const double expected = 1.5 * way * std::max(1.0, next_ / last_step_);
  slack_ = left;
  if (left < expected) renew_candidates(8 * expected);
}

bool Stepper::end_contacts() {
  bool changed = false;
  for (const int i : system_.active()) {
    if (!separating_[i]) continue;
    episodes_.end(i, now_, search_.gap_rate_before(i));
    system_.close_books(i);
    system_.modes()[i] = {};
    changed = true;
  }
  return changed;
}

// Those the rules let begin, and all others that touch within rounding at the same instant: in a symmetric
// model they would otherwise ask for steps of 1e-17 s.
bool Stepper::begin_contacts() {
  bool changed = false;
  for (const NewContact& touch : touches_) {
    if (!touch.landed && touch.end_penetration <= 0) continue;
    begin_contact(touch.index);
    changed = true;
  }
  if (acts_in_stages_) return changed;
  for (const int i : system_.active()) {
    if (system_.modes()[i].closed || separating_[i]) continue;
    const bool touches =
        std::abs(search_.gap_before(i)) <= search_.resolution() && search_.gap_rate_before(i) < 0;
    if (!touches) continue;
    begin_contact(i);
    changed = true;
  }
  return changed;
}

// At the present node, whose gaps the search holds.
void Stepper::begin_contact(int contact) {
  const ContactElement& element = system_.contacts()[contact];
  ContactMode& mode = system_.modes()[contact];
  const bool acted = mode.armed;  // has pushed since it closed
  const double depth = -search_.gap_before(contact), rate = -search_.gap_rate_before(contact);
  const double speed = acted ? mode.impact_speed : std::max(0.0, rate);
  const int a = system_.offset(*element.a), b = system_.offset(*element.b), common = element.ledger_offset;
  mode = {};
  mode.closed = true, mode.impact_speed = speed;
  mode.side = system_.closest(contact, now_.y.data() + a, now_.y.data() + b).side;
  system_.open_books(contact, now_.y.data());
  episodes_.begin(contact, now_, depth, speed);
  if (depth > search_.resolution()) {
    const double stored = element.law->potential(depth);
    now_.y[element.ledger_offset] += stored;
    // One that has pushed wrote this into the common books. Else nobody worked to bring it in this deep: the ledger is
    // given what is stored, and the residual shows it.
    if (acted) now_.y[common] -= stored;
  }
  const double mass = element.reduced_mass > 0 ? element.reduced_mass : 1;
  const ContactEstimate estimate = estimate_contact(*element.law, speed, mass, element.length);
  // F ~ δ^n is not smooth at the touch, and error estimates of high order do not see it (fehlberg78: 6e-7 m of
  // apex error per bounce with a tenth of the duration, 2e-9 m with a hundredth).
  if (estimate.duration > 0) longest_first_ = std::min(longest_first_, 0.01 * estimate.duration);
}

bool Stepper::commit_law_states() {
  bool changed = false;
  for (const int i : system_.active()) {
    const ContactElement& element = system_.contacts()[i];
    if (!element.has_states || !system_.modes()[i].closed) continue;
    double* states = now_.y.data() + element.state_offset;
    const ContactInput input{std::max(0.0, -search_.gap_before(i)), -search_.gap_rate_before(i),
                             system_.modes()[i].impact_speed, now_.t, states};
    changed = element.law->commit(input, states) || changed;
  }
  return changed;
}

// Whether the bodies of a joint with clearance are still in their impact, or stay in touch. Nothing pushes by it.
bool Stepper::follow_joints() {
  using Phase = ContactMode::Phase;
  bool changed = false;
  for (int i = 0; i < system_.fixed_contacts(); ++i) {
    ContactMode& mode = system_.modes()[i];
    if (!system_.contacts()[i].is_joint || !mode.closed || mode.phase == Phase::following) continue;
    const bool leaves = search_.gap_rate_before(i) > 0;
    if (leaves == (mode.phase == Phase::returning)) continue;
    mode.phase = leaves ? Phase::returning : Phase::following;
    changed = true;
  }
  return changed;
}

// The right-hand side has changed: evaluate it anew, forget histories, choose a first step.
void Stepper::restart() {
  evaluations_ = system_.evaluations();
  system_.derivative(now_.t, now_.y.data(), now_.dy.data());
  method_.restart(now_);
  const bool fixed = method_.is_fixed_step();
  const double longest = std::min(method_.options().max_step, longest_first_);
  next_ = method_.first_step(now_, longest);
  if (!fixed) next_ = std::min(next_, longest);
  counts_.rhs += system_.evaluations() - evaluations_;
  if (on_event) on_event(now_);
}

}  // namespace perilune
