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

double largest_of(const Joint& joint, int first, const std::vector<double>& errors) {
  double most = 0;
  for (int i = 0; i < joint.equations(); ++i) most = std::max(most, std::abs(errors[first + i]));
  return most;
}

void check_joints(System& system, const Node& start, const std::string& origin) {
  const std::vector<double> open = system.constraint_errors(0, start.y.data());
  const std::vector<double> moving = system.velocity_errors(0, start.y.data());
  double speed = 1;
  for (int i = 0; i < system.positions(); ++i)
    speed = std::max(speed, std::abs(start.y[system.positions() + i]));
  for (std::size_t j = 0; j < system.joints().size(); ++j) {
    const Joint& joint = *system.joints()[j];
    const int first = system.first_equation(static_cast<int>(j));
    const std::string element = std::string(joint.kind()) + " '" + joint.name + "'";
    const std::string where = joint.origin.empty() ? origin : joint.origin;
    const double gap = largest_of(joint, first, open), drift = largest_of(joint, first, moving);
    if (gap > position_slack * system.length()) {
      throw InputError(where, element, fmt::format("does not hold at t = 0: off by {:.6g} m or rad", gap),
                       "place the bodies where it puts them");
    }
    if (drift > velocity_slack * speed && !joint.sets_velocity()) {
      throw InputError(where, element,
                       fmt::format("the velocities at t = 0 violate it by {:.6g} m/s or rad/s", drift),
                       "give velocities it allows");
    }
  }
}

}  // namespace

void check_start(System& system, const std::string& origin) {
  const Node start = system.start();
  check_overlap(system, start, origin);
  if (system.equations() > 0) check_joints(system, start, origin);
}

}  // namespace perilune
