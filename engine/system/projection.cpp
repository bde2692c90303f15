#include <cmath>

#include "engine/system/system.h"

namespace perilune {

double System::constraint_error(double t, const double* y) {
  if (equations_ == 0) return 0;
  update_motion(t, y);
  evaluate_constraints();
  return constraint_.cwiseAbs().maxCoeff();
}

std::vector<double> System::constraint_errors(double t, const double* y) {
  constraint_error(t, y);
  return {constraint_.data(), constraint_.data() + equations_};
}

std::vector<double> System::velocity_errors(double t, const double* y) {
  constraint_error(t, y);
  jacobian_.multiply(rates_of(y), drift_);
  drift_ += rate_;
  return {drift_.data(), drift_.data() + equations_};
}

int System::rank_of_constraints(double t, const double* y) {
  if (equations_ == 0) return 0;
  constraint_error(t, y);
  solver_->factorize(jacobian_, inverse_mass_);
  return solver_->rank();
}

MatrixX System::weighted_jacobian(double t, const double* y) {
  constraint_error(t, y);
  return jacobian_.dense() * inverse_mass_.cwiseSqrt().asDiagonal();
}

double System::project(double t, double* y) {
  if (!projects()) return 0;
  const int n = layout_.coordinates;
  const VectorX start = Eigen::Map<const VectorX>(y, n);
  // Thousands of bodies, and nothing but their directors to be straightened: all that changes is their kinetic energy.
  if (!projects_onto_joints() && forces_.empty()) {
    double gained = 0;
    for (const int i : bound_) {
      double *q = y + motion_.slots[i].offset, *v = q + n;
      gained -= bodies_[i]->kinetic_energy(v);
      bodies_[i]->straighten(q, v);
      gained += bodies_[i]->kinetic_energy(v);
    }
    y[layout_.corrections()] += gained;
    return (Eigen::Map<const VectorX>(y, n) - start).cwiseAbs().maxCoeff();
  }
  const double before = energies_but_stored(t, y).total();
  for (const int i : bound_)
    bodies_[i]->straighten(y + motion_.slots[i].offset, y + n + motion_.slots[i].offset);
  if (projects_onto_joints()) {
    correct_positions(t, y);
    correct_velocities(t, y);
  }
  y[layout_.corrections()] += energies_but_stored(t, y).total() - before;
  return (Eigen::Map<const VectorX>(y, n) - start).cwiseAbs().maxCoeff();
}

// −M⁻¹ Φ_qᵀ λ.
const VectorX& System::toward(const VectorX& lambda) {
  change_.setZero();
  jacobian_.add_transposed(lambda, -1, change_);
  change_ = inverse_mass_.cwiseProduct(change_);
  return change_;
}

// Δu with Φ_q Δx = error in the dependent coordinates alone, those of the pivots of Φ_q; the others stay.
VectorX System::partitioned(const VectorX& error) const {
  Eigen::ColPivHouseholderQR<MatrixX> pivots;
  pivots.setThreshold(relative_cut);
  return pivots.compute(jacobian_.dense()).solve(error);
}

// Gauss-Newton with least mass-weighted change: Δq = −M⁻¹ Φ_qᵀ S⁺ Φ.
bool System::correct_positions(double t, double* y) {
  const double small = 1e-13 * length_;
  for (int iteration = 0; iteration < 10; ++iteration) {
    if (constraint_error(t, y) <= small) return true;
    if (partitions()) {
      move(y, -partitioned(constraint_));
      continue;
    }
    solver_->factorize(jacobian_, inverse_mass_);
    solver_->solve(constraint_, right_);
    move(y, toward(right_));
  }
  return constraint_error(t, y) <= 1e3 * small;
}

// Newton steps, halved until |Φ| falls.
bool System::assemble(double t, double* y) {
  if (equations_ == 0) return true;
  const int n = layout_.coordinates;
  Eigen::Map<VectorX> q(y, n);
  double error = constraint_error(t, y);
  for (int iteration = 0; iteration < 200 && error > 1e-13 * length_; ++iteration) {
    forget_velocity_equations();
    solver_->factorize(jacobian_, inverse_mass_);
    solver_->solve(constraint_, right_);
    const VectorX before = q;
    const double size = constraint_.norm();
    const VectorX step = toward(right_);
    double part = 1;
    do {
      q = before;
      move(y, part * step);
      error = constraint_error(t, y);
      part /= 2;
    } while (!(constraint_.norm() < size) && part > 1e-6);
    if (part <= 1e-6) break;
  }
  error = constraint_error(t, y);
  correct_velocities(t, y);
  return error <= 1e-10 * length_;
}

// Where a mechanism is put together, what may not slip may be put elsewhere. A projection, on the contrary, moves along
// what is admissible: it corrects a step.
void System::forget_velocity_equations() {
  for (std::size_t j = 0; binds_velocities_ && j < joints_.size(); ++j) {
    for (int i = 1; i <= joints_[j]->velocity_equations(); ++i)
      jacobian_.clear_row(static_cast<int>(j), joints_[j]->equations() - i);
  }
}

// With what constraint_error() left behind. Equations of velocities need not be linear in them: Newton's method.
void System::correct_velocities(double t, double* y) {
  double drift = velocity_step(y);
  for (int iteration = 0; binds_velocities_ && drift > 0 && iteration < 20; ++iteration) {
    constraint_error(t, y);
    const double before = drift;
    drift = velocity_step(y);
    if (!(drift < 0.5 * before)) break;
  }
}

// Δv = −M⁻¹ Φ_qᵀ S⁺ (Φ_q v + Φ_t). Returns the largest |Φ_q v + Φ_t|.
double System::velocity_step(double* y) {
  const int n = layout_.coordinates;
  jacobian_.multiply(rates_of(y), right_);
  right_ += rate_;
  const double drift = right_.cwiseAbs().maxCoeff();
  if (partitions()) {
    push(y + n, -partitioned(right_));
    return drift;
  }
  solver_->factorize(jacobian_, inverse_mass_);
  solver_->solve(right_, multipliers_);
  push(y + n, toward(multipliers_));
  return drift;
}

}  // namespace perilune
