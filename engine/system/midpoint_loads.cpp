#include "engine/system/midpoint_step.h"

#include <algorithm>
#include <cmath>

// What inertia, forces, contacts and joints do over a step.
namespace perilune {

// −M (v₁ − v₀)/h; what acts on directors turns the body by Σ dᵢ × Fᵢ.
void MidpointStep::add_inertia(std::size_t body, VectorX& force) {
  const BodySlot& slot = middle_.slots[body];
  const int size = slot.body->coordinates();
  const Eigen::Map<const VectorX> v0(before_.v + slot.offset, size), v1(after_.v + slot.offset, size);
  double* f = force.data() + slot.column;
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

void MidpointStep::add_force(std::size_t force, VectorX& f) {
  Loads loads(middle_, f.data());
  system_.forces_[force]->add_over(step(), loads);
  if (!system_.layout_.books) return;
  gains_[system_.layout_.work()] += h_ * loads.supplied();
  gains_[system_.layout_.damping()] += h_ * loads.dissipated();
}

// The normal is that of the middle; where it turns, the way of the surfaces along it is not quite the change of the gap,
// and the force is scaled so that its work is.
void MidpointStep::add_contact(int index, VectorX& f) {
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
  const auto block = [&](int body) { return f.data() + middle_.slots[body].column; };
  if (contact.a_moves) contact.a->add_force_at(a, middle.at.point, total, block(contact.index_a));
  if (contact.b_moves) contact.b->add_force_at(b, middle.at.point, -total, block(contact.index_b));
}

// The law's potential lost over the way, and what the law adds to its force at rest for the mean rate.
double MidpointStep::push(const ContactElement& contact, const ContactMode& mode, double gap_before,
                          double gap_after) {
  const double depth = std::max(0.0, -0.5 * (gap_before + gap_after)), change = gap_after - gap_before;
  const double at_rest = law_force(contact, mode.impact_speed, depth, 0, false);
  const double moving = law_force(contact, mode.impact_speed, depth, -change / h_, true);
  const auto potential = [&](double gap) { return gap < 0 ? contact.law->potential(-gap) : 0; };
  const double scale = std::max(std::abs(gap_before), std::abs(gap_after));
  const bool has_quotient = std::abs(change) > 1e-7 * scale;
  const double elastic = has_quotient ? -(potential(gap_after) - potential(gap_before)) / change : at_rest;
  const double dissipative = moving - at_rest;
  const double force = elastic + dissipative;
  return contact.law->may_pull() ? force : std::max(force, 0.0);
}

double MidpointStep::law_force(const ContactElement& contact, double impact_speed, double depth, double rate,
                               bool books) {
  const ContactInput input{depth, rate, impact_speed, middle_.t, start_->y.data() + contact.state_offset};
  state_rates_.assign(static_cast<std::size_t>(contact.law->states()), 0);
  const double force = contact.law->force(input, state_rates_.data());
  for (std::size_t k = 0; books && k < state_rates_.size(); ++k)
    gains_[contact.state_offset + k] += h_ * state_rates_[k];
  return force;
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

void MidpointStep::add_joint(std::size_t joint, const VectorX& lambda, VectorX& f) {
  add_joint_over(step(), joint, lambda, f);
}

// Gradients over the step, equations at the end; equations of velocities hold for the mean velocities.
void MidpointStep::add_joint_over(const StepMotion& step, std::size_t index, const VectorX& lambda,
                                  VectorX& f) {
  const Joint& joint = *system_.joints_[index];
  const auto& rows = gradient_.joints()[index];
  const int first = rows.first, count = rows.equations, number = static_cast<int>(index);
  const auto view = [&](Equations& of, ConstraintJacobian& jacobian) {
    jacobian.clear(number);
    of.rate.segment(first, count).setZero();
    return ConstraintRows{of.error.segment(first, count), of.rate.segment(first, count),
                          of.gamma.segment(first, count), jacobian.rows(number)};
  };
  joint.evaluate_over(step, view(mean_, gradient_), view(end_, at_end_));
  gradient_.add_transposed(rows, lambda, -1, f);
  gains_[system_.layout_.work()] += h_ * lambda.segment(first, count).dot(mean_.rate.segment(first, count));
  errors_.segment(first, count) = end_.error.segment(first, count);
  for (int r = count - joint.velocity_equations(); r < count; ++r) {
    double slip = mean_.rate[first + r];
    const double* row = gradient_.row(rows, r);
    for (const ColumnBlock& block : rows.blocks) {
      for (int i = 0; i < block.size; ++i) slip += row[block.local + i] * mean_rates_[block.first + i];
    }
    errors_[first + r] = h_ * slip;
  }
}

}  // namespace perilune
