#include "engine/stepping/trial_view.h"

#include <algorithm>

namespace perilune {

TrialView::TrialView(Stepper& stepper) : stepper_(stepper) {
  t = stepper.now_.t;
  dt = stepper.trial_.h;
  t_next = stepper.trial_.after.t;
  error = stepper.trial_.error;
  attempt = stepper.tries_;
  reduced_dt = stepper.method_.reduced(dt);
}

std::vector<ClosedContact> TrialView::contacts() const {
  std::vector<ClosedContact> list;
  const System& system = stepper_.system_;
  for (const int i : system.active()) {
    const ContactMode& mode = system.modes()[i];
    if (!mode.closed) continue;
    list.push_back({system.contacts()[i].name, std::max(0.0, -stepper_.search_.gap_after(i)),
                    stepper_.search_.gap_before(i), mode.impact_speed});
  }
  return list;
}

double TrialView::read(const std::string& channel, const Node& node) const {
  const int index = stepper_.channels_.index(channel);
  stepper_.system_.derivative(node.t, node.y.data(), stepper_.scratch_.data());
  return stepper_.channels_.all()[index].value(stepper_.system_, node);
}

double TrialView::energy_residual() const {
  const Node& after = stepper_.trial_.after;
  return stepper_.system_.energy_residual(after.t, after.y.data());
}

double TrialView::constraint_error() const {
  const Node& after = stepper_.trial_.after;
  return stepper_.system_.constraint_error(after.t, after.y.data());
}

}  // namespace perilune
