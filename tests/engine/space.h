#pragma once

#include <memory>
#include <random>
#include <vector>

#include "engine/bodies/spatial_body.h"
#include "tests/engine/support.h"

// Bodies that stand anyhow in space, and what a step between two of their states is.
namespace perilune::testing {

inline Vector3 random_vector(std::mt19937& generator) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double x = uniform(generator), y = uniform(generator), z = uniform(generator);
  return {x, y, z};
}

// Products of inertia, so that principal axes are not the body's own.
inline BodyPointer random_body(std::mt19937& generator, const char* name) {
  SpatialBodyDescription d;
  d.mass = 1.7;
  d.inertia.matrix << 0.5, 0.05, -0.02, 0.05, 0.7, 0.03, -0.02, 0.03, 0.6;
  d.position = random_vector(generator);
  d.orientation.matrix = Eigen::AngleAxisd(1.3, random_vector(generator).normalized()).toRotationMatrix();
  d.velocity = random_vector(generator), d.angular_velocity = random_vector(generator);
  auto body = std::make_shared<SpatialBody>(d);
  body->name = name;
  return body;
}

// Two such bodies, numbered 1 and 2, in the state that they are described in.
struct TwoBodies {
  explicit TwoBodies(std::mt19937& generator)
      : bench({random_body(generator, "a"), random_body(generator, "b")}) {
    for (std::size_t i = 1; i < bench.bodies.size(); ++i) {
      const int at = bench.motion.slots[i].offset;
      bench.bodies[i]->initial_state(bench.q.data() + at, bench.v.data() + at);
    }
    bench.update();
  }
  // The state q0 moved along u for a time s, without acceleration in u.
  void move(const VectorX& q0, const VectorX& u, double s) {
    bench.q = q0;
    for (int i : {1, 2})
      bench.bodies[i]->move(bench.q.data() + 12 * (i - 1), VectorX(s * u.segment(6 * (i - 1), 6)).data());
    for (int i : {1, 2}) {
      bench.v.segment(12 * (i - 1), 12).setZero();
      BodyMotion there;
      bench.bodies[i]->motion(bench.q.data() + 12 * (i - 1), bench.v.data() + 12 * (i - 1), there);
      bench.bodies[i]->push(there, bench.v.data() + 12 * (i - 1), u.data() + 6 * (i - 1));
    }
    bench.update();
  }
  VectorX rates() const {
    VectorX u(12);
    for (int i : {1, 2})
      bench.bodies[i]->freedom_rates(bench.motion.bodies[i], bench.v.data() + 12 * (i - 1),
                                     u.data() + 6 * (i - 1));
    return u;
  }
  // Generalised forces f as force and moment about the origin, of both bodies together at this motion.
  std::pair<Vector3, Vector3> resultant(const Motion& motion, const VectorX& f) const {
    Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
    for (int i : {1, 2}) {
      const Vector3 F = f.segment<3>(6 * (i - 1));
      const Matrix3 axes = bench.bodies[i]->spin_jacobian(motion.bodies[i]).rightCols<3>();
      force += F;
      moment += motion.bodies[i].p.cross(F) + axes.transpose().inverse() * f.segment<3>(6 * (i - 1) + 3);
    }
    return {force, moment};
  }
  Bench bench;
};

// The middle of two states as energy_momentum takes it, and the change between them: what multiplies forces and
// derivatives of the middle.
struct Middle {
  Middle(const Bench& bench, const Motion& before, const Motion& after, double h)
      : motion(after), change(12) {
    motion.t = 0.5 * (before.t + after.t);
    for (int i : {1, 2}) {
      const BodyMotion &a = before.bodies[i], &b = after.bodies[i];
      BodyMotion& m = motion.bodies[i];
      m.p = 0.5 * (a.p + b.p), m.directors = 0.5 * (a.directors + b.directors);
      m.v = (b.p - a.p) / h, m.director_rates = (b.directors - a.directors) / h;
      const Matrix3 turning = (b.directors - a.directors) * m.directors.inverse();  // a cross product
      const Vector3 turn(turning(2, 1), turning(0, 2), turning(1, 0));
      m.spin = turn / h;
      const Matrix3 axes = bench.bodies[i]->spin_jacobian(m).rightCols<3>();
      change.segment<3>(6 * (i - 1)) = b.p - a.p;
      change.segment<3>(6 * (i - 1) + 3) = axes.inverse() * turn;
    }
  }
  Motion motion;
  VectorX change;
};

}  // namespace perilune::testing
