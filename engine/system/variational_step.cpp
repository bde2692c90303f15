#include "engine/system/variational_step.h"

#include <algorithm>
#include <cmath>

namespace perilune {

// A planar body's directors: d₀ × Δd = sin Δθ.
void VariationalStep::add_momentum(std::size_t body, double factor, VectorX& f) const {
  const BodySlot& slot = before_.slots[body];
  double* to = f.data() + slot.column;
  const double* rates = means_.data() + system_.positions() + slot.offset;
  if (!slot.body->is_bound()) {
    const BodyMotion& before = before_.bodies[body];
    for (int i = 0; i < slot.body->coordinates(); ++i) {
      double rate = rates[i];
      if (before.in_plane && i == 2) rate = std::sin(2 * std::atan(0.5 * h_ * rate)) / h_;
      to[i] += factor * system_.mass_[slot.offset + i] * rate;
    }
    return;
  }
  const VectorX momentum = masses_[body] * Eigen::Map<const VectorX>(rates, slot.body->coordinates());
  const BodyMotion& at = node().bodies[body];
  Vector3 spin = Vector3::Zero();
  for (int i = 0; i < 3; ++i) {
    to[i] += factor * momentum[i];
    spin += at.directors.col(i).cross(Vector3(momentum.segment<3>(3 + 3 * i)));
  }
  slot.body->add_torque(at, factor * spin, to);
}

// Half the weight acts at either end, of the momentum all: the residual is a force.
void VariationalStep::add_inertia(std::size_t body, VectorX& f) {
  const BodySlot& slot = before_.slots[body];
  const int size = slot.body->freedoms();
  f.segment(slot.column, size) -= 0.5 * system_.weight_.segment(slot.column, size);
  add_momentum(body, -1 / h_, f);
  VectorX rates(size);
  slot.body->freedom_rates(before_.bodies[body], before_.v + slot.offset, rates.data());
  for (int i = 0; i < size; ++i) {
    const bool is_massless = std::find(system_.massless_.begin(), system_.massless_.end(), slot.column + i) !=
                             system_.massless_.end();
    if (!is_massless) f[slot.column + i] += rates[i] / system_.inverse_mass_[slot.column + i] / h_;
  }
}

// At the middle, by its levers there and the directors' own way to the node: a force on X is Xᵢ F on dᵢ.
void VariationalStep::add_force(std::size_t force, VectorX& f) {
  scratch_.setZero(f.size());
  Loads loads(node(), scratch_.data());
  system_.forces_[force]->add(middle_, loads);
  f += 0.5 * scratch_;
}

void VariationalStep::add_joint(std::size_t joint, const VectorX& lambda, VectorX& f) {
  const StepMotion step{before_, before_, after_, h_};
  add_joint_over(step, joint, lambda, f);
}

void VariationalStep::add_contact(int index, VectorX& f) {
  const ContactElement& contact = system_.contacts_[index];
  const ContactMode& mode = system_.modes_[index];
  const BodyMotion &a = middle_.bodies[contact.index_a], &b = middle_.bodies[contact.index_b];
  const ContactGeometry middle = contact.measure(a, b, mode.side);
  if (!(middle.penetration() > 0)) return;
  const double force = law_force(contact, mode.impact_speed, middle.penetration(), -middle.gap_rate, true);
  Vector3 push = force * middle.at.normal;
  if (contact.friction) push += friction(contact, middle, force);
  const auto act = [&](int body, const BodyMotion& at, const Vector3& half) {
    const Body& on = *system_.bodies_[body];
    double* to = f.data() + before_.slots[body].column;
    on.add_force(node().bodies[body], Vector3::Zero(), half, to);
    on.add_torque(node().bodies[body], (middle.at.point - at.p).cross(half), to);
  };
  if (contact.a_moves) act(contact.index_a, a, 0.5 * push);
  if (contact.b_moves) act(contact.index_b, b, -0.5 * push);
}

void VariationalStep::end(const VectorX& unknowns, Node& after) {
  MidpointStep::end(unknowns, after);
  is_at_end_ = true;
  VectorX momentum = 0.5 * h_ * system_.weight_, push = VectorX::Zero(changes());
  for (std::size_t i = 0; i < system_.forces_.size(); ++i) add_force(i, push);
  for (const int i : system_.active_) {
    if (system_.modes_[i].closed || system_.modes_[i].armed) add_contact(i, push);
  }
  momentum += h_ * push;
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) add_momentum(i, 1, momentum);
  is_at_end_ = false;
  momentum = momentum.cwiseProduct(system_.inverse_mass_);
  double* v = after.y.data() + system_.positions();
  std::fill_n(v, system_.positions(), 0.0);
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const BodySlot& slot = after_.slots[i];
    slot.body->push(after_.bodies[i], v + slot.offset, momentum.data() + slot.column);
  }
}

}  // namespace perilune
