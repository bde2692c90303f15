#include "engine/forces/spring.h"

namespace perilune {

void Spring::check() const { check_ends(between, "a spring"); }

bool Spring::measure_on(const JetPlaces& places, Jet* length) const {
  *length = length_on(between, places);
  return true;
}

bool Spring::push_at(const Measures& at, Push& push) const {
  push.force[0] = -stiffness * (at.place[0] - rest_) - damping * at.rate[0];
  push.by_place(0, 0) = -stiffness, push.by_rate(0, 0) = -damping;
  return true;
}

void Spring::place(const Motion& start) {
  rest_ = free_length.value_or(is_scalar(between) ? 0 : line_between(between, start).length);
}

void Spring::add(const Motion& motion, Loads& loads) const {
  const PointLine l = line_between(between, motion);
  const Vector3 pull = force(l) * l.direction;
  loads.add_force(between[0], pull);
  loads.add_force(between[1], -pull);
  loads.dissipate(damping * l.rate * l.rate);
}

// −(V(l₁) − V(l₀))/(l₁² − l₀²) 2r = −k (l̄ − l₀)/l̄ r at the middle, l̄ the mean length: exact for r·r, which is quadratic in
// the positions; a straight line for scalar coordinates (Gonzalez 1996).
void Spring::add_over(const StepMotion& step, Loads& loads) const {
  const double before = line_between(between, step.before).length,
               after = line_between(between, step.after).length;
  const double mean = 0.5 * (before + after), rate = (after - before) / step.h;
  if (!is_scalar(between) && !(mean > 0)) return;
  const double force = stiffness * (mean - rest_) + damping * rate;
  const Vector3 r = step.middle.position(between[1]) - step.middle.position(between[0]);
  const Vector3 pull = is_scalar(between) ? Vector3(force * Vector3::UnitX()) : Vector3(force / mean * r);
  loads.add_force(between[0], pull);
  loads.add_force(between[1], -pull);
  loads.dissipate(damping * rate * rate);
}

double Spring::potential(const Motion& motion) const {
  const double stretch = line_between(between, motion).length - rest_;
  return 0.5 * stiffness * stretch * stretch;
}

std::vector<ChannelInfo> Spring::channels() const { return {{"length", "m"}, {"force", "N"}}; }

double Spring::channel(int index, const Motion& motion) const {
  const PointLine l = line_between(between, motion);
  return index == 0 ? l.length : force(l);
}

}  // namespace perilune
