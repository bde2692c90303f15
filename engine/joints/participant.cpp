#include "engine/joints/participant.h"

#include <algorithm>

namespace perilune {

// The ground does not turn: its angle is 0, its directors are the axes of the world.
bool Participant::has_frame() const { return body().can_turn() || body().coordinates() == 0; }

int Participant::positions() const {
  if (body().is_scalar()) return 1;
  if (is_in_space()) return has_frame() ? 12 : 3;
  return has_frame() ? 3 : 2;
}

std::vector<RecordField> Participant::fields(bool with_velocities) const {
  static const std::vector<RecordField> scalar = {{"position"}, {"velocity"}};
  static const std::vector<RecordField> places = {{"x"}, {"y"}, {"angle"}};
  static const std::vector<RecordField> rates = {{"vx"}, {"vy"}, {"angular_velocity"}};
  const int count = positions();
  if (is_in_space()) return fields_in_space(with_velocities);
  if (body().is_scalar()) return {scalar.begin(), scalar.begin() + (with_velocities ? 2 : 1)};
  std::vector<RecordField> list(places.begin(), places.begin() + count);
  if (with_velocities) list.insert(list.end(), rates.begin(), rates.begin() + count);
  return list;
}

void Participant::view(const Motion& motion, bool with_velocities, Taylor* fields) const {
  if (is_in_space()) return view_in_space(motion, with_velocities, fields);
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

void Participant::look(const Motion& motion, bool with_velocities, double* fields) const {
  const BodyMotion& of = motion.of(body());
  const int count = positions();
  const auto write = [](const Vector3& from, int size, double* to) { std::copy_n(from.data(), size, to); };
  double* const rates = fields + count;
  if (body().is_scalar()) {
    fields[0] = of.p[0];
    if (with_velocities) rates[0] = of.v[0];
    return;
  }
  const int axes = is_in_space() ? 3 : 2;
  write(of.position(point_.local), axes, fields);
  if (with_velocities) write(of.velocity(point_.local), axes, rates);
  if (!has_frame()) return;
  if (!is_in_space()) {
    const int angle = turning_coordinate(body());
    fields[2] = angle < 0 ? 0 : motion.positions(body())[angle];
    if (with_velocities) rates[2] = of.spin[2];
    return;
  }
  for (int k = 0; k < 3; ++k) write(of.directors.col(k), 3, fields + 3 + 3 * k);
  if (with_velocities) write(of.spin, 3, rates + 3);
}

bool Participant::view_on(const JetPlaces& places, bool with_velocities, Jet* fields) const {
  const int count = positions();
  if (body().is_scalar()) {
    fields[0] = places.coordinate(body(), 0);
    if (with_velocities) fields[1] = places.rate(body(), 0);
    return true;
  }
  if (is_in_space() && has_frame()) return false;
  const int places_of_point = is_in_space() ? 3 : 2;
  const JetVector x = places.point(point_);
  std::copy_n(x.component.begin(), places_of_point, fields);
  if (count > places_of_point) fields[places_of_point] = places.angle(body());
  if (!with_velocities) return true;
  const JetVector v = places.velocity(point_);
  std::copy_n(v.component.begin(), places_of_point, fields + count);
  if (count > places_of_point) fields[count + places_of_point] = places.angular_velocity(body());
  return true;
}

void Participant::add_to(const Motion& motion, JacobianRows& rows, int row, const double* w) const {
  if (body().coordinates() == 0) return;
  if (is_in_space()) return add_in_space(motion, rows, row, w);
  const int first = motion.column(body());
  if (body().is_scalar()) {
    rows(row, first) += w[0];
    return;
  }
  JointPoint(motion, point_).add_to(rows, row, {w[0], w[1], 0});
  if (body().can_turn()) rows(row, first + turning_coordinate(body())) += w[2];
}

int Participant::rates() const {
  if (!is_in_space() || body().is_scalar()) return positions();
  return has_frame() ? 6 : 3;
}

std::vector<RecordField> Participant::fields_in_space(bool with_velocities) const {
  std::vector<RecordField> list = {{"x"}, {"y"}, {"z"}};
  if (has_frame()) list.insert(list.end(), {{"d1", 3}, {"d2", 3}, {"d3", 3}});
  if (with_velocities) list.insert(list.end(), {{"vx"}, {"vy"}, {"vz"}});
  if (with_velocities && has_frame()) list.insert(list.end(), {{"wx"}, {"wy"}, {"wz"}});
  return list;
}

// ḋ = ω × d, d̈ = ω × (ω × d) for u̇ = 0, where ω̇ = 0 as well.
void Participant::view_in_space(const Motion& motion, bool with_velocities, Taylor* fields) const {
  const JointPoint at(motion, point_);
  for (int i = 0; i < 3; ++i) fields[i] = {at.x[i], at.v[i], at.bias[i]};
  Taylor* velocities = fields + positions();
  for (int i = 0; with_velocities && i < 3; ++i) velocities[i] = {at.v[i], at.bias[i], 0};
  if (!has_frame()) return;
  const BodyMotion& of = motion.of(body());
  for (int k = 0; k < 3; ++k) {
    const Vector3 d = of.directors.col(k), rate = of.spin.cross(d), bias = of.spin.cross(rate);
    for (int i = 0; i < 3; ++i) fields[3 + 3 * k + i] = {d[i], rate[i], bias[i]};
  }
  for (int i = 0; with_velocities && i < 3; ++i) velocities[3 + i] = {of.spin[i], 0, 0};
}

void Participant::add_turning(const Motion& motion, JacobianRows& rows, int row,
                              const Vector3& moment) const {
  if (!body().can_turn()) return;
  const PointJacobian turning = body().spin_jacobian(motion.of(body()));
  double* entries = rows.at(row, motion.column(body()));
  for (int i = 0; i < turning.cols(); ++i) entries[i] += moment.dot(turning.col(i));
}

// w·δd = w·(θ × d) = θ·(d × w).
void Participant::add_in_space(const Motion& motion, JacobianRows& rows, int row, const double* w) const {
  using Weights = Eigen::Map<const Vector3>;
  JointPoint(motion, point_).add_to(rows, row, Weights(w));
  if (!body().can_turn()) return;
  const BodyMotion& of = motion.of(body());
  Vector3 moment = Vector3::Zero();
  for (int k = 0; k < 3; ++k) moment += Vector3(of.directors.col(k)).cross(Vector3(Weights(w + 3 + 3 * k)));
  add_turning(motion, rows, row, moment);
}

void Participant::add_rates_to(const Motion& motion, JacobianRows& rows, int row, const double* w) const {
  if (!is_in_space() || body().is_scalar()) return add_to(motion, rows, row, w);
  if (body().coordinates() == 0) return;
  using Weights = Eigen::Map<const Vector3>;
  JointPoint(motion, point_).add_to(rows, row, Weights(w));
  if (has_frame()) add_turning(motion, rows, row, Weights(w + 3));
}

}  // namespace perilune
