#include "engine/forces/torsion_spring.h"

#include "engine/model/error.h"

namespace perilune {

void TorsionSpring::prepare(Dimension dimension) const {
  if (between[0] == between[1])
    throw InputError("", "", "both ends belong to '" + between[0]->name + "'", "a spring joins two bodies");
  for (const BodyPointer& body : between) {
    if (body->can_turn() || body->coordinates() == 0) continue;
    throw InputError("", "", std::string(body->kind()) + " '" + body->name + "' does not turn",
                     "a torsion spring joins rigid bodies");
  }
  if (dimension == Dimension::planar || (axis && axis->norm() > 0)) return;
  throw InputError("", "", "'axis' is missing: a direction { x, y, z }", "axis = { 0, 0, 1 }");
}

void TorsionSpring::place(const Motion& start) {
  hinge_.place(start, between[0], between[1], axis.value_or(Vector3::UnitZ()));
}

double TorsionSpring::moment(const Motion& motion) const {
  return -stiffness * (hinge_.angle(motion) - free_angle) - damping * hinge_.rate(motion);
}

void TorsionSpring::add(const Motion& motion, Loads& loads) const {
  const Vector3 torque = moment(motion) * hinge_.axis(motion);
  const double rate = hinge_.rate(motion);
  loads.add_torque(*between[1], torque);
  loads.add_torque(*between[0], -torque);
  loads.dissipate(damping * rate * rate);
}

bool TorsionSpring::measure_on(const JetPlaces& places, Jet* angle) const {
  *angle = places.angle(*between[1]) - places.angle(*between[0]);
  return true;
}

bool TorsionSpring::push_at(const Measures& at, Push& push) const {
  push.force[0] = -stiffness * (at.place[0] - hinge_.at_start() - free_angle) - damping * at.rate[0];
  push.by_place(0, 0) = -stiffness, push.by_rate(0, 0) = -damping;
  return true;
}

void TorsionSpring::add_over(const StepMotion& step, Loads& loads) const {
  const double change = hinge_.change(step), mean = hinge_.angle(step.before) + 0.5 * change;
  const double rate = change / step.h;
  const Vector3 torque = (-stiffness * (mean - free_angle) - damping * rate) * hinge_.unit_moment(step);
  loads.add_torque(*between[1], torque);
  loads.add_torque(*between[0], -torque);
  loads.dissipate(damping * rate * rate);
}

double TorsionSpring::potential(const Motion& motion) const {
  const double turned = hinge_.angle(motion) - free_angle;
  return 0.5 * stiffness * turned * turned;
}

double TorsionSpring::channel(int index, const Motion& motion) const {
  return index == 0 ? hinge_.angle(motion) : moment(motion);
}

}  // namespace perilune
