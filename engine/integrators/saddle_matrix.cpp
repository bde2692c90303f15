#include "engine/integrators/saddle_matrix.h"

namespace perilune {

void SaddleMatrix::evaluate(Problem& problem, ConstrainedProblem* constrained, const Node& at,
                            const VectorX& lambda) {
  is_valid = is_factorized_ = false;
  positions_ = problem.positions();
  if (jacobian_.prepare(problem)) is_new_coupling_ = true;
  if (constrained) constrained->differentiate_with(at, lambda.data(), jacobian_, of_constraints_, reaction_);
  else problem.differentiate(at, jacobian_);
  is_valid = true;
}

// NewtonMatrix has μ I − ∂G/∂x − ∂G/∂q/μ: N is that over μ = 1/g, with ∂G/∂q times b μ².
bool SaddleMatrix::factorize(double b, double g) {
  if (is_factorized_ && b == b_ && g == g_) return is_regular_;
  b_ = b, g_ = g, is_factorized_ = true;
  scaled_ = jacobian_;
  for (double& value : scaled_.by_position) value *= b / (g * g);
  is_regular_ = newton_.factorize(scaled_, 1 / g, is_new_coupling_);
  is_new_coupling_ = !is_regular_;
  if (!is_regular_ || of_constraints_.rows() == 0) return is_regular_;
  const Eigen::Index n = of_constraints_.cols(), columns = jacobian_.coupling.columns();
  of_multipliers_.resize(columns, of_constraints_.rows());
  VectorX column(columns);
  for (Eigen::Index i = 0; i < of_constraints_.rows(); ++i) {
    column.setZero();
    column.head(n) = reaction_.col(i);
    apply(column);
    of_multipliers_.col(i) = column;
  }
  const MatrixX schur = of_constraints_ * of_multipliers_.topRows(n);
  constexpr double relative_cut = 1e-8;  // as for the multipliers of accelerations
  schur_.setThreshold(relative_cut);
  schur_.compute(schur);
  return is_regular_ = schur.allFinite();
}

void SaddleMatrix::apply(VectorX& r) {
  const Eigen::Index columns = r.size();
  full_.setZero(positions_ + columns);
  full_.tail(columns) = r / g_;
  newton_.solve(scaled_, full_);
  r = full_.tail(columns);
}

void SaddleMatrix::solve(const VectorX& r, const VectorX& s, VectorX& change,
                         VectorX& change_of_multipliers) {
  change = r;
  apply(change);
  if (s.size() == 0) return;
  change_of_multipliers = schur_.solve(of_constraints_ * change.head(of_constraints_.cols()) - s);
  change.noalias() -= of_multipliers_ * change_of_multipliers;
}

}  // namespace perilune
