#include "engine/system/sparse_schur.h"

#include <limits>

namespace perilune {

SparseSchur::SparseSchur(const ConstraintJacobian& jacobian) {
  reorder(jacobian);
  const int m = jacobian.equations();
  std::vector<Eigen::Triplet<double>> triplets;
  for (const auto& [i, j] : SchurComplement::pattern(jacobian)) {
    triplets.emplace_back(std::min(place_[i], place_[j]), std::max(place_[i], place_[j]), i == j ? 1 : 0);
  }
  matrix_.resize(m, m);
  matrix_.setFromTriplets(triplets.begin(), triplets.end());
  entries_.compile(jacobian, [&](int i, int j) {
    const auto [row, column] = std::minmax(place_[i], place_[j]);
    return static_cast<int>(&matrix_.coeffRef(row, column) - matrix_.valuePtr());
  });
  for (int k = 0; k < m; ++k)
    diagonal_.push_back(static_cast<int>(&matrix_.coeffRef(k, k) - matrix_.valuePtr()));
  ldlt_.analyzePattern(matrix_);
  ldlt_.factorize(matrix_);
  reordered_.setZero(m), product_.setZero(m);
}

void SparseSchur::reorder(const ConstraintJacobian& jacobian) {
  const int m = jacobian.equations();
  std::vector<Eigen::Triplet<double>> triplets;
  for (const auto& [i, j] : SchurComplement::pattern(jacobian)) {
    triplets.emplace_back(i, j, 1);
    if (i != j) triplets.emplace_back(j, i, 1);
  }
  Matrix full(m, m);
  full.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic> order;
  Eigen::AMDOrdering<int>()(full, order);
  place_.resize(m);
  for (int k = 0; k < m; ++k) place_[order.indices()[k]] = k;
}

void SparseSchur::factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass, double shift) {
  entries_.assemble(jacobian, inverse_mass, matrix_.valuePtr());
  if (shift > 0) {
    for (const int at : diagonal_) matrix_.valuePtr()[at] += shift;
  }
  ldlt_.factorize(matrix_);
}

void SparseSchur::solve(const VectorX& right, VectorX& solution) {
  for (int i = 0; i < right.size(); ++i) reordered_[place_[i]] = right[i];
  ldlt_.matrixL().solveInPlace(reordered_);
  reordered_ = reordered_.cwiseQuotient(pivots());
  ldlt_.matrixU().solveInPlace(reordered_);
  for (int i = 0; i < right.size(); ++i) solution[i] = reordered_[place_[i]];
}

void SparseSchur::multiply(const VectorX& x, VectorX& product) {
  for (int i = 0; i < x.size(); ++i) reordered_[place_[i]] = x[i];
  product_.noalias() = matrix_.selfadjointView<Eigen::Upper>() * reordered_;
  for (int i = 0; i < x.size(); ++i) product[i] = product_[place_[i]];
}

namespace {

// Solves S λ = r by λ ← λ + (S + ε)⁻¹ (r − S λ): the method of multipliers (Bayo, García de Jalón & Serna, "A modified
// Lagrangian formulation", Comp. Meth. Appl. Mech. Eng. 71 (1988) 183–195) with penalty 1/ε, on the multipliers. What
// constraints demand twice never enters λ, so that it becomes the solution of least norm.
class PenaltySolver final : public ConstraintSolver {
 public:
  PenaltySolver(const ConstraintJacobian& jacobian, double penalty)
      : schur_(jacobian), penalty_(penalty), residual_(jacobian.equations()), change_(jacobian.equations()) {}

  void factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass) override {
    schur_.factorize(jacobian, inverse_mass, 0);
    shift_ = schur_.largest_entry() / penalty_;
    schur_.factorize(jacobian, inverse_mass, shift_);
    rank_ = static_cast<int>(
        (schur_.pivots().array() > 2 * shift_ + relative_cut * schur_.largest_entry()).count());
  }
  void solve(const VectorX& right, VectorX& multipliers) override {
    schur_.solve(right, change_);
    multipliers = change_;
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      schur_.multiply(multipliers, residual_);
      residual_ = right - residual_ + shift_ * multipliers;
      schur_.solve(residual_, change_);
      const double size = change_.lpNorm<Eigen::Infinity>();
      if (!(size < before)) return;  // rounding is reached
      multipliers += change_, before = size;
      if (size <= 1e-14 * multipliers.lpNorm<Eigen::Infinity>()) return;
    }
  }
  int rank() const override { return rank_; }

 private:
  static constexpr int most_iterations = 20;
  SparseSchur schur_;
  double penalty_, shift_ = 0;
  VectorX residual_, change_;
  int rank_ = 0;
};

// LDLᵀ without pivoting. Where its pivots fall below the cut: the complete orthogonal decomposition while it can be
// afforded, else the method of multipliers.
class SparseSolver final : public ConstraintSolver {
 public:
  explicit SparseSolver(const ConstraintJacobian& jacobian)
      : schur_(jacobian), equations_(jacobian.equations()) {}

  void factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass) override {
    schur_.factorize(jacobian, inverse_mass, 0);
    const double cut = relative_cut * schur_.pivots().cwiseAbs().maxCoeff();
    is_regular_ = schur_.pivots().minCoeff() > cut;
    if (is_regular_) return;
    if (!fallback_) {
      fallback_ = equations_ <= most_dense ? make_generalized_inverse(jacobian) : make_penalty(jacobian, 1e8);
    }
    fallback_->factorize(jacobian, inverse_mass);
  }
  void solve(const VectorX& right, VectorX& multipliers) override {
    if (is_regular_) schur_.solve(right, multipliers);
    else fallback_->solve(right, multipliers);
  }
  int rank() const override { return is_regular_ ? equations_ : fallback_->rank(); }

 private:
  static constexpr int most_dense = 100;  // equations
  SparseSchur schur_;
  ConstraintSolverPointer fallback_;
  int equations_;
  bool is_regular_ = true;
};

}  // namespace

ConstraintSolverPointer make_sparse_schur(const ConstraintJacobian& jacobian) {
  return std::make_unique<SparseSolver>(jacobian);
}

ConstraintSolverPointer make_penalty(const ConstraintJacobian& jacobian, double penalty) {
  return std::make_unique<PenaltySolver>(jacobian, penalty);
}

}  // namespace perilune
