#include "engine/stepping/episodes.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

namespace perilune {

Episodes::Episodes(System& system, std::vector<Event>& events)
    : system_(system), events_(events), episodes_(system.contacts().size()), state_(system.size()) {}

void Episodes::begin(int contact, const Node& node, double penetration, double impact_speed) {
  const ContactElement& element = system_.contacts()[contact];
  if (episodes_.size() < system_.contacts().size()) episodes_.resize(system_.contacts().size());
  scratch_.resize(std::max<std::size_t>(scratch_.size(), element.law->states()));
  Episode& episode = episodes_[contact];
  episode = {node.t, std::max(0.0, penetration),   impact_speed, std::max(0.0, penetration),
             0,      node.y[element.ledger_offset]};
  if (element.friction) episode.rubbed = node.y[element.ledger_offset + 1];
  episode.last_force = force(contact, -penetration, -impact_speed, node.t, node.y.data());
  episode.max_force = episode.last_force;
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
  episode.max_penetration = std::max(episode.max_penetration, -search.gap_after(contact));
  const bool turns = search.gap_rate_before(contact) < 0 && search.gap_rate_after(contact) >= 0;
  if (turns) {
    const double deepest = search.gap_at(contact, search.time_of_turn(contact));
    episode.max_penetration = std::max(episode.max_penetration, -deepest);
  }
  const double start = episode.last_force;
  const double gap = search.gap_after(contact), rate = search.gap_rate_after(contact);
  const bool is_known = gap < 0 && system_.seen_at(contact, after);  // the last stage was there
  const double end =
      is_known ? system_.contact(contact).force : force(contact, gap, rate, after.t, after.y.data());
  episode.last_force = end;
  episode.max_force = std::max(episode.max_force, end);
  if (!episode.may_peak(after.t - before.t, end - start)) return;
  const auto pull = [&](double t) { return -force_at(contact, interpolant, search, t); };
  std::uintmax_t iterations = 40;
  const double least = boost::math::tools::brent_find_minima(pull, before.t, after.t, 26, iterations).second;
  episode.max_force = std::max(episode.max_force, -least);
}

// Whether the force can have a maximum inside a step of h over which it rises by `rise`: the slopes at its ends,
// extrapolated from this step and the one before, are of opposite sign; by half as much bend again, to be safe.
bool Episodes::Episode::may_peak(double h, double rise) {
  const double slope = rise / h, bend = h_before > 0 ? 2 * (slope - slope_before) / (h + h_before) : 0;
  const bool first = h_before == 0;
  h_before = h, slope_before = slope;
  const double margin = 0.75 * std::abs(bend) * h;
  return first || (slope + margin > 0 && slope - margin < 0);
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
  if (!element.friction) return;
  const double rubbed = node.y[element.ledger_offset + 1] - episode.rubbed;
  events_.back().numbers.emplace_back("friction_dissipated", rubbed);
}

}  // namespace perilune
