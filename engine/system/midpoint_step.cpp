#include "engine/system/midpoint_step.h"

#include <algorithm>
#include <cmath>

namespace perilune {

PositionLevel* System::position_level() {
  if (!position_level_) position_level_ = std::make_unique<MidpointStep>(*this);
  return position_level_.get();
}

MidpointStep::MidpointStep(System& system)
    : system_(system), masses_(system.bodies_.size()), force_(VectorX::Zero(system.freedoms())) {
  const std::size_t both = 2 * static_cast<std::size_t>(system.positions());
  ends_.resize(both), means_.resize(both);
  gains_.resize(static_cast<std::size_t>(system.size()));
  for (Motion* motion : {&before_, &middle_, &after_}) *motion = system.motion_;
  for (const int i : system.bound_) {
    const int size = system.bodies_[i]->coordinates();
    masses_[i].setZero(size, size);
    system.bodies_[i]->mass_matrix(masses_[i]);
  }
}

void MidpointStep::begin(const Node& before, double h) {
  start_ = &before, h_ = h;
  const int n = system_.positions();
  before_.t = before.t, before_.q = before.y.data(), before_.v = before.y.data() + n;
  middle_.t = before.t + h / 2;
  middle_.q = means_.data(), middle_.v = means_.data() + n;
  after_.t = before.t + h, after_.q = ends_.data(), after_.v = ends_.data() + n;
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const int at = before_.slots[i].offset;
    system_.bodies_[i]->motion(before_.q + at, before_.v + at, before_.bodies[i]);
  }
}

void MidpointStep::predict(VectorX& unknowns) {
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const BodySlot& slot = before_.slots[i];
    slot.body->freedom_rates(before_.bodies[i], before_.v + slot.offset, unknowns.data() + slot.column);
  }
  unknowns.head(changes()) *= h_;
}

// 2 M/h² of the average body: multipliers are measured by it, or matrices would become singular as h^−4.
double MidpointStep::force_scale() const {
  double sum = 0;
  int count = 0;
  for (const double inverse : system_.inverse_mass_) {
    if (inverse > 0) sum += 1 / inverse, ++count;
  }
  return count > 0 ? 2 * sum / (count * h_ * h_) : 1;
}

// The mean of two rotations shrinks with the angle between them, and is no frame any more at half a turn.
bool MidpointStep::admissible() const {
  return std::all_of(middle_.bodies.begin(), middle_.bodies.end(), [](const BodyMotion& body) {
    return !body.turns || body.directors.colwise().squaredNorm().minCoeff() > 0.5;
  });
}

void MidpointStep::place(const VectorX& unknowns) {
  const int n = system_.positions();
  std::copy_n(before_.q, n, ends_.begin());
  system_.move(ends_.data(), unknowns.head(changes()));
  for (int i = 0; i < n; ++i) means_[i] = 0.5 * (before_.q[i] + ends_[i]);
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i)
    place_middle(i, unknowns.data() + before_.slots[i].column);
  for (int i = 0; i < n; ++i) ends_[n + i] = 2 * means_[n + i] - before_.v[i];
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const int at = before_.slots[i].offset;
    system_.bodies_[i]->motion(after_.q + at, after_.v + at, after_.bodies[i]);
  }
}

// Mean positions and directors, and the rates that take the body through the step: Δdᵢ/h = ω × dᵢ with the mean dᵢ and
// ω = 2 tan(|θ|/2)/|θ| θ/h. From the changes themselves: differences of the ends would lose digits in a short step.
void MidpointStep::place_middle(std::size_t body, const double* change) {
  const BodySlot& slot = middle_.slots[body];
  const BodyMotion& before = before_.bodies[body];
  BodyMotion& middle = middle_.bodies[body];
  double* rates = means_.data() + system_.positions() + slot.offset;
  for (int i = 0; i < std::min(slot.body->freedoms(), 3); ++i) rates[i] = change[i] / h_;
  if (before.in_plane) rates[2] = 2 * std::tan(0.5 * change[2]) / h_;
  slot.body->motion(means_.data() + slot.offset, rates, middle);
  if (before.in_plane) place_mean_of_angles(body, change[2]);
  if (!slot.body->is_bound()) return;
  const PointJacobian turning = slot.body->spin_jacobian(before);
  const Vector3 turn = turning * Eigen::Map<const VectorX>(change, slot.body->freedoms());
  const double angle = turn.norm();
  middle.spin = turn * ((angle > 1e-8 ? 2 * std::tan(0.5 * angle) / angle : 1) / h_);
  for (int i = 0; i < 3; ++i) {
    const Vector3 rate = middle.spin.cross(Vector3(middle.directors.col(i)));
    middle.director_rates.col(i) = rate;
    Eigen::Map<Vector3>(rates + 3 + 3 * i) = rate;
  }
}

// A planar body at the mean angle has the mean directors but for their length.
void MidpointStep::place_mean_of_angles(std::size_t body, double turn) {
  BodyMotion& middle = middle_.bodies[body];
  middle.directors.topLeftCorner<2, 2>() *= std::cos(0.5 * turn);
  middle.director_rates.topLeftCorner<2, 2>() *= std::cos(0.5 * turn);
}

void MidpointStep::residual(const VectorX& unknowns, VectorX& residual) {
  place(unknowns);
  force_ = system_.weight_;
  std::fill(gains_.begin(), gains_.end(), 0.0);
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) add_inertia(i);
  add_forces();
  add_contacts();
  residual.resize(changes() + multipliers());
  if (multipliers() > 0) constrain(unknowns, residual);
  residual.head(changes()) = -force_;
}

// −M (v₁ − v₀)/h; what acts on directors turns the body by Σ dᵢ × Fᵢ.
void MidpointStep::add_inertia(std::size_t body) {
  const BodySlot& slot = middle_.slots[body];
  const int size = slot.body->coordinates();
  const Eigen::Map<const VectorX> v0(before_.v + slot.offset, size), v1(after_.v + slot.offset, size);
  double* f = force_.data() + slot.column;
  if (!slot.body->is_bound()) {
    for (int i = 0; i < size; ++i) f[i] -= system_.mass_[slot.offset + i] * (v1[i] - v0[i]) / h_;
    return;
  }
  const VectorX inertia = masses_[body] * (v1 - v0) / h_;
  Vector3 moment = Vector3::Zero();
  for (int i = 0; i < 3; ++i) {
    f[i] -= inertia[i];
    moment -= middle_.bodies[body].directors.col(i).cross(Vector3(inertia.segment<3>(3 + 3 * i)));
  }
  slot.body->add_torque(middle_.bodies[body], moment, f);
}

void MidpointStep::add_forces() {
  Loads loads(middle_, force_.data());
  const StepMotion step{before_, middle_, after_, h_};
  for (const ForcePointer& force : system_.forces_) force->add_over(step, loads);
  if (!system_.layout_.books) return;
  gains_[system_.layout_.work()] += h_ * loads.supplied();
  gains_[system_.layout_.damping()] += h_ * loads.dissipated();
}

void MidpointStep::add_contacts() {
  for (const int i : system_.active_) {
    if (system_.modes_[i].closed || system_.modes_[i].armed) add_contact(i);
  }
}

// The normal is that of the middle; where it turns, the way of the surfaces along it is not quite the change of the gap,
// and the force is scaled so that its work is.
void MidpointStep::add_contact(int index) {
  const ContactElement& contact = system_.contacts_[index];
  const ContactMode& mode = system_.modes_[index];
  const auto gap = [&](const Motion& motion) {
    return contact.gap(motion.bodies[contact.index_a], motion.bodies[contact.index_b], mode.side);
  };
  const double before = gap(before_), after = gap(after_);
  if (!(before < 0) && !(after < 0)) return;
  const BodyMotion &a = middle_.bodies[contact.index_a], &b = middle_.bodies[contact.index_b];
  const ContactGeometry middle = contact.measure(a, b, mode.side);
  const double force = push(contact, mode, before, after);
  ++system_.law_evaluations_;
  const double way = h_ * middle.gap_rate, change = after - before;
  const double factor = std::abs(way) > 1e-3 * std::abs(change) ? std::clamp(change / way, 0.5, 2.0) : 1;
  gains_[contact.ledger_offset] -= force * factor * way;
  Vector3 total = factor * force * middle.at.normal;
  if (contact.friction) total += friction(contact, middle, force);
  const auto block = [&](int body) { return force_.data() + middle_.slots[body].column; };
  if (contact.a_moves) contact.a->add_force_at(a, middle.at.point, total, block(contact.index_a));
  if (contact.b_moves) contact.b->add_force_at(b, middle.at.point, -total, block(contact.index_b));
}

// The law's potential lost over the way, and what the law adds to its force at rest for the mean rate.
double MidpointStep::push(const ContactElement& contact, const ContactMode& mode, double gap_before,
                          double gap_after) {
  const double depth = std::max(0.0, -0.5 * (gap_before + gap_after)), change = gap_after - gap_before;
  ContactInput input{depth, 0, mode.impact_speed, middle_.t, start_->y.data() + contact.state_offset};
  state_rates_.assign(static_cast<std::size_t>(contact.law->states()), 0);
  const double at_rest = contact.law->force(input, state_rates_.data());
  input.penetration_rate = -change / h_;
  const double moving = contact.law->force(input, state_rates_.data());
  for (std::size_t k = 0; k < state_rates_.size(); ++k)
    gains_[contact.state_offset + k] += h_ * state_rates_[k];
  const auto potential = [&](double gap) { return gap < 0 ? contact.law->potential(-gap) : 0; };
  const double scale = std::max(std::abs(gap_before), std::abs(gap_after));
  const bool has_quotient = std::abs(change) > 1e-7 * scale;
  const double elastic = has_quotient ? -(potential(gap_after) - potential(gap_before)) / change : at_rest;
  const double dissipative = moving - at_rest;
  const double force = elastic + dissipative;
  return contact.law->may_pull() ? force : std::max(force, 0.0);
}

Vector3 MidpointStep::friction(const ContactElement& contact, const ContactGeometry& middle,
                               double normal_force) {
  const Vector3 slip = middle.slip();
  const double speed = slip.norm();
  if (!(speed > 0) || !(normal_force > 0)) return Vector3::Zero();
  const double force = contact.friction->force({speed, normal_force, middle_.t});
  gains_[contact.ledger_offset + 1] += h_ * force * speed;
  return -force / speed * slip;
}

// Gradients at the middle, equations at the end; equations of velocities hold for the mean velocities.
void MidpointStep::constrain(const VectorX& unknowns, VectorX& residual) {
  const int m = changes();
  ConstraintJacobian& jacobian = system_.jacobian_;
  const auto evaluate = [&](const Motion& motion) {
    jacobian.set_zero(), system_.rate_.setZero(), system_.gamma_.setZero();
    for (std::size_t j = 0; j < system_.joints_.size(); ++j) {
      const int first = system_.first_equation_[j], count = system_.joints_[j]->equations();
      system_.joints_[j]->evaluate(
          motion, {system_.constraint_.segment(first, count), system_.rate_.segment(first, count),
                   system_.gamma_.segment(first, count), jacobian.rows(static_cast<int>(j))});
    }
  };
  evaluate(middle_);
  const VectorX lambda = unknowns.tail(multipliers());
  jacobian.add_transposed(lambda, -1, force_);
  gains_[system_.layout_.work()] += h_ * lambda.dot(system_.rate_);
  VectorX slide = VectorX::Zero(multipliers());
  if (system_.binds_velocities_) {
    jacobian.multiply(middle_.v, slide);  // only planar models have such equations: u = v
    slide = h_ * (slide + system_.rate_);
  }
  evaluate(after_);
  residual.tail(multipliers()) = system_.constraint_;
  for (std::size_t j = 0; system_.binds_velocities_ && j < system_.joints_.size(); ++j) {
    const int count = system_.joints_[j]->velocity_equations();
    const int first = system_.first_equation_[j] + system_.joints_[j]->equations() - count;
    residual.segment(m + first, count) = slide.segment(first, count);
  }
}

void MidpointStep::end(const VectorX& unknowns, Node& after) {
  VectorX last;
  residual(unknowns, last);
  std::copy(ends_.begin(), ends_.end(), after.y.begin());
  for (std::size_t i = ends_.size(); i < after.y.size(); ++i) after.y[i] = start_->y[i] + gains_[i];
}

}  // namespace perilune
