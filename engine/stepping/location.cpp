#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "engine/stepping/stepper.h"

namespace perilune {
namespace {
// A landing is corrected this often when the retried step does not end quite where the interpolant said.
constexpr int max_refinements = 5;
}  // namespace

// Where the force has become negligible the exact end of a contact is too: F ~ δ^n, energy ~ δ^(n+1), so a
// millionth of the depth is 1e-15 of the energy for n = 3/2.
double Stepper::separation_resolution(int contact) const {
  return std::max(search_.resolution(), 1e-6 * episodes_.max_penetration(contact));
}

// A trial over which a contact ends is tried again to its end, never committed across it.
Stepper::Decision Stepper::land_on_separation(double& h) {
  int first = -1;
  double earliest = trial_.after.t;
  for (const int i : system_.active()) {
    if (!system_.modes()[i].closed) continue;
    const double gap = search_.gap_after(i), resolution = separation_resolution(i);
    const bool landing = aim_.contact >= 0 && !aim_.touch, aimed = landing && aim_.contact == i;
    if (aimed && search_.gap_rate_after(i) > 0 && gap < -resolution && is_near(gap)) {
      return aim_again(i, false, trial_.h - gap / search_.gap_rate_after(i), h);  // fell short
    }
    const Crossing end = search_.first_separation(i);
    if (search_.lost() >= 0) return lose_track(h);
    const bool at_end = std::abs(gap) <= resolution && search_.gap_rate_after(i) > 0;
    if (at_end && (landing || end.found))
      separating_[i] = 1;  // others at their end, too, end with the one aimed at
    else if (end.found && end.t <= now_.t) separating_[i] = 1;  // apart from the start on: nothing acts
    else if (end.found && aimed && aim_.refinements >= max_refinements) separating_[i] = 1;
    else if (end.found && (first < 0 || end.t < earliest)) first = i, earliest = end.t;
  }
  if (first < 0 || earliest >= trial_.after.t) {
    if (first >= 0) separating_[first] = 1;
    return Decision::stands;
  }
  return aim_again(first, false, earliest - now_.t, h);
}

// Whether an attempt that fell short of what it aimed at, with this gap left, is worth a correction. One that would be as
// long as the attempt that saw it is none: the two solutions differ too much, and the next step will come nearer.
bool Stepper::is_near(double gap) const {
  const double rate = search_.gap_rate_after(aim_.contact);
  return aim_.refinements < max_refinements && trial_.h - gap / rate < aim_.seen_within;
}

Stepper::Decision Stepper::aim_again(int contact, bool touch, double h_new, double& h) {
  const bool same = aim_.contact == contact && aim_.touch == touch;
  const double within = h_new < trial_.h ? trial_.h : aim_.seen_within;
  aim_ = {contact, touch, same ? aim_.refinements + 1 : 0, within};
  refuse("location");
  h = h_new;
  return Decision::retry;
}

// Nothing is known of contacts that the search has not come to: the motion is too wild for so long a trial.
Stepper::Decision Stepper::lose_track(double& h) {
  aim_ = {};
  refuse("search");
  h = method_.reduced(trial_.h);
  return Decision::retry;
}

NewContact Stepper::touch_of(int contact, const Crossing& crossing) {
  const ContactElement& element = system_.contacts()[contact];
  NewContact touch;
  touch.index = contact, touch.name = element.name, touch.tolerance = element.tolerance;
  touch.law = element.law.get();
  touch.gap_before = search_.gap_before(contact);
  touch.end_penetration = -search_.gap_after(contact);
  touch.penetration = std::max(0.0, touch.end_penetration);
  touch.time = crossing.found ? crossing.t : trial_.after.t;
  const double rate = crossing.found ? crossing.rate : search_.gap_rate_after(contact);
  touch.impact_speed = std::max(0.0, -rate);
  touch.landed =
      std::abs(search_.gap_after(contact)) <= search_.resolution() && search_.gap_rate_after(contact) <= 0;
  if (crossing.found && touch.end_penetration <= 0 && !touch.landed) {  // it opens again within the trial
    const auto gap = [&](double t) { return search_.gap_at(contact, t); };
    std::uintmax_t iterations = 30;
    const auto least = boost::math::tools::brent_find_minima(gap, crossing.t, trial_.after.t, 20, iterations);
    touch.penetration = std::max(0.0, -least.second);
  }
  return touch;
}

void Stepper::collect_touches() {
  touches_.clear();
  for (const int i : system_.active()) {
    if (system_.modes()[i].closed) continue;
    const Crossing crossing = search_.first_touch(i);
    const bool aimed = aim_.contact == i && aim_.touch;
    const bool landed =
        std::abs(search_.gap_after(i)) <= search_.resolution() && search_.gap_rate_after(i) <= 0;
    if (crossing.found || (landed && aimed)) touches_.push_back(touch_of(i, crossing));
  }
  std::sort(touches_.begin(), touches_.end(), [](const NewContact& x, const NewContact& y) {
    return x.time != y.time ? x.time < y.time : x.index < y.index;
  });
}

// A contact that closes from the very start of the step began there.
bool Stepper::begins_at_start() {
  bool begun = false;
  for (const NewContact& touch : touches_) {
    if (touch.time > now_.t) continue;
    begin_contact(touch.index);
    begun = true;
  }
  if (begun) restart();
  return begun;
}

// An attempt aimed at a touch that ended just before it.
Stepper::Decision Stepper::refine_touch(double& h) {
  if (!aim_.touch || aim_.contact < 0) return Decision::stands;
  const int i = aim_.contact;
  const double gap = search_.gap_after(i), rate = search_.gap_rate_after(i);
  if (gap <= search_.resolution() || rate >= 0 || !is_near(gap)) return Decision::stands;
  return aim_again(i, true, trial_.h - gap / rate, h);
}

}  // namespace perilune
