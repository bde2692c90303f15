#include <algorithm>

#include <fmt/format.h>

#include "engine/model/field.h"
#include "engine/stepping/acceptance.h"

namespace perilune {

Verdict FirstDepthRule::accept_with_warning(const NewContact& worst) const {
  Verdict verdict;
  verdict.warning = fmt::format(
      "contact '{}' began {:.3g} m deep, more than the {:.3g} m allowed, because the step is at min_step = "
      "{:.3g} s",
      worst.name, worst.penetration, allowed(worst), min_step);
  return verdict;
}

// Eqs 9-12 of Flores & Ambrósio (2010): q and q̇ interpolated linearly to the instant of contact,
//     t^c = t⁻ + δ⁻/(δ⁺ + δ⁻) Δt,   Δt_ideal = t^c − t⁻ + ε,
// for the earliest new contact. ε lets it begin a thousandth of the tolerance deep.
Verdict FirstDepthRule::restart_at(const StepView& step, const NewContact& worst) const {
  double earliest = step.dt;
  for (const NewContact& contact : step.new_contacts()) {
    if (contact.end_penetration <= 0) continue;
    const double before = std::max(contact.gap_before, 0.0);
    const double slope = (before + contact.end_penetration) / step.dt;  // of the linear gap [m/s]
    earliest = std::min(earliest, before / slope + 1e-3 * allowed(contact) / slope);
  }
  if (earliest >= step.dt || earliest < min_step) return accept_with_warning(worst);
  return {Verdict::Kind::restart, earliest, "penetration", ""};
}

Verdict FirstDepthRule::judge(const StepView& step) {
  const NewContact* worst = nullptr;
  bool landed = true;
  double margin = 0;
  for (const NewContact& contact : step.new_contacts()) {
    landed = landed && contact.landed;
    const double excess = contact.penetration - allowed(contact);
    if (!worst || excess > margin) worst = &contact, margin = excess;
  }
  if (!worst || !wants_location()) return Verdict::accepted();
  if (locate == "root") {
    if (landed) return Verdict::accepted();
    const double to_touch = step.new_contacts().front().time - step.t;
    if (step.dt <= min_step * (1 + 1e-9)) {
      return margin > 0 ? accept_with_warning(*worst) : Verdict::accepted();
    }
    if (to_touch < min_step) return {Verdict::Kind::retry, min_step, "penetration", ""};
    return {Verdict::Kind::land, 0, "location", ""};
  }
  if (margin <= 0) return Verdict::accepted();
  if (step.dt <= min_step * (1 + 1e-9)) return accept_with_warning(*worst);
  if (locate == "restart" && worst->end_penetration > 0) return restart_at(step, *worst);
  if (locate == "halve") return {Verdict::Kind::retry, std::max(step.dt / 2, min_step), "penetration", ""};
  return {Verdict::Kind::retry, std::max(step.reduced_dt, min_step), "penetration", ""};
}

}  // namespace perilune
