#include "engine/integrators/constrained_matrix.h"

#include <algorithm>
#include <limits>

namespace perilune {
namespace {

// −1e-10 of the mean of K's diagonal for each multiplier. Among the entries, so that the matrix is made with these places;
// put into it one by one they would each move all that comes after.
void shift(int size, int multipliers, std::vector<Eigen::Triplet<double>>& entries) {
  const int first = size - multipliers;
  VectorX diagonal = VectorX::Zero(first);
  for (const auto& entry : entries) {
    if (entry.row() == entry.col() && entry.row() < first) diagonal[entry.row()] += entry.value();
  }
  const double by = 1e-10 * diagonal.cwiseAbs().sum() / first;
  for (int i = first; i < size; ++i) entries.emplace_back(i, i, -by);
}

}  // namespace

void ConstrainedMatrix::factorize(int size, int multipliers, std::vector<Eigen::Triplet<double>>& entries) {
  const bool is_dense = size <= largest_dense;
  if (!is_dense) shift(size, multipliers, entries);
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries.begin(), entries.end());
  if (is_dense) factorize_dense();
  else factorize_sparse();
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
void ConstrainedMatrix::factorize_sparse() {
  kind_ = Kind::sparse;
  const Eigen::Index size = matrix_.rows();
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
