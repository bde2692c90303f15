#include <algorithm>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {

void System::update_motion(double t, const double* y) {
  motion_.t = t, motion_.q = y, motion_.v = y + layout_.coordinates;
  for (std::size_t i = 1; i < bodies_.size(); ++i) {  // the ground stays
    const int offset = motion_.slots[i].offset;
    bodies_[i]->motion(motion_.q + offset, motion_.v + offset, motion_.bodies[i]);
  }
}

void System::derivative(double t, const double* y, double* dy) {
  const int n = layout_.coordinates;
  ++evaluations_;
  evaluated_t_ = t, evaluated_y_ = y;
  update_motion(t, y);
  for (int i = 0; i < n; ++i) dy[i] = motion_.v[i], force_[i] = weight_[i];
  for (int i = layout_.state_offset(), end = size(); i < end; ++i) dy[i] = 0;
  if (layout_.books || !forces_.empty()) add_forces(dy);
  add_contacts(t, y, dy);
  if (may_stick_) add_slip_forces(t, dy);
  solve_accelerations(y, dy);
}

// Force elements; their power goes to the ledger.
void System::add_forces(double* dy) {
  Loads loads(motion_, force_.data());
  for (const ForcePointer& force : forces_) force->add(motion_, loads);
  if (!layout_.books) return;
  dy[layout_.work()] = loads.supplied();
  dy[layout_.damping()] = loads.dissipated();
}

// Closed contacts push. An open one exerts no force, wherever the stages of the trial lead, unless it is armed.
void System::add_contacts(double t, const double* y, double* dy) {
  const auto block = [&](int body) { return force_.data() + motion_.slots[body].offset; };
  for (const int i : active_) {
    const ContactElement& contact = contacts_[i];
    const ContactMode& mode = modes_[i];
    ContactObservation& seen = observed_[i];
    seen.force = seen.friction_force = 0;
    if (!mode.closed && !mode.armed) continue;
    const BodyMotion &a = motion_.bodies[contact.index_a], &b = motion_.bodies[contact.index_b];
    contact.measure(a, b, mode.side, seen.geometry);
    const double penetration = seen.geometry.penetration(), rate = -seen.geometry.gap_rate;
    if (!(penetration > 0) && (!mode.closed || !contact.has_states)) continue;
    const ContactInput input{std::max(penetration, 0.0), rate, mode.impact_speed, t,
                             y + contact.state_offset};
    const double force =
        contact.law->force(input, mode.closed ? dy + contact.state_offset : idle_rates_.data());
    ++law_evaluations_;
    if (!(penetration > 0)) continue;
    seen.force = force;
    Vector3 push = force * seen.geometry.at.normal;
    dy[contact.ledger_offset] += force * rate;
    if (contact.friction && !contact.may_stick) push += add_friction(contact, seen, t, y, dy);
    const Vector3& point = seen.geometry.at.point;
    if (contact.a_moves) contact.a->add_force_at(a, point, push, block(contact.index_a));
    if (contact.b_moves) contact.b->add_force_at(b, point, -push, block(contact.index_b));
  }
}

// The friction force on body a, against its slip [N].
Vector3 System::add_friction(const ContactElement& contact, ContactObservation& seen, double t,
                             const double* y, double* dy) {
  if (contact.friction_states > 0) return add_bristles(contact, seen, t, y, dy);
  const Vector3 slip = seen.geometry.slip();
  const double speed = slip.norm();
  if (!(speed > 0) || !(seen.force > 0)) return Vector3::Zero();
  seen.friction_force = contact.friction->force({speed, seen.force, t});
  dy[contact.ledger_offset + 1] += seen.friction_force * speed;
  return -seen.friction_force / speed * slip;
}

// Of a law with states, which also pushes where nothing slips. What bristles store counts as dissipated until they give it
// back.
Vector3 System::add_bristles(const ContactElement& contact, ContactObservation& seen, double t,
                             const double* y, double* dy) {
  const Vector3 tangent = seen.geometry.tangent();
  const double slip = tangent.dot(seen.geometry.velocity);
  const int offset = contact.state_offset + contact.law->states();
  const FrictionInput input{std::abs(slip), std::max(0.0, seen.force), t, slip, y + offset};
  const double force = contact.friction->signed_force(input, dy + offset);
  seen.friction_force = std::abs(force);
  dy[contact.ledger_offset + 1] += force * slip;
  return -force * tangent;
}

void System::evaluate_constraints() {
  jacobian_.set_zero(), rate_.setZero(), gamma_.setZero();
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const int first = first_equation_[i], count = joints_[i]->equations();
    joints_[i]->evaluate(motion_, {constraint_.segment(first, count), rate_.segment(first, count),
                                   gamma_.segment(first, count), jacobian_.rows(static_cast<int>(i))});
  }
}

// q̈ = M⁻¹ (f − Φ_qᵀ λ),  S λ = Φ_q M⁻¹ f − γ,  S = Φ_q M⁻¹ Φ_qᵀ   (Nikravesh 1988, ch. 3).
// Baumgarte (1972) replaces γ by γ − 2α Φ̇ − β² Φ.
void System::solve_accelerations(const double* y, double* dy) {
  const int n = layout_.coordinates;
  if (equations_ > 0) {
    evaluate_constraints();
    solver_->factorize(jacobian_, inverse_mass_);
  }
  if (has_loaded_friction_) {
    if (!find_loads(motion_.t, y, dy + n)) std::fill(dy + n, dy + 2 * n, std::nan(""));
    for (int k = 0; k < stick_slip_.count; ++k) {
      const SlipRow& row = stick_slip_.rows[k];
      if (is_loaded(row)) dy[loss_of(row)] -= row.force * row.slip;
    }
  } else {
    if (may_stick_ && !stick_slip_.sticking.empty()) add_stick_forces(y);
    accelerate(y, dy + n);
  }
  // Reactions do work only through moving constraints: −λ·Φ_q v = λ·Φ_t when Φ̇ = 0.
  if (equations_ > 0) dy[layout_.work()] += multipliers_.dot(rate_);
}

// Under the forces that there are, with constraints evaluated and factorised.
void System::accelerate(const double* y, double* to) {
  const int n = layout_.coordinates;
  Eigen::Map<VectorX> acceleration(to, n);
  acceleration = inverse_mass_.cwiseProduct(force_);
  if (equations_ == 0) return;
  jacobian_.multiply(to, right_);
  right_ -= gamma_;
  if (options_.alpha > 0 || options_.beta > 0) {
    jacobian_.multiply(y + n, drift_);
    right_ += 2 * options_.alpha * (drift_ + rate_) + options_.beta * options_.beta * constraint_;
  }
  solver_->solve(right_, multipliers_);
  change_ = force_;
  jacobian_.add_transposed(multipliers_, -1, change_);
  acceleration = inverse_mass_.cwiseProduct(change_);
}

// The motion of one body alone, kept apart from that of the system.
const BodyMotion& System::probe(const Body& body, const double* q, const double* v) const {
  BodyMotion& motion = probes_[body.index];
  if (body.coordinates() > 0) body.motion(q, v, motion);
  return motion;
}

namespace {
constexpr double at_rest[12] = {};
}

Proximity System::closest(int contact, const double* qa, const double* qb) const {
  const ContactElement& element = contacts_[contact];
  return element.pair->closest(probe(*element.a, qa, at_rest), probe(*element.b, qb, at_rest), 0);
}

Vector3 System::reference_point(const Body& body, const double* q) const {
  return probe(body, q + offset(body), at_rest).p;
}

ContactGeometry System::measure(int contact, const double* qa, const double* va, const double* qb,
                                const double* vb, int side) const {
  const ContactElement& element = contacts_[contact];
  return element.measure(probe(*element.a, qa, va), probe(*element.b, qb, vb), side);
}

}  // namespace perilune
