#include "engine/system/stick_solver.h"

#include <algorithm>
#include <cmath>

namespace perilune {
namespace {
constexpr double slack = 1e-12;  // of a limit: rounding of what reaches it
constexpr int most_chances = 3;
}  // namespace

void StickSolver::start(const MatrixX& matrix, const VectorX& free, const VectorX& limits) {
  matrix_ = &matrix, free_ = &free, limits_ = &limits;
  solution_.force.setZero(free.size());
  solution_.rounds = 0, solution_.is_descended = false;
  places_.resize(free.size());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const bool holds = limits[i] > 0;
    places_[i] = holds ? Place::inside : free[i] > 0 ? Place::low : Place::high;
  }
}

// Rounding of the terms that slip acceleration i is the sum of.
double StickSolver::tolerance(int i) const {
  const double terms = matrix_->col(i).cwiseAbs().dot(solution_.force.cwiseAbs()) + std::abs((*free_)[i]);
  return 1e-11 * terms;
}

void StickSolver::gather(const std::vector<int>& rows) {
  const auto count = static_cast<Eigen::Index>(rows.size());
  part_.resize(count, count), right_.resize(count);
  for (Eigen::Index j = 0; j < count; ++j) {
    right_[j] = -solution_.acceleration[rows[j]];
    for (Eigen::Index i = j; i < count; ++i) part_(i, j) = (*matrix_)(rows[i], rows[j]);
  }
  inverse_.compute(part_);
  inverse_.solve(right_, step_);
  ++solution_.rounds;
}

void StickSolver::solve_inside() {
  VectorX& force = solution_.force;
  inside_.clear();
  for (int i = 0; i < force.size(); ++i) {
    if (places_[i] == Place::inside) inside_.push_back(i);
    force[i] = places_[i] == Place::inside ? 0 : places_[i] == Place::low ? -(*limits_)[i] : (*limits_)[i];
  }
  solution_.acceleration = *matrix_ * force + *free_;
  if (inside_.empty()) return;
  gather(inside_);
  for (std::size_t k = 0; k < inside_.size(); ++k) force[inside_[k]] = step_[static_cast<Eigen::Index>(k)];
  solution_.acceleration = *matrix_ * force + *free_;
}

// Everybody in the wrong place goes to another one. Returns how many did.
int StickSolver::exchange(bool may_free) {
  int wrong = 0;
  for (int i = 0; i < solution_.force.size(); ++i) {
    const double limit = (*limits_)[i], force = solution_.force[i], a = solution_.acceleration[i];
    Place next = places_[i];
    if (next == Place::inside) {
      if (std::abs(force) > limit * (1 + slack)) next = force > 0 ? Place::high : Place::low;
    } else if (may_free) {
      const bool against = next == Place::high ? a > tolerance(i) : a < -tolerance(i);
      if (against) next = limit > 0 ? Place::inside : next == Place::high ? Place::low : Place::high;
    }
    if (next != places_[i]) ++wrong, places_[i] = next;
  }
  return wrong;
}

bool StickSolver::exchange_all() {
  int least = static_cast<int>(places_.size()) + 1, chances = most_chances;
  while (true) {
    solve_inside();
    const int wrong = exchange(true);
    if (wrong == 0) return true;
    if (wrong < least) least = wrong, chances = most_chances;
    else if (--chances < 0) return false;
  }
}

// Moves those inside to the lowest value, until one after the other is stopped by its limit.
void StickSolver::minimise_face() {
  VectorX& force = solution_.force;
  while (true) {
    inside_.clear();
    for (int i = 0; i < force.size(); ++i) {
      if (places_[i] == Place::inside) inside_.push_back(i);
    }
    solution_.acceleration = *matrix_ * force + *free_;
    if (inside_.empty()) return;
    gather(inside_);
    double part = 1;
    int stopped = -1;
    for (std::size_t k = 0; k < inside_.size(); ++k) {
      const int i = inside_[k];
      const double step = step_[static_cast<Eigen::Index>(k)], limit = (*limits_)[i];
      const double room = step > 0 ? limit - force[i] : limit + force[i];
      if (std::abs(step) * part <= room) continue;
      part = std::max(0.0, room / std::abs(step)), stopped = i;
    }
    for (std::size_t k = 0; k < inside_.size(); ++k)
      force[inside_[k]] += part * step_[static_cast<Eigen::Index>(k)];
    if (stopped < 0) break;
    const bool is_high = force[stopped] > 0;
    places_[stopped] = is_high ? Place::high : Place::low;
    force[stopped] = is_high ? (*limits_)[stopped] : -(*limits_)[stopped];
  }
  solution_.acceleration = *matrix_ * force + *free_;
}

int StickSolver::most_wrong() const {
  int worst = -1;
  double most = 0;
  for (int i = 0; i < solution_.force.size(); ++i) {
    if (places_[i] == Place::inside || !((*limits_)[i] > 0)) continue;
    const double a = solution_.acceleration[i], against = places_[i] == Place::high ? a : -a;
    if (against > tolerance(i) && against > most) worst = i, most = against;
  }
  return worst;
}

void StickSolver::descend() {
  solution_.is_descended = true;
  for (int i = 0; i < solution_.force.size(); ++i) {
    const double limit = (*limits_)[i];
    solution_.force[i] = std::clamp(solution_.force[i], -limit, limit);
    const bool is_inside = std::abs(solution_.force[i]) < limit;
    places_[i] = is_inside ? Place::inside : solution_.force[i] > 0 ? Place::high : Place::low;
  }
  minimise_face();
  // Every face is lower than the one before, so none comes twice, but for rounding: then the last one is as good as any.
  const int most_faces = 100 * (1 + static_cast<int>(places_.size()));
  int i = most_wrong();
  for (int face = 0; i >= 0 && face < most_faces; ++face, i = most_wrong()) {
    places_[i] = Place::inside;
    minimise_face();
  }
}

void StickSolver::conclude() {
  const int count = static_cast<int>(solution_.force.size());
  solution_.slips.assign(count, 0);
  // In tolerances; once one slips, smaller ones are no rounding, either: together they leave, or none does.
  double most = 0;
  for (int i = 0; i < count; ++i) {
    if (places_[i] != Place::inside)
      most = std::max(most, std::abs(solution_.acceleration[i]) / tolerance(i));
  }
  if (!(most > 10)) return;
  for (int i = 0; i < count; ++i) {
    const double a = solution_.acceleration[i];
    if (places_[i] != Place::inside && std::abs(a) > tolerance(i)) solution_.slips[i] = a > 0 ? 1 : -1;
  }
}

// Redundant frictions that stick share their load with least norm: clamped are only those that would exceed their
// limits in that, one round after the other. Where clamping leaves a remainder, the forces found before stay.
void StickSolver::spread() {
  const int count = static_cast<int>(solution_.force.size());
  std::vector<int> stick;
  for (int i = 0; i < count; ++i) {
    if (solution_.slips[i] == 0 && (*limits_)[i] > 0) stick.push_back(i);
  }
  if (stick.empty()) return;
  const Solution found = solution_;
  for (const int i : stick) places_[i] = Place::inside;
  for (std::size_t round = 0; round <= stick.size(); ++round) {
    solve_inside();
    if (exchange(false) == 0) break;
  }
  const bool same = (solution_.acceleration - found.acceleration).cwiseAbs().maxCoeff() <=
                    1e-9 * (1e-300 + free_->cwiseAbs().maxCoeff());
  if (!same) solution_ = found;
}

const StickSolver::Solution& StickSolver::solve(const MatrixX& matrix, const VectorX& free,
                                                const VectorX& limits) {
  start(matrix, free, limits);
  if (!exchange_all()) descend();
  conclude();
  if (inverse_.rank() < static_cast<int>(inside_.size()) || solution_.is_descended) spread();
  return solution_;
}

const StickSolver::Solution& StickSolver::clamp(const MatrixX& matrix, const VectorX& free,
                                                const VectorX& limits) {
  start(matrix, free, limits);
  do solve_inside();
  while (exchange(false) > 0);
  // Who is clamped slips against its friction.
  solution_.slips.assign(places_.size(), 0);
  for (std::size_t i = 0; i < places_.size(); ++i)
    solution_.slips[i] = places_[i] == Place::inside ? 0 : places_[i] == Place::low ? 1 : -1;
  return solution_;
}

}  // namespace perilune
