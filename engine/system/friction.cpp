#include <algorithm>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {

// |F| of the joint's reaction now.
double System::load_of(int friction) const {
  const int j = loading_[friction];
  const double* lambda = multipliers_.data() + first_equation_[j];
  return std::hypot(joints_[j]->channel(0, motion_, lambda), joints_[j]->channel(1, motion_, lambda));
}

// Who slips pushes with its kinetic friction; what that dissipates goes to the ledger.
void System::add_slip_forces(double t, double* dy) {
  list_slips(t);
  for (int k = 0; k < stick_slip_.count; ++k) {
    SlipRow& row = stick_slip_.rows[k];
    if (is_loaded(row)) continue;  // find_loads()
    row.force = -slip_mode(row) * row.kinetic;
    row.add_to(force_, row.force);
    dy[loss_of(row)] -= row.force * row.slip;
    if (row.contact >= 0) observed_[row.contact].friction_force = std::abs(row.force);
  }
}

int System::loss_of(const SlipRow& row) const {
  return row.contact >= 0 ? contacts_[row.contact].ledger_offset + 1
                          : layout_.first_friction() + row.friction;
}

// x becomes M̂⁻¹ x: M⁻¹ (x − Φ_qᵀ S⁻¹ Φ_q M⁻¹ x). With constraints factorised.
void System::respond(Eigen::Ref<VectorX> x) {
  x = inverse_mass_.cwiseProduct(x);
  if (equations_ == 0) return;
  jacobian_.multiply(x.data(), right_);
  solver_->solve(right_, drift_);
  x += toward(drift_);
}

// A = Wᵀ M̂⁻¹ W of those that stick.
void System::compile_sticks() {
  StickSlip& s = stick_slip_;
  const auto count = static_cast<Eigen::Index>(s.sticking.size());
  s.responses.resize(layout_.freedoms, count), s.matrix.resize(count, count);
  for (Eigen::Index j = 0; j < count; ++j) {
    auto column = s.responses.col(j);
    column.setZero();
    s.rows[s.sticking[j]].add_to(column, 1);
    if (!has_plain_friction_) respond(column);
    for (Eigen::Index i = 0; i <= j; ++i)
      s.matrix(i, j) = s.matrix(j, i) = s.rows[s.sticking[i]].along(column);
  }
}

// Who sticks pushes so that its slip stays: T = −A⁺ (Wᵀ q̈ + bias), q̈ without it (Oprea 2013, eq. 10), whether or not that
// is below the limit: a trial goes on as it began. Or by his eq. 17, T = −W⁺ f.
void System::add_stick_forces(const double* y) {
  StickSlip& s = stick_slip_;
  s.acceleration.resize(layout_.freedoms);
  if (has_plain_friction_) s.acceleration = force_;
  else constrain(y, s.acceleration.data());
  compile_sticks();
  const auto count = static_cast<Eigen::Index>(s.sticking.size());
  s.free.resize(count), s.limits.resize(count);
  for (Eigen::Index j = 0; j < count; ++j) {
    const SlipRow& row = s.rows[s.sticking[j]];
    s.free[j] = row.along(s.acceleration) + (has_plain_friction_ ? 0 : row.bias);
    s.limits[j] = row.limit;
  }
  s.inverse.compute(s.matrix);
  s.inverse.solve(-s.free, s.force);
  push_sticks(1);
}

void System::push_sticks(double sign) {
  for (std::size_t j = 0; j < stick_slip_.sticking.size(); ++j) {
    SlipRow& row = stick_slip_.rows[stick_slip_.sticking[j]];
    row.force = stick_slip_.force[static_cast<Eigen::Index>(j)];
    row.add_to(force_, sign * row.force);
    if (row.contact >= 0) observed_[row.contact].friction_force = std::abs(row.force);
  }
}

// Friction in joints presses as the reaction does, which friction changes: |F| = |F₀ − B T(|F|)|, iterated from T = 0. That
// converges where the coefficients times B are less than one; the solution is unique then. Beyond it there may be none, or
// several (Painlevé 1895): nobody is chosen.
bool System::find_loads(double t, const double* y, double* acceleration) {
  const VectorX without = force_;
  VectorX loads = VectorX::Zero(static_cast<Eigen::Index>(frictions_.size())), next = loads;
  inconsistent_.clear();
  for (int round = 0; round < 300; ++round) {
    force_ = without;
    for (int k = 0; k < stick_slip_.count; ++k) {
      SlipRow& row = stick_slip_.rows[k];
      if (!is_loaded(row)) continue;
      set_load(row, t, loads[row.friction]);
      row.add_to(force_, row.force);
    }
    if (!stick_slip_.sticking.empty()) add_stick_forces(y);
    constrain(y, acceleration);
    double change = 0, largest = 0;
    int worst = 0;
    for (int k = 0; k < loads.size(); ++k) {
      next[k] = loading_[k] >= 0 ? load_of(k) : 0;
      largest = std::max(largest, next[k]);
      if (std::abs(next[k] - loads[k]) > change) change = std::abs(next[k] - loads[k]), worst = k;
    }
    if (!(change > 1e-13 * largest)) {
      inconsistent_.clear();
      return true;
    }
    loads = next;
    inconsistent_ = frictions_[worst]->name;
    if (!std::isfinite(largest)) break;
  }
  return false;
}

std::string System::inconsistent_friction(double t, const double* y) {
  if (!has_loaded_friction_) return "";
  std::vector<double> dy(size());
  derivative(t, y, dy.data());
  return inconsistent_;
}

}  // namespace perilune
