#include "engine/forces/interaction.h"

#include <array>

namespace perilune {

void Interaction::prepare() {
  check_ends(between, "an interaction");
  Signature signature;
  signature.purpose = "force of the interaction";
  signature.arguments = {{"s", {{"distance"}, {"distance_rate"}, {"t"}}}};
  signature.results = {{"force", {}}};
  function_ = law->bind(signature);
}

double Interaction::force(const PointLine& line, double t) const {
  const std::array<double, 3> inputs = {line.length, line.rate, t};
  double force = 0;
  return function_->call(inputs.data(), &force);
}

void Interaction::add(const Motion& motion, Loads& loads) const {
  const PointLine line = line_between(between, motion);
  const double pull = force(line, motion.t);
  loads.add_force(between[0], pull * line.direction);
  loads.add_force(between[1], -pull * line.direction);
  loads.supply(-pull * line.rate);
}

bool Interaction::measure_on(const JetPlaces& places, Jet* length) const {
  *length = length_on(between, places);
  return true;
}

bool Interaction::push_at(const Measures& at, Push& push) const {
  const std::array<double, 3> inputs = {at.place[0], at.rate[0], at.t};
  std::array<double, 3> slopes{};  // the force, and by the first two
  if (!find_slopes(*function_, inputs.data(), 2, slopes.data())) return false;
  push.force[0] = -slopes[0], push.by_place(0, 0) = -slopes[1], push.by_rate(0, 0) = -slopes[2];
  return true;
}

double Interaction::channel(int index, const Motion& motion) const {
  const PointLine line = line_between(between, motion);
  return index == 0 ? line.length : force(line, motion.t);
}

}  // namespace perilune
