#pragma once

#include <string>
#include <vector>

namespace perilune {

// Something that happened at an instant. Numbers by name, so that a new kind of event needs no new struct:
// "contact begin": penetration, impact_speed; "contact end": separation_speed, restitution, duration,
// max_penetration, max_force, dissipated (by the normal force), impact_speed, penetration, and with friction
// friction_dissipated.
struct Event {
  double t = 0;
  std::string kind;     // "contact begin", "contact end"
  std::string element;  // its name
  std::vector<std::pair<std::string, double>> numbers;
  double number(const std::string& name) const;  // NaN: has none of this name
};

// One try of the integrator.
struct Attempt {
  double t = 0, dt = 0;
  bool accepted = false;
  const char* reason =
      "";            // why it was refused: "error", "nonfinite", "location", "penetration", "callback", …
  double error = 0;  // 1 = at tolerance
};

}  // namespace perilune
