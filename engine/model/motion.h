#pragma once

#include <vector>

#include "engine/model/body.h"

namespace perilune {

// Where a body's numbers lie in the system's flat arrays; a body without coordinates has none.
struct BodySlot {
  const Body* body = nullptr;
  int offset = 0;  // of its block in q and v
  int column = 0;  // of its block in u, in f and in Φ_q
};

// The state of all bodies at one instant, as elements see it.
class Motion {
 public:
  double t = 0;
  const double* q = nullptr;
  const double* v = nullptr;
  std::vector<BodySlot> slots;     // by Body::index
  std::vector<BodyMotion> bodies;  // by Body::index

  const BodyMotion& of(const Body& body) const { return bodies[body.index]; }
  const double* positions(const Body& body) const { return q + slots[body.index].offset; }
  const double* velocities(const Body& body) const { return v + slots[body.index].offset; }
  Vector3 position(const Point& x) const { return of(*x.body).position(x.local); }
  Vector3 velocity(const Point& x) const { return of(*x.body).velocity(x.local); }
  int column(const Body& body) const { return slots[body.index].column; }
};

// A step as methods see it that conserve energy: its ends and its middle, where positions and directors are the means of
// those at the ends and velocities are what was covered over h [s].
struct StepMotion {
  const Motion &before, &middle, &after;
  double h = 0;
};

// Where elements put their forces, and the power that the energy ledger integrates.
class Loads {
 public:
  Loads(const Motion& motion, double* f) : motion_(motion), f_(f) {}

  void add_force(const Body& body, const Vector3& local, const Vector3& force) {
    body.add_force(motion_.of(body), local, force, f_ + motion_.column(body));
  }
  void add_force(const Point& x, const Vector3& force) { add_force(*x.body, x.local, force); }
  // On the material point that is at x now.
  void add_force_at(const Body& body, const Vector3& x, const Vector3& force) {
    body.add_force_at(motion_.of(body), x, force, f_ + motion_.column(body));
  }
  void add_torque(const Body& body, const Vector3& torque) {
    body.add_torque(motion_.of(body), torque, f_ + motion_.column(body));
  }
  void supply(double power) { supplied_ += power; }       // [W] brought in from outside: work of loads
  void dissipate(double power) { dissipated_ += power; }  // [W] ≥ 0 lost to dampers
  double supplied() const { return supplied_; }
  double dissipated() const { return dissipated_; }

 private:
  const Motion& motion_;
  double* f_;
  double supplied_ = 0, dissipated_ = 0;
};

}  // namespace perilune
