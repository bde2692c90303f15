#include "engine/joints/gear.h"

#include "engine/model/error.h"

namespace perilune {

void Gear::prepare() const {
  if (between[0] == between[1]) {
    throw InputError("", "", "'between' names '" + between[0]->name + "' twice", "a gear has two bodies");
  }
  for (const BodyPointer& body : between) {
    if (turning_coordinate(*body) >= 0) continue;
    throw InputError("", "", "'" + body->name + "' is a " + body->kind() + ", which does not turn",
                     "a gear couples bodies, or scalar coordinates");
  }
}

double Gear::offset(const Motion& motion) const {
  const auto angle = [&](const Body& body) { return motion.positions(body)[turning_coordinate(body)]; };
  return angle(*between[1]) - ratio * angle(*between[0]);
}

void Gear::evaluate(const Motion& motion, ConstraintRows rows) const {
  const auto column = [&](const Body& body) { return motion.column(body) + turning_coordinate(body); };
  rows.error[0] = offset(motion) - at_start_;
  rows.jacobian(0, column(*between[0])) = -ratio;
  rows.jacobian(0, column(*between[1])) = 1;
}

}  // namespace perilune
