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

JetForce::Slopes Interaction::slopes_at(double length, double rate, double t) const {
  const std::array<double, 3> inputs = {length, rate, t};
  std::array<double, 3> slopes{};  // F, by the distance, by its rate
  function_->evaluate_with_slopes(inputs.data(), 2, slopes.data());
  return {slopes[0], slopes[1], slopes[2]};
}

void Interaction::add(const Motion& motion, Loads& loads) const {
  const PointLine line = line_between(between, motion);
  const double pull = force(line, motion.t);
  loads.add_force(between[0], pull * line.direction);
  loads.add_force(between[1], -pull * line.direction);
  loads.supply(-pull * line.rate);
}

double Interaction::channel(int index, const Motion& motion) const {
  const PointLine line = line_between(between, motion);
  return index == 0 ? line.length : force(line, motion.t);
}

}  // namespace perilune
