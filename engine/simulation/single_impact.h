#pragma once

#include <vector>

#include "engine/model/contact_law.h"

namespace perilune {

// One impact of a mass on a fixed plane without gravity: what a law really does.
struct Impact {
  double separation_speed = 0;  // [m/s]
  double restitution = 0;       // [-] separation speed / impact speed; 0 when it never separates
  double duration = 0;          // [s]
  double max_penetration = 0;   // [m]
  double max_force = 0;         // [N]
  double dissipated = 0;        // [J] the loop's area
  bool separated = false;
  struct Sample {
    double t, penetration, penetration_rate, force;
  };
  std::vector<Sample> loop;  // at the accepted steps
};

// Simulated with dopri5 at 1e-12. impact_speed [m/s] > 0, mass [kg] > 0.
Impact simulate_impact(const ContactLawPointer& law, double impact_speed, double mass);

}  // namespace perilune
