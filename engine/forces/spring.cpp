#include "engine/forces/spring.h"

#include "engine/model/error.h"

namespace perilune {

void Spring::check() const {
  for (int i = 0; i < 2; ++i) {
    const Body& one = *between[i].body;
    const Body& other = *between[1 - i].body;
    const bool fits = other.is_scalar() || other.coordinates() == 0;
    if (!one.is_scalar() || fits) continue;
    throw InputError("", "", "'" + one.name + "' is a scalar coordinate, '" + other.name + "' is not",
                     "join two scalar coordinates, a scalar coordinate and the ground, or two points");
  }
  if (between[0].body == between[1].body) {
    throw InputError("", "", "both ends belong to '" + between[0].body->name + "'",
                     "a spring joins two bodies");
  }
}

Spring::Line Spring::line(const Motion& motion) const {
  const Vector3 r = motion.position(between[1]) - motion.position(between[0]);
  const Vector3 rate = motion.velocity(between[1]) - motion.velocity(between[0]);
  if (is_scalar()) return {r[0], rate[0], Vector3::UnitX()};
  const double length = r.norm();
  if (!(length > 0)) return {0, 0, Vector3::Zero()};
  const Vector3 direction = r / length;
  return {length, direction.dot(rate), direction};
}

Jet Spring::length_on(const JetPlaces& places) const {
  const JetVector r = places.point(between[1]) - places.point(between[0]);
  if (is_scalar()) return r[0];
  const Jet square = dot(r, r);
  return square.value() > 0 ? sqrt(square) : Jet(0);
}

void Spring::place(const Motion& start) {
  rest_ = free_length.value_or(is_scalar() ? 0 : line(start).length);
}

void Spring::add(const Motion& motion, Loads& loads) const {
  const Line l = line(motion);
  const Vector3 pull = force(l) * l.direction;
  loads.add_force(between[0], pull);
  loads.add_force(between[1], -pull);
  loads.dissipate(damping * l.rate * l.rate);
}

// −(V(l₁) − V(l₀))/(l₁² − l₀²) 2r = −k (l̄ − l₀)/l̄ r at the middle, l̄ the mean length: exact for r·r, which is quadratic in
// the positions; a straight line for scalar coordinates (Gonzalez 1996).
void Spring::add_over(const StepMotion& step, Loads& loads) const {
  const double before = line(step.before).length, after = line(step.after).length;
  const double mean = 0.5 * (before + after), rate = (after - before) / step.h;
  if (!is_scalar() && !(mean > 0)) return;
  const double force = stiffness * (mean - rest_) + damping * rate;
  const Vector3 r = step.middle.position(between[1]) - step.middle.position(between[0]);
  const Vector3 pull = is_scalar() ? Vector3(force * Vector3::UnitX()) : Vector3(force / mean * r);
  loads.add_force(between[0], pull);
  loads.add_force(between[1], -pull);
  loads.dissipate(damping * rate * rate);
}

double Spring::potential(const Motion& motion) const {
  const double stretch = line(motion).length - rest_;
  return 0.5 * stiffness * stretch * stretch;
}

std::vector<ChannelInfo> Spring::channels() const { return {{"length", "m"}, {"force", "N"}}; }

double Spring::channel(int index, const Motion& motion) const {
  const Line l = line(motion);
  return index == 0 ? l.length : force(l);
}

}  // namespace perilune
