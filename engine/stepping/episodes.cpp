#include "engine/stepping/episodes.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

namespace perilune {

Episodes::Episodes(System& system, std::vector<Event>& events)
    : system_(system), events_(events), episodes_(system.contacts().size()), state_(system.size()) {
  int most = 0;
  for (const ContactElement& contact : system.contacts()) most = std::max(most, contact.law->states());
  scratch_.resize(most);
}

void Episodes::begin(int contact, const Node& node, double penetration, double impact_speed) {
  const ContactElement& element = system_.contacts()[contact];
  Episode& episode = episodes_[contact];
  episode = {node.t, std::max(0.0, penetration),   impact_speed, std::max(0.0, penetration),
             0,      node.y[element.ledger_offset]};
  events_.push_back({node.t,
                     "contact begin",
                     element.name,
                     {{"penetration", episode.penetration}, {"impact_speed", impact_speed}}});
}

double Episodes::force_at(int contact, const Interpolant& interpolant, const ContactSearch& search,
                          double t) {
  const ContactGeometry g = search.geometry_at(contact, t);
  if (system_.contacts()[contact].law->states() > 0) interpolant.evaluate(t, state_.data());
  return force(contact, g.at.gap, g.gap_rate, t, state_.data());
}

double Episodes::force(int contact, double gap, double rate, double t, const double* y) {
  if (!(gap < 0)) return 0;
  const ContactElement& element = system_.contacts()[contact];
  const ContactInput input{-gap, -rate, system_.modes()[contact].impact_speed, t, y + element.state_offset};
  return element.law->force(input, scratch_.data());
}

void Episodes::follow(int contact, const Interpolant& interpolant, const ContactSearch& search,
                      const Node& before, const Node& after) {
  Episode& episode = episodes_[contact];
  const auto minimum = [](const auto& f, double a, double b) {
    std::uintmax_t iterations = 40;
    return boost::math::tools::brent_find_minima(f, a, b, 26, iterations).second;
  };
  episode.max_penetration = std::max(episode.max_penetration, -search.gap_after(contact));
  const bool turns = search.gap_rate_before(contact) < 0 && search.gap_rate_after(contact) >= 0;
  if (turns) {
    const auto gap = [&](double t) { return search.gap_at(contact, t); };
    episode.max_penetration = std::max(episode.max_penetration, -minimum(gap, before.t, after.t));
  }
  const auto pull = [&](double t) { return -force_at(contact, interpolant, search, t); };
  const double start =
      force(contact, search.gap_before(contact), search.gap_rate_before(contact), before.t, before.y.data());
  const double end =
      force(contact, search.gap_after(contact), search.gap_rate_after(contact), after.t, after.y.data());
  episode.max_force = std::max({episode.max_force, start, end});
  // Where the force changes by more than a quarter the maximum is not inside, unless a contact had fewer than
  // five steps: sin 90° − sin(90° − 36°) = 0.19.
  if (std::abs(end - start) > 0.25 * std::max(start, end)) return;
  const double middle = -pull(0.5 * (before.t + after.t));
  episode.max_force = std::max(episode.max_force, middle);
  // It may hide between the three when the parabola through them has its vertex there.
  const double slope_start = 4 * middle - 3 * start - end, slope_end = 3 * end + start - 4 * middle;
  if (slope_start > 0 && slope_end < 0) {
    episode.max_force = std::max(episode.max_force, -minimum(pull, before.t, after.t));
  }
}

void Episodes::end(int contact, const Node& node, double separation_speed) {
  const ContactElement& element = system_.contacts()[contact];
  const Episode& episode = episodes_[contact];
  const double speed = std::max(0.0, separation_speed);
  const double restitution = episode.impact_speed > 0 ? speed / episode.impact_speed : 0;
  events_.push_back({node.t,
                     "contact end",
                     element.name,
                     {{"separation_speed", speed},
                      {"restitution", restitution},
                      {"duration", node.t - episode.begin},
                      {"max_penetration", episode.max_penetration},
                      {"max_force", episode.max_force},
                      {"dissipated", node.y[element.ledger_offset] - episode.taken},
                      {"impact_speed", episode.impact_speed},
                      {"penetration", episode.penetration}}});
}

}  // namespace perilune
