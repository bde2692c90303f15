#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace perilune {

// The coordinates of one body: their columns in Φ_q, and where the rows of one joint keep them.
struct ColumnBlock {
  int first = 0, size = 0;  // columns of the system
  int local = 0;            // of the joint's own
};

// Φ_q of one joint: rows of its own, columns of the system, of which only those of its bodies exist.
class JacobianRows {
 public:
  JacobianRows(double* values, int width, const ColumnBlock* blocks)
      : values_(values), blocks_(blocks), width_(width) {}

  double& operator()(int row, int column) { return *at(row, column); }
  // The entries from here to the end of that body's columns lie side by side.
  double* at(int row, int column) {
    const ColumnBlock* block = blocks_;
    while (column < block->first || column >= block->first + block->size) ++block;
    return values_ + row * width_ + block->local + column - block->first;
  }

 private:
  double* values_;  // row by row
  const ColumnBlock* blocks_;
  int width_;
};

// Where a joint writes.
struct ConstraintRows {
  Eigen::Ref<VectorX> error;  // Φ
  Eigen::Ref<VectorX> rate;   // Φ_t
  Eigen::Ref<VectorX> gamma;  // γ = −(Φ_q v)_q v − 2Φ_qt v − Φ_tt
  JacobianRows jacobian;      // Φ_q; zero on entry
};

}  // namespace perilune
