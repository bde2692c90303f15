#include "engine/bodies/planar_body.h"

#include <cmath>

#include "engine/model/error.h"

namespace perilune {

void PlanarBody::mass_matrix(Eigen::Ref<MatrixX> M) const {
  M(0, 0) = M(1, 1) = d_.mass;
  M(2, 2) = d_.inertia;
}

Vector3 PlanarBody::spin_momentum(const BodyMotion& motion) const { return d_.inertia * motion.spin; }

void PlanarBody::initial_state(double* q, double* v) const {
  q[0] = d_.position[0], q[1] = d_.position[1], q[2] = d_.angle;
  v[0] = d_.velocity[0], v[1] = d_.velocity[1], v[2] = d_.angular_velocity;
}

void PlanarBody::motion(const double* q, const double* v, BodyMotion& motion) const {
  const double c = std::cos(q[2]), s = std::sin(q[2]), w = v[2];
  motion.p << q[0], q[1], 0;
  motion.v << v[0], v[1], 0;
  motion.directors << c, -s, 0, s, c, 0, 0, 0, 1;
  motion.spin[2] = w;
  motion.turns = motion.in_plane = true;
  motion.director_rates << -w * s, -w * c, 0, w * c, -w * s, 0, 0, 0, 0;
}

PointJacobian PlanarBody::point_jacobian(const BodyMotion& motion, const Vector3& local) const {
  const Vector3 r = motion.direction(local);
  PointJacobian J = PointJacobian::Identity(3, 3);
  J.col(2) << -r[1], r[0], 0;
  return J;
}

PointJacobian PlanarBody::spin_jacobian(const BodyMotion& /*motion*/) const {
  PointJacobian J = PointJacobian::Zero(3, 3);
  J(2, 2) = 1;
  return J;
}

// ẍ = −ω² D X for ω̇ = 0.
Vector3 PlanarBody::point_bias(const BodyMotion& motion, const Vector3& local) const {
  const double w2 = motion.spin[2] * motion.spin[2];
  const Vector3 r = motion.direction(local);
  return {-w2 * r[0], -w2 * r[1], 0};
}

void PlanarBody::add_force(const BodyMotion& motion, const Vector3& local, const Vector3& F,
                           double* f) const {
  const Vector3 r = motion.direction(local);
  f[0] += F[0], f[1] += F[1], f[2] += r[0] * F[1] - r[1] * F[0];
}

void PlanarBody::add_force_at(const BodyMotion& motion, const Vector3& x, const Vector3& F, double* f) const {
  f[0] += F[0], f[1] += F[1];
  f[2] += (x[0] - motion.p[0]) * F[1] - (x[1] - motion.p[1]) * F[0];
}

void PlanarBody::add_torque(const BodyMotion&, const Vector3& torque, double* f) const { f[2] += torque[2]; }

MotionBound PlanarBody::bound(const double* speeds, const double* accelerations) const {
  const auto length = [](const double* x) { return std::sqrt(x[0] * x[0] + x[1] * x[1]); };
  return {length(speeds), length(accelerations), speeds[2], accelerations[2]};
}

const std::vector<BodyChannel>& PlanarBody::channels() const {
  static const std::vector<BodyChannel> list = {
      {"x", "m", [](const double* q, const double*, const double*) { return q[0]; }},
      {"y", "m", [](const double* q, const double*, const double*) { return q[1]; }},
      {"angle", "rad", [](const double* q, const double*, const double*) { return q[2]; }},
      {"vx", "m/s", [](const double*, const double* v, const double*) { return v[0]; }},
      {"vy", "m/s", [](const double*, const double* v, const double*) { return v[1]; }},
      {"angular_velocity", "rad/s", [](const double*, const double* v, const double*) { return v[2]; }},
      {"ax", "m/s^2", [](const double*, const double*, const double* a) { return a[0]; }},
      {"ay", "m/s^2", [](const double*, const double*, const double* a) { return a[1]; }},
      {"angular_acceleration", "rad/s^2",
       [](const double*, const double*, const double* a) { return a[2]; }}};
  return list;
}

namespace {

// Where a point of a body is at t = 0 [m].
Vector3 initial_position(const Point& point) {
  std::vector<double> q(point.body->coordinates()), v(point.body->coordinates());
  point.body->initial_state(q.data(), v.data());
  BodyMotion motion;
  point.body->motion(q.data(), v.data(), motion);
  return motion.position(point.local);
}

}  // namespace

std::shared_ptr<Bar> make_bar(const BarDescription& d) {
  const Vector3 from = initial_position(d.from), to = initial_position(d.to), r = to - from;
  const double length = r.norm();
  if (!(length > 0)) throw InputError("", "", "'from' and 'to' are the same place", "a bar has two ends");
  PlanarBodyDescription body;
  body.mass = d.mass;
  body.inertia = d.inertia.value_or(d.mass * length * length / 12);
  body.position = (from + to) / 2;
  body.angle = std::atan2(r[1], r[0]);
  return std::make_shared<Bar>(body, length);
}

}  // namespace perilune
