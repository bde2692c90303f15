#include "engine/integrators/constrained_matrix.h"

#include <algorithm>
#include <limits>

namespace perilune {

void ConstrainedMatrix::factorize(int size, int multipliers,
                                  const std::vector<Eigen::Triplet<double>>& entries) {
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries.begin(), entries.end());
  if (size <= largest_dense) factorize_dense();
  else factorize_sparse(multipliers);
}

void ConstrainedMatrix::factorize_dense() {
  const MatrixX full = matrix_;
  lu_.compute(full);
  const VectorX pivots = lu_.matrixLU().diagonal().cwiseAbs();
  kind_ = pivots.minCoeff() > 1e-11 * pivots.maxCoeff() ? Kind::regular : Kind::least_norm;
  if (kind_ == Kind::regular) return;
  complete_.setThreshold(1e-10);
  complete_.compute(full);
}

// The pattern stays that of the model and its contacts: it is analysed once.
void ConstrainedMatrix::factorize_sparse(int multipliers) {
  kind_ = Kind::sparse;
  const int size = static_cast<int>(matrix_.rows()), first = size - multipliers;
  double sum = 0;
  for (int i = 0; i < first; ++i) sum += std::abs(matrix_.coeff(i, i));
  for (int i = first; i < size; ++i) matrix_.coeffRef(i, i) -= 1e-10 * sum / first;
  matrix_.makeCompressed();
  std::vector<int> pattern(matrix_.outerIndexPtr(), matrix_.outerIndexPtr() + size + 1);
  pattern.insert(pattern.end(), matrix_.innerIndexPtr(), matrix_.innerIndexPtr() + matrix_.nonZeros());
  if (pattern != pattern_) {
    sparse_.analyzePattern(matrix_);
    pattern_ = std::move(pattern);
  }
  sparse_.factorize(matrix_);
}

VectorX ConstrainedMatrix::solve(const VectorX& right) const {
  switch (kind_) {
    case Kind::regular: return lu_.solve(right);
    case Kind::least_norm: return complete_.solve(right);
    case Kind::sparse: break;
  }
  if (sparse_.info() != Eigen::Success)
    return VectorX::Constant(right.size(), std::numeric_limits<double>::quiet_NaN());
  return sparse_.solve(right);
}

}  // namespace perilune
