#include <algorithm>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {
namespace {
constexpr double still = 1e-9;      // [m/s] slips below it are zero where modes are chosen
constexpr double rounding = 1e-15;  // [m/s] of a slip that is zero
}  // namespace

bool System::is_within_limits(double share) const {
  const StickSlip& s = stick_slip_;
  for (std::size_t j = 0; j < s.sticking.size(); ++j) {
    const SlipRow& row = s.rows[s.sticking[j]];
    if (!(std::abs(row.force) <= share * row.limit)) return false;
  }
  return true;
}

bool System::sticks_hold(std::vector<SlipChange>* released, double share) {
  if (is_within_limits(share)) return true;
  StickSlip& s = stick_slip_;
  const VectorX limits = share * s.limits;
  const StickSolver::Solution& found = s.solver.solve(s.matrix, s.free, limits);
  bool hold = true;
  for (std::size_t j = 0; j < s.sticking.size(); ++j) {
    if (found.slips[j] == 0) continue;
    hold = false;
    const SlipRow& row = s.rows[s.sticking[j]];
    if (released) released->push_back({row.contact, row.friction, found.slips[j]});
  }
  return hold;
}

void System::share_stick_forces() {
  StickSlip& s = stick_slip_;
  if (!may_stick_ || s.sticking.empty() || is_within_limits(1) || has_plain_friction_) return;
  s.force = s.solver.solve(s.matrix, s.free, s.limits).force;
  for (std::size_t j = 0; j < s.sticking.size(); ++j) {
    SlipRow& row = s.rows[s.sticking[j]];
    row.force = s.force[static_cast<Eigen::Index>(j)];
    if (row.contact >= 0) observed_[row.contact].friction_force = std::abs(row.force);
  }
}

// Δv = −M̂⁻¹ W A⁺ s: what sticks has no slip velocity. The energy this brings in goes to the ledger.
bool System::hold(double t, double* y) {
  if (!may_stick_ || has_plain_friction_) return false;
  return stop_slips(t, y);
}

bool System::stop_slips(double t, double* y) {
  observe_slips(t, y);
  StickSlip& s = stick_slip_;
  if (s.sticking.empty()) return false;
  if (equations_ > 0) {
    evaluate_constraints();
    solver_->factorize(jacobian_, inverse_mass_);
  }
  const bool is_plain = has_plain_friction_;
  has_plain_friction_ = false;
  compile_sticks();
  has_plain_friction_ = is_plain;
  s.free.resize(static_cast<Eigen::Index>(s.sticking.size()));
  for (std::size_t j = 0; j < s.sticking.size(); ++j)
    s.free[static_cast<Eigen::Index>(j)] = s.rows[s.sticking[j]].slip;
  if (s.free.cwiseAbs().maxCoeff() <= rounding) return false;
  s.inverse.compute(s.matrix);
  s.inverse.solve(s.free, s.force);
  const int n = layout_.coordinates;
  Eigen::Map<VectorX> v(y + n, n);
  const double before = 0.5 * v.dot(mass_.cwiseProduct(v));
  v -= s.responses * s.force;
  y[layout_.corrections()] += 0.5 * v.dot(mass_.cwiseProduct(v)) - before;
  return true;
}

// Who could stick: whose slip is zero, or has just come to zero, or falls within the band of its law; what has broken
// away crosses that band with a slip that grows. The flowchart looks for another sign, too.
void System::choose_candidates(const double* acceleration) {
  const Eigen::Map<const VectorX> a(acceleration, layout_.coordinates);
  for (int k = 0; k < stick_slip_.count; ++k) {
    const SlipRow& row = stick_slip_.rows[k];
    int& mode = slip_mode(row);
    const bool flows = row.friction >= 0 && frictions_[row.friction]->by_flowchart;
    const bool grows = mode != 0 && mode * row.along(a) >= 0;
    const double band = grows ? 0 : row.stick_speed * (1 + 1e-9);
    const bool is_still = std::abs(row.slip) <= still + band;
    const bool returned = mode * row.slip < 0;
    mode = is_still || (flows && returned) ? 0 : row.slip > 0 ? 1 : -1;
  }
}

// All frictions' modes anew: those that stick, and that begin to slip, follow from the convex problem. Who begins to
// slip may do so with less than its limit: then the others are asked again, until nobody else begins. What was seen
// just after the instant stands: at the very instant rounding may say otherwise.
void System::settle(Node& node, const std::vector<SlipChange>& seen) {
  const double t = node.t;
  double *y = node.y.data(), *dy = node.dy.data();
  observe_slips(t, y);
  choose_candidates(dy + layout_.coordinates);
  stop_slips(t, y);
  for (const SlipChange& change : seen) {
    int& mode = slip_mode(change);
    const bool exists = change.contact < 0 || modes_[change.contact].closed;
    if (exists && mode == 0) mode = change.slip;
  }
  const auto is_seen = [&](const SlipRow& row) {
    return std::any_of(seen.begin(), seen.end(), [&](const SlipChange& change) {
      return change.contact == row.contact && change.friction == row.friction;
    });
  };
  while (true) {
    derivative(t, y, dy);
    StickSlip& s = stick_slip_;
    if (s.sticking.empty()) break;
    const StickSolver::Solution& found = has_flowchart_ ? s.solver.clamp(s.matrix, s.free, s.limits)
                                                        : s.solver.solve(s.matrix, s.free, s.limits);
    bool released = false;
    for (std::size_t j = 0; j < s.sticking.size(); ++j) {
      const SlipRow& row = s.rows[s.sticking[j]];
      if (found.slips[j] == 0 || is_seen(row)) continue;
      slip_mode(row) = found.slips[j];
      released = true;
    }
    if (!released) break;
  }
}

std::string System::friction_name(const SlipChange& which) const {
  return which.contact >= 0 ? contacts_[which.contact].name : frictions_[which.friction]->name;
}

std::vector<SlipChange> System::slip_modes() {
  std::vector<SlipChange> list;
  for (const int i : active_) {
    if (contacts_[i].may_stick && modes_[i].closed) list.push_back({i, -1, modes_[i].slip});
  }
  for (int k = 0; k < static_cast<int>(frictions_.size()); ++k) list.push_back({-1, k, friction_modes_[k]});
  return list;
}

const SlipRow* System::slip_of(int contact, int friction) const {
  for (int k = 0; k < stick_slip_.count; ++k) {
    const SlipRow& row = stick_slip_.rows[k];
    if (row.contact == contact && row.friction == friction) return &row;
  }
  return nullptr;
}

}  // namespace perilune
