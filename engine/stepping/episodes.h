#pragma once

#include <vector>

#include "engine/stepping/contact_search.h"
#include "engine/stepping/events.h"

namespace perilune {

// Follows each contact from begin to end and makes the two events of it. The extremes between the steps are
// found on the interpolants.
class Episodes {
 public:
  Episodes(System& system, std::vector<Event>& events);

  void begin(int contact, const Node& node, double penetration, double impact_speed);
  // A committed step during which the contact was closed.
  void follow(int contact, const Interpolant& interpolant, const ContactSearch& search, const Node& before,
              const Node& after);
  void end(int contact, const Node& node, double separation_speed);
  double max_penetration(int contact) const { return episodes_[contact].max_penetration; }  // [m] so far

 private:
  struct Episode {
    double begin = 0, penetration = 0, impact_speed = 0;
    double max_penetration = 0, max_force = 0;
    double taken = 0;                       // [J] ∫F δ̇ dt when it began
    double rubbed = 0;                      // [J] that friction had dissipated when it began
    double last_force = 0;                  // [N] at the end of the step before
    double h_before = 0, slope_before = 0;  // [s], [N/s] of the force over the step before
    bool may_peak(double h, double rise);
  };
  double force_at(int contact, const Interpolant& interpolant, const ContactSearch& search, double t);
  double force(int contact, double gap, double rate, double t, const double* y);

  System& system_;
  std::vector<Event>& events_;
  std::vector<Episode> episodes_;
  std::vector<double> state_, scratch_;
};

}  // namespace perilune
