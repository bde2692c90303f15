#pragma once

#include <algorithm>
#include <vector>

#include "engine/model/joint.h"
#include "engine/model/motion.h"

namespace perilune {

// The columns of those of the bodies that can move, each once, side by side.
std::vector<ColumnBlock> column_blocks(const std::vector<BodyPointer>& bodies,
                                       const std::vector<BodySlot>& slots);

// Φ_q of all joints, stored joint by joint: a joint has entries in the columns of its bodies only, so that a chain of n
// links costs n, not n².
class ConstraintJacobian {
 public:
  struct JointRows {
    int first = 0, equations = 0;     // rows of the system
    int width = 0, values = 0;        // entries a row; where they begin
    std::vector<ColumnBlock> blocks;  // one for each body that can move
  };

  void compile(const std::vector<JointPointer>& joints, const std::vector<BodySlot>& slots);
  void set_zero() { std::fill(values_.begin(), values_.end(), 0.0); }

  int equations() const { return equations_; }
  int coordinates() const { return coordinates_; }
  const std::vector<JointRows>& joints() const { return joints_; }
  const double* row(const JointRows& joint, int r) const {
    return values_.data() + joint.values + r * joint.width;
  }
  JacobianRows rows(int joint) {
    const JointRows& of = joints_[joint];
    return {values_.data() + of.values, of.width, of.blocks.data()};
  }

  void clear_row(int joint, int r) {
    const JointRows& of = joints_[joint];
    std::fill_n(values_.begin() + of.values + r * of.width, of.width, 0.0);
  }

  void clear(int joint) {
    const JointRows& of = joints_[joint];
    std::fill_n(values_.begin() + of.values, of.equations * of.width, 0.0);
  }

  void multiply(const double* x, VectorX& product) const;                         // Φ_q x
  void add_transposed(const VectorX& lambda, double factor, VectorX& sum) const;  // sum += factor Φ_qᵀ λ
  // Of one joint, whose part of λ it takes from the whole.
  void add_transposed(const JointRows& joint, const VectorX& lambda, double factor, VectorX& sum) const;
  MatrixX dense() const;

 private:
  int equations_ = 0, coordinates_ = 0;
  std::vector<JointRows> joints_;
  std::vector<double> values_;
};

}  // namespace perilune
