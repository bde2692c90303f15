#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "engine/model/error.h"
#include "engine/stepping/stepper.h"

namespace perilune {
namespace {
// Attempts that another integrator gets to show that it comes further.
constexpr int most_trials = 50;
}  // namespace

// Multipliers spread what is not finite over all bodies: when the end of the trial is lost, whoever is not finite where
// the start points to, or at the start, has begun it; else who pushes hardest there.
std::string Stepper::nonfinite_culprit() {
  if (system_.nonfinite_body(trial_.after.y.data()).empty()) {
    const std::string who = system_.nonfinite_element(trial_.after.t, trial_.after.y.data());
    if (!who.empty()) return who;
  }
  for (const double way : {trial_.h, 0.5 * trial_.h, 0.0}) {
    for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] = now_.y[i] + way * now_.dy[i];
    const std::string who = system_.nonfinite_element(now_.t + way, scratch_.data());
    if (!who.empty()) return who;
  }
  const std::string who = system_.strongest_element(now_.t, now_.y.data());
  return who.empty() ? system_.nonfinite_body(trial_.after.y.data()) : who;
}

StepStatus Stepper::give_up(double h) {
  const std::string when = fmt::format("run stopped at t = {:.6g} s: ", now_.t);
  std::string friction = system_.inconsistent_friction(now_.t, now_.y.data());
  if (friction.empty()) friction = system_.inconsistent_friction(trial_.after.t, trial_.after.y.data());
  if (!friction.empty()) {
    message_ =
        when + fmt::format(
                   "dry_friction '{}' and the reaction that loads it determine each other without a unique "
                   "solution (Painleve)\n  often: a coefficient too large for where the reaction acts; try a "
                   "smaller one, or an elastic contact (clearance_prismatic) instead of the joint",
                   friction);
    return StepStatus::no_consistent_friction;
  }
  if (std::string_view(last_refusal_) == "nonfinite" || !perilune::is_finite(now_)) {
    message_ = when + about_numbers();
    return StepStatus::nonfinite;
  }
  if (std::string_view(last_refusal_) == "search" && method_.is_fixed_step()) {
    message_ = when + about_search();
    return StepStatus::step_too_large;
  }
  if (tries_ >= max_tries) {
    message_ = when + fmt::format("one step was refused {} times, the last time by the {}\n  {}", tries_,
                                  last_refusal_, about_refusals(h));
    return StepStatus::too_many_refusals;
  }
  message_ = when + fmt::format(
                        "the step fell below {:.3g} s, refused by the {} (error {:.3g} tolerances); "
                        "strongest: {}\n  {}",
                        std::max(h, method_.options().min_step), last_refusal_, trial_.error,
                        system_.strongest_element(now_.t, now_.y.data()), about_errors(h));
  return StepStatus::step_too_small;
}

// Of a fixed step, the trial that was refused last.
std::string Stepper::about_search() {
  return fmt::format(
      "bodies come up to {:.3g} m in a step of {:.3g} s; whether contact '{}' opens or closes in it was not "
      "found in {} looks\n"
      "  often: a fixed step much longer than a contact, which then flings bodies about; try one of at most "
      "a twentieth of a contact's duration, or an integrator with error control (dopri5, radau5)",
      search_.longest_way(), trial_.h, system_.contacts()[search_.lost()].name, search_.most_looks());
}

std::string Stepper::about_numbers() {
  const std::string exhausted = system_.exhausted_law(now_.t, now_.y.data());
  if (!exhausted.empty()) {
    return exhausted + "\n  often: a load too large for the parts; try a law without that limit (liu, hertz)";
  }
  return fmt::format(
      "a number is not finite (NaN or infinite), from {}\n"
      "  often: a division by zero or a power of a negative number in a law{}",
      nonfinite_culprit(),
      method_.is_fixed_step() ? "; a step too large for a fixed-step integrator: try a smaller one" : "");
}

std::string Stepper::about_refusals(double h) {
  const std::string_view reason = last_refusal_;
  if (reason == "error") return about_errors(h);
  if (reason == "callback")
    return "often: a rule that accepts no step at all; let it accept where step.dt is small enough";
  if (reason == "penetration")
    return "often: a depth that no step can keep to; try a larger tolerance or min_step of "
           "mbs.accept.penetration";
  if (reason == "search")
    return "often: a motion that is much too fast for the steps allowed; try a smaller max_step, or what "
           "makes it fast";
  return fmt::format(
      "often: what is landed on moves from one try to the next, by the error of the step; try a smaller {}",
      method_.is_fixed_step() ? "step" : "rtol");
}

// What would help where error control refuses, tried rather than guessed.
std::string Stepper::about_errors(double h) {
  const StepOptions& o = method_.options();
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  for (int i = 0; i < system_.controlled(); ++i) {
    const double size = std::abs(now_.y[i]);
    if (!(o.atol + o.rtol * size < rounding * size)) continue;
    return fmt::format("rtol = {:.3g} asks for more digits than numbers have; try 1e-13 or more", o.rtol);
  }
  std::string text =
      "often: a stiffness too high for the tolerance, or a force that jumps; try a larger rtol, or a "
      "smoother "
      "law";
  const double way = std::max({100 * h, 10 * o.min_step, 1e-9 * std::abs(now_.t), 1e-12});
  const bool is_implicit = method_.work().newton_iterations > 0;
  std::string who;
  for (const char* name : {"radau5", "bdf", "dopri5"}) {
    if (is_implicit != (std::string_view(name) == "dopri5") || !comes_further(name, way)) continue;
    who += (who.empty() ? "" : " or ") + std::string(name);
  }
  system_.derivative(now_.t, now_.y.data(), now_.dy.data());  // for whoever looks at the system now
  if (who.empty()) return text;
  return text + fmt::format(", or {}: from here on {} {}", who,
                            who.size() > 6 ? "they advance" : "it advances",
                            is_implicit ? "without iterations that may fail"
                                        : "in longer steps, not bound by what is stiff and hardly moves");
}

// Whether this integrator crosses `way` [s] from here, in a few steps that are long enough.
bool Stepper::comes_further(const char* integrator, double way) {
  const auto method = find_integrator(integrator)->make(system_, method_.options());
  Node now = now_;
  Trial trial;
  try {
    system_.derivative(now.t, now.y.data(), now.dy.data());
    method->restart(now);
    double h = std::min(way, method->first_step(now, way));
    for (int i = 0; i < most_trials; ++i) {
      if (interrupted && interrupted()) return false;
      method->attempt(now, h, trial);
      h = trial.next_step;
      if (trial.error <= 1) {
        method->commit(now, trial, nullptr);
        now = trial.after;
        if (now.t >= now_.t + way) return true;
      } else if (!(h >= method_.options().min_step) || !(now.t + h > now.t)) {
        return false;
      }
    }
  } catch (const FunctionError&) {}  // a user's function that fails there fails this integrator
  return false;
}

}  // namespace perilune
