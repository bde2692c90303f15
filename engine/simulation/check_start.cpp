#include "engine/simulation/check_start.h"

#include <cmath>

#include <fmt/format.h>

namespace perilune {
namespace {

constexpr double most_overlap = 0.1;     // of the thinner shape
constexpr double position_slack = 1e-6;  // of the model's length: what rounding in a script may leave open
constexpr double velocity_slack = 1e-6;  // of 1 m/s or the largest speed

void check_overlap(const System& system, const Node& start, const std::string& origin) {
  const double* q = start.y.data();
  for (const int i : system.active()) {
    const ContactElement& contact = system.contacts()[i];
    const double gap = system.closest(i, q + system.offset(*contact.a), q + system.offset(*contact.b)).gap;
    if (-gap <= most_overlap * contact.thickness) continue;
    throw InputError(
        contact.origin.empty() ? origin : contact.origin, "contact '" + contact.name + "'",
        fmt::format("'{}' and '{}' overlap by {:.6g} m at the start", contact.a->name, contact.b->name, -gap),
        "move one of them; an overlap of up to a tenth of the thinner shape is allowed");
  }
}

// Or 1 m/s.
double largest_speed(const System& system, const Node& node) {
  double speed = 1;
  for (int i = 0; i < system.positions(); ++i)
    speed = std::max(speed, std::abs(node.y[system.positions() + i]));
  return speed;
}

void check_velocities(System& system, const Node& start, const std::string& origin) {
  const std::vector<double> moving = system.velocity_errors(0, start.y.data());
  const auto [joint, drift] = worst_joint(system, moving, false);
  if (!joint || drift <= velocity_slack * largest_speed(system, start)) return;
  throw InputError(joint->origin.empty() ? origin : joint->origin, described(*joint),
                   fmt::format("the velocities at t = 0 violate it by {:.6g} m/s or rad/s", drift),
                   "give velocities it allows, or let model:assemble {} find some");
}

}  // namespace

void check_positions(System& system, const std::string& origin) {
  if (system.equations() == 0) return;
  const auto [joint, gap] = worst_joint(system, system.constraint_errors(0, system.start().y.data()));
  if (gap <= position_slack * system.length()) return;
  throw InputError(joint->origin.empty() ? origin : joint->origin, described(*joint),
                   fmt::format("does not hold at t = 0: off by {:.6g} m or rad", gap),
                   "place the bodies where it puts them, or let model:assemble {} move them");
}

JointError worst_joint(const System& system, const std::vector<double>& errors, bool drives_too) {
  JointError worst;
  for (std::size_t j = 0; j < system.joints().size(); ++j) {
    const Joint& joint = *system.joints()[j];
    if (!drives_too && joint.sets_velocity()) continue;
    const int first = system.first_equation(static_cast<int>(j));
    for (int i = first; i < first + joint.equations(); ++i) {
      if (!worst.joint || std::abs(errors[i]) > worst.error) worst = {&joint, std::abs(errors[i])};
    }
  }
  return worst;
}

std::string described(const Joint& joint) { return std::string(joint.kind()) + " '" + joint.name + "'"; }

void check_start(System& system, const std::string& origin) {
  const Node start = system.start();
  check_overlap(system, start, origin);
  check_positions(system, origin);
  if (system.equations() > 0) check_velocities(system, start, origin);
}

void check_drives(System& system, const std::string& origin) {
  if (system.equations() == 0) return;
  Node moving = system.start();
  system.project(0, moving.y.data());
  const std::vector<double> errors = system.velocity_errors(0, moving.y.data());
  const double speed = largest_speed(system, moving);
  for (std::size_t j = 0; j < system.joints().size(); ++j) {
    const Joint& joint = *system.joints()[j];
    if (!joint.sets_velocity()) continue;
    const int first = system.first_equation(static_cast<int>(j));
    for (int i = first; i < first + joint.equations(); ++i) {
      if (std::abs(errors[i]) <= velocity_slack * speed) continue;
      throw InputError(
          joint.origin.empty() ? origin : joint.origin, described(joint),
          fmt::format("contradicts other joints: at t = 0 nothing can move as it says, {:.6g} m/s or "
                      "rad/s are left",
                      std::abs(errors[i])),
          "drive what the other joints leave free");
    }
  }
}

}  // namespace perilune
