#include <algorithm>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {
namespace {
constexpr double touching = 1e-12;  // of the model's length: what a landing may be off
}

void System::update_motion(double t, const double* y) {
  const double* v = y + layout_.coordinates;
  motion_.t = t, motion_.q = y, motion_.v = v;
  const BodySlot* slots = motion_.slots.data();
  BodyMotion* bodies = motion_.bodies.data();
  for (std::size_t i = 1, count = motion_.slots.size(); i < count; ++i) {  // the ground stays
    const int offset = slots[i].offset;
    slots[i].body->motion(y + offset, v + offset, bodies[i]);
  }
}

// Force elements; their power goes to the ledger.
void System::add_forces(double* dy) {
  Loads loads(motion_, force_.data());
  for (const ForcePointer& force : forces_) force->add(motion_, loads);
  if (!layout_.books) return;
  dy[layout_.work()] = loads.supplied();
  dy[layout_.damping()] = loads.dissipated();
}

// Closed contacts push, at the touch itself, too: some laws begin with a jump, and what the first stage sees is the
// force just after. An open one exerts no force, wherever the stages of the trial lead, unless it is armed.
// Without a call of its own: 2 % of the time of one ball.
[[gnu::always_inline]] inline void System::add_contacts(double t, const double* y, double* dy) {
  const auto block = [&](int body) { return force_.data() + motion_.slots[body].column; };
  for (const int i : active_) {
    const ContactElement& contact = contacts_[i];
    const ContactMode& mode = modes_[i];
    ContactObservation& seen = observed_[i];
    seen.force = seen.friction_force = 0;
    if (!mode.closed && !mode.armed) continue;
    const BodyMotion &a = motion_.bodies[contact.index_a], &b = motion_.bodies[contact.index_b];
    contact.measure(a, b, mode.side, seen.geometry);
    const double penetration = seen.geometry.penetration(), rate = -seen.geometry.gap_rate;
    const bool pushes = penetration > (mode.closed ? -touching * length_ : 0);
    if (!pushes && (!mode.closed || !contact.has_states)) continue;
    const ContactInput input{std::max(penetration, 0.0), rate, mode.impact_speed, t,
                             y + contact.state_offset};
    const double force =
        contact.law->force(input, mode.closed ? dy + contact.state_offset : idle_rates_.data());
    ++law_evaluations_;
    if (!pushes) continue;
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

void System::derivative(double t, const double* y, double* dy) {
  begin_derivative(t, y, dy);
  if (is_free_) divide_by_mass(force_, dy + layout_.coordinates);
  else solve_accelerations(y, dy);
}

void System::derivative_with(double t, const double* y, const double* lambda, double* dy, double* phi) {
  begin_derivative(t, y, dy);
  const int n = layout_.coordinates;
  if (equations_ > 0) {
    const Eigen::Map<const VectorX> given(lambda, equations_);
    evaluate_constraints();
    jacobian_.add_transposed(given, -1, force_);
    dy[layout_.work()] += given.dot(rate_);
    std::copy_n(constraint_.data(), equations_, phi);
  }
  for (int i = 0; i < n; ++i) dy[n + i] = inverse_mass_[i] * force_[i];
}

// All but the accelerations.
void System::begin_derivative(double t, const double* y, double* dy) {
  const int n = layout_.coordinates;
  ++evaluations_;
  evaluated_t_ = t, evaluated_y_ = y;
  update_motion(t, y);
  for (int i = 0; i < n; ++i) dy[i] = motion_.v[i];
  // Loops by hand here and in divide_by_mass(): Eigen looks at alignments, which costs more than a small model's sums.
  for (int i = 0; i < layout_.freedoms; ++i) force_[i] = weight_[i];
  for (const int i : bound_)
    bodies_[i]->add_inertial_forces(motion_.bodies[i], force_.data() + motion_.slots[i].column);
  for (int i = layout_.state_offset(), end = size(); i < end; ++i) dy[i] = 0;
  if (layout_.books || !forces_.empty()) add_forces(dy);
  add_contacts(t, y, dy);
  if (may_stick_) add_slip_forces(t, dy);
}

void System::evaluate_constraints() {
  jacobian_.set_zero(), rate_.setZero(), gamma_.setZero();
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const int first = first_equation_[i], count = joints_[i]->equations();
    joints_[i]->evaluate(motion_, {constraint_.segment(first, count), rate_.segment(first, count),
                                   gamma_.segment(first, count), jacobian_.rows(static_cast<int>(i))});
  }
}

// u̇ = M⁻¹ (f − Φ_qᵀ λ),  S λ = Φ_q M⁻¹ f − γ,  S = Φ_q M⁻¹ Φ_qᵀ   (Nikravesh 1988, ch. 3), M and Φ_q in u.
// Baumgarte (1972) replaces γ by γ − 2α Φ̇ − β² Φ.
void System::solve_accelerations(const double* y, double* dy) {
  const int n = layout_.coordinates, m = layout_.freedoms;
  double* u_rates = bound_.empty() ? dy + n : u_rates_.data();
  if (equations_ > 0) {
    evaluate_constraints();
    solver_->factorize(jacobian_, inverse_mass_);
  }
  if (has_loaded_friction_) {
    if (!find_loads(motion_.t, y, u_rates)) std::fill(u_rates, u_rates + m, std::nan(""));
    for (int k = 0; k < stick_slip_.count; ++k) {
      const SlipRow& row = stick_slip_.rows[k];
      if (is_loaded(row)) dy[loss_of(row)] -= row.force * row.slip;
    }
  } else {
    if (may_stick_ && !stick_slip_.sticking.empty()) add_stick_forces(y);
    constrain(y, u_rates);
  }
  // Reactions do work only through moving constraints: −λ·Φ_q v = λ·Φ_t when Φ̇ = 0.
  if (equations_ > 0) dy[layout_.work()] += multipliers_.dot(rate_);
  if (!bound_.empty()) accelerate(u_rates, dy + n);
}

void System::divide_by_mass(const VectorX& force, double* u_rates) const {
  for (int i = 0; i < layout_.freedoms; ++i) u_rates[i] = inverse_mass_[i] * force[i];
}

// Under the forces that there are, with constraints evaluated and factorised.
void System::constrain(const double* y, double* u_rates) {
  divide_by_mass(force_, u_rates);
  if (equations_ == 0) return;
  jacobian_.multiply(u_rates, right_);
  right_ -= gamma_;
  if (options_.alpha > 0 || options_.beta > 0) {
    jacobian_.multiply(rates_of(y), drift_);
    right_ += 2 * options_.alpha * (drift_ + rate_) + options_.beta * options_.beta * constraint_;
  }
  solver_->solve(right_, multipliers_);
  change_ = force_;
  jacobian_.add_transposed(multipliers_, -1, change_);
  divide_by_mass(change_, u_rates);
  if (!massless_.empty()) relieve_massless(u_rates);
}

// The stand-ins have the inertia σ and are pushed by σ z more than they should: z is their acceleration when that is taken
// back, z = u̇ + B z, B what a force σ does to the others. Where nothing holds a rod it keeps its spin: the least z.
void System::relieve_massless(double* u_rates) {
  const auto count = static_cast<Eigen::Index>(massless_.size());
  const VectorX force = force_;
  MatrixX moved(layout_.freedoms, count), forces(equations_, count), gain = MatrixX::Identity(count, count);
  VectorX lambda(equations_), own(count);
  for (Eigen::Index c = 0; c < count; ++c) {
    const int column = massless_[c];
    const VectorX unit = VectorX::Unit(layout_.freedoms, column);
    jacobian_.multiply(unit.data(), right_);
    solver_->solve(right_, lambda);
    force_ = unit / inverse_mass_[column];
    jacobian_.add_transposed(lambda, -1, force_);
    moved.col(c) = inverse_mass_.cwiseProduct(force_), forces.col(c) = lambda;
    own[c] = u_rates[column];
    for (Eigen::Index r = 0; r < count; ++r) gain(r, c) -= moved(massless_[r], c);
  }
  Eigen::CompleteOrthogonalDecomposition<MatrixX> decomposition;
  decomposition.setThreshold(relative_cut);
  const VectorX z = decomposition.compute(gain).solve(own);
  Eigen::Map<VectorX>(u_rates, layout_.freedoms) += moved * z;
  multipliers_ += forces * z;
  force_ = force;
}

const double* System::rates_of(const double* y) {
  const double* v = y + layout_.coordinates;
  if (bound_.empty()) return v;
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const BodySlot& slot = motion_.slots[i];
    slot.body->freedom_rates(motion_.bodies[i], v + slot.offset, u_.data() + slot.column);
  }
  return u_.data();
}

void System::accelerate(const double* u_rates, double* a) const {
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const BodySlot& slot = motion_.slots[i];
    slot.body->accelerate(motion_.bodies[i], u_rates + slot.column, a + slot.offset);
  }
}

void System::move(double* q, const VectorX& change) const {
  for (const BodySlot& slot : motion_.slots) slot.body->move(q + slot.offset, change.data() + slot.column);
}

void System::push(double* v, const VectorX& change) const {
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const BodySlot& slot = motion_.slots[i];
    slot.body->push(motion_.bodies[i], v + slot.offset, change.data() + slot.column);
  }
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
