#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace perilune {

// A⁺ b of a symmetric positive semidefinite matrix, the least-squares solution of least norm. Cholesky's method with
// diagonal pivoting, which stops where the rank is reached (Higham 2002, Accuracy and Stability, 2nd ed., ch. 10.3):
//     A = L Lᵀ,  L m × r,   A⁺ = L (LᵀL)⁻² Lᵀ.
// m r² operations; a repeated factorization of the same size takes no memory.
class Semidefinite {
 public:
  // Pivots below `cut` of the largest diagonal are zero.
  explicit Semidefinite(double cut = 1e-11) : cut_(cut) {}
  void compute(const MatrixX& matrix);  // the lower triangle is read
  int rank() const { return rank_; }
  void solve(const VectorX& right, VectorX& solution);

 private:
  double cut_;
  int size_ = 0, rank_ = 0;
  MatrixX factor_;          // L, rows in the order of pivots
  std::vector<int> order_;  // row k of L belongs to equation order_[k]
  VectorX diagonal_, permuted_, reduced_;
  Eigen::LLT<MatrixX> gram_;  // of LᵀL where r < m
};

}  // namespace perilune
