#include "engine/system/constraint_solver.h"

namespace perilune {
namespace {
// N-four-bar: cuts from 1e-9 to 1e-5 pass the singular position, 1e-12 leaves the branch.
constexpr double relative_cut = 1e-8;
}  // namespace

void ConstraintSolver::resize(int equations, int coordinates) {
  weighted_.setZero(equations, coordinates);
  schur_.setZero(equations, equations);
  if (equations > 0) ldlt_.compute(MatrixX::Identity(equations, equations));  // takes its memory now
}

void ConstraintSolver::factorize(const MatrixX& jacobian, const VectorX& inverse_mass_diagonal) {
  weighted_.noalias() = jacobian * inverse_mass_diagonal.asDiagonal();
  schur_.noalias() = weighted_.lazyProduct(jacobian.transpose());  // lazy: no temporary, no allocation
  ldlt_.compute(schur_);
  const auto pivots = ldlt_.vectorD();
  const double largest = pivots.cwiseAbs().maxCoeff();
  rank_ = static_cast<int>((pivots.array() > relative_cut * largest).count());
  if (!is_redundant()) return;
  orthogonal_.setThreshold(relative_cut);
  orthogonal_.compute(schur_);
  rank_ = static_cast<int>(orthogonal_.rank());
}

void ConstraintSolver::solve(const VectorX& right, VectorX& multipliers) {
  if (is_redundant()) multipliers = orthogonal_.solve(right);
  else {
    multipliers = right;
    ldlt_.solveInPlace(multipliers);
  }
}

}  // namespace perilune
