#pragma once

#include <array>
#include <vector>

#include "engine/model/joint.h"

namespace perilune {

// The coordinate of a joint, its derivative by what its bodies do and its γ, apart from any system of equations.
class CoordinateRow {
 public:
  CoordinateRow(const Joint& joint, const Motion& motion);
  double value() const { return value_; }
  double gamma() const { return gamma_; }
  void add_to(JacobianRows& rows, int row, double factor) const;
  // By how much the coordinate changes over a step, angles within half a turn.
  static double change(const Joint& joint, const StepMotion& step);
  // The derivative at the middle, times what makes it discrete: its product with the change of positions is then that change.
  static CoordinateRow over(const Joint& joint, const StepMotion& step);

 private:
  double along(const Motion& middle) const;  // its product with the rates of the middle
  static constexpr int most_entries = 24;
  std::vector<ColumnBlock> blocks_;
  std::vector<const Body*> bodies_;
  std::array<double, most_entries> entries_{};
  double value_ = 0, gamma_ = 0;
};

}  // namespace perilune
