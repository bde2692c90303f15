#pragma once

#include "engine/system/constraint_solver.h"
#include "engine/system/schur_complement.h"

namespace perilune {

// S as a full matrix.
class DenseSchur {
 public:
  explicit DenseSchur(const ConstraintJacobian& jacobian)
      : matrix_(MatrixX::Zero(jacobian.equations(), jacobian.equations())) {
    const int m = jacobian.equations();
    entries_.compile(jacobian, [m](int i, int j) { return std::max(i, j) + m * std::min(i, j); });
  }
  // The lower triangle.
  const MatrixX& assemble(const ConstraintJacobian& jacobian, const VectorX& inverse_mass) {
    entries_.assemble(jacobian, inverse_mass, matrix_.data());
    return matrix_;
  }

 private:
  SchurComplement entries_;
  MatrixX matrix_;
};

// S⁺ r of a symmetric matrix given by its lower triangle: the least-norm least-squares solution.
class LeastNorm {
 public:
  void compute(const MatrixX& lower) {
    decomposition_.setThreshold(relative_cut);
    decomposition_.compute(MatrixX(lower.selfadjointView<Eigen::Lower>()));
  }
  int rank() const { return static_cast<int>(decomposition_.rank()); }
  void solve(const VectorX& right, VectorX& solution) const { solution = decomposition_.solve(right); }

 private:
  Eigen::CompleteOrthogonalDecomposition<MatrixX> decomposition_;
};

}  // namespace perilune
