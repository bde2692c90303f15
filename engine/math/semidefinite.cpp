#include "engine/math/semidefinite.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace perilune {

void Semidefinite::compute(const MatrixX& matrix) {
  size_ = static_cast<int>(matrix.rows()), rank_ = 0;
  if (factor_.rows() != size_) factor_.resize(size_, size_);
  order_.resize(size_);
  std::iota(order_.begin(), order_.end(), 0);
  diagonal_ = matrix.diagonal();
  const double smallest = size_ > 0 ? cut_ * diagonal_.maxCoeff() : 0;
  for (int k = 0; k < size_; ++k, ++rank_) {
    int pivot = k;
    for (int i = k + 1; i < size_; ++i) {
      if (diagonal_[order_[i]] > diagonal_[order_[pivot]]) pivot = i;
    }
    if (!(diagonal_[order_[pivot]] > smallest)) break;
    std::swap(order_[k], order_[pivot]);
    if (pivot != k) factor_.row(k).head(k).swap(factor_.row(pivot).head(k));
    const double root = std::sqrt(diagonal_[order_[k]]);
    factor_(k, k) = root;
    auto column = factor_.col(k).segment(k + 1, size_ - k - 1);
    for (int i = k + 1; i < size_; ++i) {
      const int row = std::max(order_[i], order_[k]), other = std::min(order_[i], order_[k]);
      factor_(i, k) = matrix(row, other);
    }
    if (k > 0)
      column.noalias() -= factor_.block(k + 1, 0, size_ - k - 1, k) * factor_.row(k).head(k).transpose();
    column /= root;
    for (int i = k + 1; i < size_; ++i) diagonal_[order_[i]] -= factor_(i, k) * factor_(i, k);
  }
  if (rank_ == size_ || rank_ == 0) return;
  for (int k = 1; k < rank_; ++k) factor_.col(k).head(k).setZero();
  const auto lower = factor_.leftCols(rank_);
  gram_.compute(lower.transpose() * lower);
}

void Semidefinite::solve(const VectorX& right, VectorX& solution) {
  permuted_.resize(size_), solution.resize(size_);
  for (int k = 0; k < size_; ++k) permuted_[k] = right[order_[k]];
  if (rank_ == 0) permuted_.setZero();
  else if (rank_ == size_) {
    factor_.triangularView<Eigen::Lower>().solveInPlace(permuted_);
    factor_.transpose().triangularView<Eigen::Upper>().solveInPlace(permuted_);
  } else {
    const auto lower = factor_.leftCols(rank_);
    reduced_ = lower.transpose() * permuted_;
    gram_.solveInPlace(reduced_);
    gram_.solveInPlace(reduced_);
    permuted_.noalias() = lower * reduced_;
  }
  for (int k = 0; k < size_; ++k) solution[order_[k]] = permuted_[k];
}

}  // namespace perilune
