#include "engine/joints/spatial/gear.h"

#include <cmath>

#include <fmt/format.h>

#include "engine/model/error.h"

namespace perilune {
namespace {

constexpr int most_teeth = 1000;

// The least q for which i q is whole; 0: more than most_teeth.
int denominator(double ratio) {
  for (int q = 1; q <= most_teeth; ++q) {
    if (std::abs(ratio * q - std::round(ratio * q)) < 1e-9 * std::max(1.0, std::abs(ratio))) return q;
  }
  return 0;
}

}  // namespace

void SpatialGear::prepare() {
  if (between[0] == between[1])
    throw InputError("", "", "'between' names '" + between[0]->name + "' twice", "a gear couples two joints");
  for (const JointPointer& joint : between) {
    if (*joint->coordinate_unit()) continue;
    throw InputError("", "", "'" + joint->name + "' is a " + joint->kind() + ", which has no coordinate",
                     "couple revolute and prismatic joints");
  }
  if (ratio == 0) throw InputError("", "", "ratio = 0: the second would never move", "ratio = -20 / 60");
  const bool first_wraps = between[0]->coordinate_wraps(), second_wraps = between[1]->coordinate_wraps();
  if (!first_wraps && !second_wraps) return;
  if (first_wraps != second_wraps) {  // a rack: a turn of the wheel is a way of the rack
    period_ = 2 * M_PI * (first_wraps ? std::abs(ratio) : 1);
    return;
  }
  const int q = denominator(ratio);
  if (q == 0) {
    throw InputError(
        "", "", fmt::format("ratio = {:.12g} is no quotient of numbers of teeth up to {}", ratio, most_teeth),
        "ratio = -20 / 60");
  }
  period_ = 2 * M_PI / q;
}

std::vector<BodyPointer> SpatialGear::bodies() const {
  std::vector<BodyPointer> list = between[0]->bodies();
  for (const BodyPointer& body : between[1]->bodies()) list.push_back(body);
  return list;
}

void SpatialGear::write(const CoordinateRow& first, const CoordinateRow& second, ConstraintRows& rows) const {
  rows.error[0] = second.value() - ratio * first.value();
  if (period_ > 0) rows.error[0] = std::remainder(rows.error[0], period_);
  rows.gamma[0] = second.gamma() - ratio * first.gamma();
  first.add_to(rows.jacobian, 0, -ratio);
  second.add_to(rows.jacobian, 0, 1);
}

void SpatialGear::evaluate(const Motion& motion, ConstraintRows rows) const {
  write(CoordinateRow(*between[0], motion), CoordinateRow(*between[1], motion), rows);
}

void SpatialGear::evaluate_over(const StepMotion& step, ConstraintRows mean, ConstraintRows end) const {
  write(CoordinateRow::over(*between[0], step), CoordinateRow::over(*between[1], step), mean);
  evaluate(step.after, end);
}

}  // namespace perilune
