#include "engine/system/dense_schur.h"

namespace perilune {
namespace {

// LDLᵀ with pivoting; the complete orthogonal decomposition where its pivots fall below the cut.
class DenseSolver final : public ConstraintSolver {
 public:
  explicit DenseSolver(const ConstraintJacobian& jacobian)
      : schur_(jacobian), equations_(jacobian.equations()) {
    ldlt_.compute(MatrixX::Identity(equations_, equations_));  // takes its memory now
  }
  void factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass) override {
    const MatrixX& lower = schur_.assemble(jacobian, inverse_mass);
    ldlt_.compute(lower);
    const auto pivots = ldlt_.vectorD();
    const double largest = pivots.cwiseAbs().maxCoeff();
    rank_ = static_cast<int>((pivots.array() > relative_cut * largest).count());
    is_regular_ = rank_ == equations_;
    if (is_regular_) return;
    least_norm_.compute(lower);
    rank_ = least_norm_.rank();
  }
  void solve(const VectorX& right, VectorX& multipliers) override {
    if (!is_regular_) return least_norm_.solve(right, multipliers);
    multipliers = right;
    ldlt_.solveInPlace(multipliers);
  }
  int rank() const override { return rank_; }

 private:
  DenseSchur schur_;
  Eigen::LDLT<MatrixX> ldlt_;
  LeastNorm least_norm_;
  int equations_, rank_ = 0;
  bool is_regular_ = true;
};

class GeneralizedInverse final : public ConstraintSolver {
 public:
  explicit GeneralizedInverse(const ConstraintJacobian& jacobian) : schur_(jacobian) {}
  void factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass) override {
    least_norm_.compute(schur_.assemble(jacobian, inverse_mass));
  }
  void solve(const VectorX& right, VectorX& multipliers) override { least_norm_.solve(right, multipliers); }
  int rank() const override { return least_norm_.rank(); }

 private:
  DenseSchur schur_;
  LeastNorm least_norm_;
};

}  // namespace

ConstraintSolverPointer make_dense_schur(const ConstraintJacobian& jacobian) {
  return std::make_unique<DenseSolver>(jacobian);
}

ConstraintSolverPointer make_generalized_inverse(const ConstraintJacobian& jacobian) {
  return std::make_unique<GeneralizedInverse>(jacobian);
}

}  // namespace perilune
