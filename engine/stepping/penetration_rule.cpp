#include <algorithm>

#include <fmt/format.h>

#include "engine/model/field.h"
#include "engine/stepping/acceptance.h"

namespace perilune {
namespace {

// The penetration that the rule allows this contact to begin with [m].
double allowed(const PenetrationRule& rule, const NewContact& contact) {
  return contact.tolerance >= 0 ? contact.tolerance : rule.tolerance;
}

Verdict accept_with_warning(const PenetrationRule& rule, const StepView& step, const NewContact& worst) {
  Verdict verdict;
  verdict.warning = fmt::format(
      "contact '{}' began {:.3g} m deep, more than the {:.3g} m allowed, because the step is at min_step = "
      "{:.3g} s",
      worst.name, worst.penetration, allowed(rule, worst), rule.min_step);
  (void)step;
  return verdict;
}

// Eqs 9-12 of Flores & Ambrósio (2010): q and q̇ interpolated linearly to the instant of contact,
//     t^c = t⁻ + δ⁻/(δ⁺ + δ⁻) Δt,   Δt_ideal = t^c − t⁻ + ε,
// for the earliest new contact. ε lets it begin a thousandth of the tolerance deep.
Verdict restart_at(const PenetrationRule& rule, const StepView& step, const NewContact& worst) {
  double earliest = step.dt;
  for (const NewContact& contact : step.new_contacts()) {
    if (contact.end_penetration <= 0) continue;
    const double before = std::max(contact.gap_before, 0.0);
    const double slope = (before + contact.end_penetration) / step.dt;  // of the linear gap [m/s]
    earliest = std::min(earliest, before / slope + 1e-3 * allowed(rule, contact) / slope);
  }
  if (earliest >= step.dt || earliest < rule.min_step) return accept_with_warning(rule, step, worst);
  return {Verdict::Kind::restart, earliest, "penetration", ""};
}

}  // namespace

Verdict PenetrationRule::judge(const StepView& step) {
  const NewContact* worst = nullptr;
  bool landed = true;
  double margin = 0;
  for (const NewContact& contact : step.new_contacts()) {
    landed = landed && contact.landed;
    const double excess = contact.penetration - allowed(*this, contact);
    if (!worst || excess > margin) worst = &contact, margin = excess;
  }
  if (!worst || !wants_location()) return Verdict::accepted();
  if (locate == "root") {
    if (landed) return Verdict::accepted();
    const double to_touch = step.new_contacts().front().time - step.t;
    if (step.dt <= min_step * (1 + 1e-9)) {
      return margin > 0 ? accept_with_warning(*this, step, *worst) : Verdict::accepted();
    }
    if (to_touch < min_step) return {Verdict::Kind::retry, min_step, "penetration", ""};
    return {Verdict::Kind::land, 0, "location", ""};
  }
  if (margin <= 0) return Verdict::accepted();
  if (step.dt <= min_step * (1 + 1e-9)) return accept_with_warning(*this, step, *worst);
  if (locate == "restart" && worst->end_penetration > 0) return restart_at(*this, step, *worst);
  if (locate == "halve") return {Verdict::Kind::retry, std::max(step.dt / 2, min_step), "penetration", ""};
  return {Verdict::Kind::retry, std::max(step.reduced_dt, min_step), "penetration", ""};
}

std::vector<FieldInfo> PenetrationRule::field_list() {
  using R = PenetrationRule;
  std::vector<FieldInfo> list;
  Field<R> tolerance{"tolerance", "m", "penetration allowed where a contact begins", &R::tolerance, above(0)};
  Field<R> min_step{"min_step", "s", "below it the rule warns and lets the step stand", &R::min_step,
                    above(0)};
  Field<R> locate{"locate", "", "how the touch is found", &R::locate};
  locate.choose({"root", "reject", "halve", "restart", "none", "stages"});
  for (Field<R>* field : {&tolerance, &min_step, &locate}) list.push_back(std::move(field->info));
  return list;
}

}  // namespace perilune
