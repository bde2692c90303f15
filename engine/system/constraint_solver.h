#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace perilune {

// Solves with S = Φ_q M⁻¹ Φ_qᵀ, dense. Regular S by LDLᵀ; where the pivots fall below the relative cut the
// constraints are redundant (or the position singular) and the complete orthogonal decomposition gives the
// multipliers of least norm.
class ConstraintSolver {
 public:
  // inverse_mass: M⁻¹ (n × n block diagonal, given as a dense matrix or as its diagonal).
  void resize(int equations, int coordinates);
  void factorize(const MatrixX& jacobian, const VectorX& inverse_mass_diagonal);
  void solve(const VectorX& right, VectorX& multipliers);
  int rank() const { return rank_; }
  bool is_redundant() const { return rank_ < static_cast<int>(schur_.rows()); }

 private:
  MatrixX weighted_;  // Φ_q M⁻¹
  MatrixX schur_;
  Eigen::LDLT<MatrixX> ldlt_;
  Eigen::CompleteOrthogonalDecomposition<MatrixX> orthogonal_;
  int rank_ = 0;
};

}  // namespace perilune
