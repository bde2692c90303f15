#include "engine/system/constraint_jacobian.h"

#include <algorithm>

namespace perilune {

std::vector<ColumnBlock> column_blocks(const std::vector<BodyPointer>& bodies,
                                       const std::vector<BodySlot>& slots) {
  std::vector<ColumnBlock> blocks;
  int local = 0;
  for (const BodyPointer& body : bodies) {
    const int first = slots[body->index].column, size = body->freedoms();
    const bool known = std::any_of(blocks.begin(), blocks.end(),
                                   [first](const ColumnBlock& block) { return block.first == first; });
    if (size == 0 || known) continue;
    blocks.push_back({first, size, local});
    local += size;
  }
  return blocks;
}

void ConstraintJacobian::compile(const std::vector<JointPointer>& joints,
                                 const std::vector<BodySlot>& slots) {
  int values = 0;
  coordinates_ = 0, equations_ = 0;
  for (const BodySlot& slot : slots) coordinates_ += slot.body->freedoms();
  for (const JointPointer& joint : joints) {
    JointRows rows{equations_, joint->equations(), 0, values, column_blocks(joint->bodies(), slots)};
    for (const ColumnBlock& block : rows.blocks) rows.width += block.size;
    equations_ += rows.equations, values += rows.equations * rows.width;
    joints_.push_back(std::move(rows));
  }
  values_.assign(values, 0);
}

void ConstraintJacobian::multiply(const double* x, VectorX& product) const {
  for (const JointRows& joint : joints_) {
    for (int r = 0; r < joint.equations; ++r) {
      const double* entry = row(joint, r);
      double sum = 0;
      for (const ColumnBlock& block : joint.blocks) {
        for (int i = 0; i < block.size; ++i) sum += entry[block.local + i] * x[block.first + i];
      }
      product[joint.first + r] = sum;
    }
  }
}

void ConstraintJacobian::add_transposed(const VectorX& lambda, double factor, VectorX& sum) const {
  for (const JointRows& joint : joints_) add_transposed(joint, lambda, factor, sum);
}

void ConstraintJacobian::add_transposed(const JointRows& joint, const VectorX& lambda, double factor,
                                        VectorX& sum) const {
  for (int r = 0; r < joint.equations; ++r) {
    const double* entry = row(joint, r);
    const double weight = factor * lambda[joint.first + r];
    for (const ColumnBlock& block : joint.blocks) {
      for (int i = 0; i < block.size; ++i) sum[block.first + i] += weight * entry[block.local + i];
    }
  }
}

MatrixX ConstraintJacobian::dense() const {
  MatrixX matrix = MatrixX::Zero(equations_, coordinates_);
  for (const JointRows& joint : joints_) {
    for (int r = 0; r < joint.equations; ++r) {
      for (const ColumnBlock& block : joint.blocks) {
        for (int i = 0; i < block.size; ++i)
          matrix(joint.first + r, block.first + i) = row(joint, r)[block.local + i];
      }
    }
  }
  return matrix;
}

}  // namespace perilune
