#pragma once

#include <vector>

#include <Eigen/Dense>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "engine/math/vector.h"

namespace perilune {

// The matrix of Newton's method for changes and multipliers, [K Gᵀ; G 0] where the last rows and columns are scaled like K.
// Dense while it is small, with the solution of least norm where constraints are redundant; sparse beyond, with the shift −ε
// of the zero block that keeps pivots there (multipliers that repeat each other then share what they carry).
class ConstrainedMatrix {
 public:
  // Entries for one place are summed; what shifts the zero block of a sparse one is added to them.
  void factorize(int size, int multipliers, std::vector<Eigen::Triplet<double>>& entries);
  VectorX solve(const VectorX& right) const;

 private:
  static constexpr int largest_dense = 120;
  void factorize_dense();
  void factorize_sparse();

  enum class Kind { regular, least_norm, sparse } kind_ = Kind::regular;
  Eigen::SparseMatrix<double> matrix_;
  std::vector<int> pattern_;  // that the sparse one has been analysed for
  Eigen::PartialPivLU<MatrixX> lu_;
  Eigen::CompleteOrthogonalDecomposition<MatrixX> complete_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> sparse_;
};

}  // namespace perilune
