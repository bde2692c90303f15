#include "engine/system/midpoint_step.h"

#include <algorithm>
#include <cmath>

namespace perilune {

MidpointStep::MidpointStep(System& system)
    : system_(system),
      masses_(system.bodies_.size()),
      force_(VectorX::Zero(system.freedoms())),
      errors_(VectorX::Zero(system.equations())),
      gradient_(system.jacobian_),
      at_end_(system.jacobian_),
      mean_rates_(VectorX::Zero(system.freedoms())) {
  const std::size_t both = 2 * static_cast<std::size_t>(system.positions());
  ends_.resize(both), means_.resize(both);
  gains_.resize(static_cast<std::size_t>(system.size()));
  for (Motion* motion : {&before_, &middle_, &after_}) *motion = system.motion_;
  for (const int i : system.bound_) {
    const int size = system.bodies_[i]->coordinates();
    masses_[i].setZero(size, size);
    system.bodies_[i]->mass_matrix(masses_[i]);
  }
  for (Equations* equations : {&mean_, &end_}) {
    for (VectorX* x : {&equations->error, &equations->rate, &equations->gamma})
      x->setZero(system.equations());
  }
  list_neighbours();
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

// h v + h²/2 a: one power of h nearer than velocities alone.
void MidpointStep::predict(VectorX& unknowns) {
  VectorX rates(changes());
  const double* accelerations = start_->dy.data() + system_.positions();
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const BodySlot& slot = before_.slots[i];
    double *u = unknowns.data() + slot.column, *a = rates.data() + slot.column;
    slot.body->freedom_rates(before_.bodies[i], before_.v + slot.offset, u);
    slot.body->freedom_rates(before_.bodies[i], accelerations + slot.offset, a);
  }
  unknowns.head(changes()) = h_ * unknowns.head(changes()) + 0.5 * h_ * h_ * rates;
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

void MidpointStep::residual(const VectorX& unknowns, VectorX& residual) {
  place(unknowns);
  gather(unknowns.tail(multipliers()));
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) add_inertia(i, force_);
  residual.resize(changes() + multipliers());
  residual << -force_, errors_;
}

void MidpointStep::gather(const VectorX& lambda) {
  force_ = system_.weight_;
  std::fill(gains_.begin(), gains_.end(), 0.0);
  for (std::size_t i = 0; i < system_.forces_.size(); ++i) add_force(i, force_);
  for (const int i : system_.active_) {
    if (system_.modes_[i].closed || system_.modes_[i].armed) add_contact(i, force_);
  }
  for (std::size_t j = 0; j < system_.joints_.size(); ++j) add_joint(j, lambda, force_);
}

void MidpointStep::end(const VectorX& unknowns, Node& after) {
  VectorX last;
  residual(unknowns, last);
  std::copy(ends_.begin(), ends_.end(), after.y.begin());
  for (std::size_t i = ends_.size(); i < after.y.size(); ++i) after.y[i] = start_->y[i] + gains_[i];
}

}  // namespace perilune
