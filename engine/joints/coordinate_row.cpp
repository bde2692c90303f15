#include "engine/joints/coordinate_row.h"

#include <algorithm>
#include <cmath>

namespace perilune {

CoordinateRow::CoordinateRow(const Joint& joint, const Motion& motion) {
  int width = 0;
  for (const BodyPointer& body : joint.bodies()) {
    if (body->freedoms() == 0) continue;
    blocks_.push_back({motion.column(*body), body->freedoms(), width});
    bodies_.push_back(body.get());
    width += body->freedoms();
  }
  VectorX error = VectorX::Zero(1), rate = VectorX::Zero(1), gamma = VectorX::Zero(1);
  joint.evaluate_coordinate(motion, {error, rate, gamma, {entries_.data(), width, blocks_.data()}});
  value_ = error[0], gamma_ = gamma[0];
}

void CoordinateRow::add_to(JacobianRows& rows, int row, double factor) const {
  for (const ColumnBlock& block : blocks_) {
    double* to = rows.at(row, block.first);
    for (int i = 0; i < block.size; ++i) to[i] += factor * entries_[block.local + i];
  }
}

double CoordinateRow::change(const Joint& joint, const StepMotion& step) {
  const double all = CoordinateRow(joint, step.after).value() - CoordinateRow(joint, step.before).value();
  return joint.coordinate_wraps() ? std::remainder(all, 2 * M_PI) : all;
}

CoordinateRow CoordinateRow::over(const Joint& joint, const StepMotion& step) {
  CoordinateRow row(joint, step.middle);
  const double now = change(joint, step), linear = step.h * row.along(step.middle);
  // Where next to nothing changes there is nothing to match.
  const bool is_small = std::abs(linear) < 1e-9 || std::abs(now) < 1e-9;
  const double factor = is_small ? 1 : std::clamp(now / linear, 0.5, 2.0);
  for (double& entry : row.entries_) entry *= factor;
  return row;
}

// ω by axes that are not quite at right angles in the middle.
double CoordinateRow::along(const Motion& middle) const {
  double sum = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Body& body = *bodies_[k];
    const double *entries = entries_.data() + blocks_[k].local, *v = middle.velocities(body);
    for (int i = 0; i < std::min(blocks_[k].size, 3); ++i) sum += entries[i] * v[i];
    if (!body.is_bound()) continue;
    const Matrix3 axes = body.spin_jacobian(middle.of(body)).rightCols<3>();
    const Vector3 turning = axes.inverse() * middle.of(body).spin;
    for (int i = 0; i < 3; ++i) sum += entries[3 + i] * turning[i];
  }
  return sum;
}

}  // namespace perilune
