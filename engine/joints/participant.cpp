#include "engine/joints/participant.h"

namespace perilune {

// The ground does not turn: its angle is 0.
bool Participant::has_angle() const { return body().can_turn() || body().coordinates() == 0; }

int Participant::positions() const {
  if (body().is_scalar()) return 1;
  return has_angle() ? 3 : 2;
}

std::vector<RecordField> Participant::fields(bool with_velocities) const {
  static const std::vector<RecordField> scalar = {{"position"}, {"velocity"}};
  static const std::vector<RecordField> places = {{"x"}, {"y"}, {"angle"}};
  static const std::vector<RecordField> rates = {{"vx"}, {"vy"}, {"angular_velocity"}};
  const int count = positions();
  if (body().is_scalar()) return {scalar.begin(), scalar.begin() + (with_velocities ? 2 : 1)};
  std::vector<RecordField> list(places.begin(), places.begin() + count);
  if (with_velocities) list.insert(list.end(), rates.begin(), rates.begin() + count);
  return list;
}

void Participant::view(const Motion& motion, bool with_velocities, Taylor* fields) const {
  const int count = positions();
  const auto set = [&](int i, double x, double rate, double bias) {
    fields[i] = {x, rate, bias};
    if (with_velocities) fields[count + i] = {rate, bias, 0};
  };
  if (body().is_scalar()) return set(0, *motion.positions(body()), *motion.velocities(body()), 0);
  const JointPoint at(motion, point_);
  for (int i = 0; i < 2; ++i) set(i, at.x[i], at.v[i], at.bias[i]);
  if (count < 3) return;
  const int angle = turning_coordinate(body());
  if (angle < 0) set(2, 0, 0, 0);
  else set(2, motion.positions(body())[angle], motion.velocities(body())[angle], 0);
}

void Participant::add_to(const Motion& motion, JacobianRows& rows, int row, const double* w) const {
  if (body().coordinates() == 0) return;
  const int first = motion.column(body());
  if (body().is_scalar()) {
    rows(row, first) += w[0];
    return;
  }
  JointPoint(motion, point_).add_to(rows, row, {w[0], w[1], 0});
  if (body().can_turn()) rows(row, first + turning_coordinate(body())) += w[2];
}

}  // namespace perilune
