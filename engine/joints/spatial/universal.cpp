#include "engine/joints/spatial/universal.h"

#include <fmt/format.h>

#include "engine/model/error.h"

namespace perilune {

void Universal::prepare() const {
  SpatialJoint::prepare();
  if (axes.size() != 2 || !(axes[0].norm() > 0) || !(axes[1].norm() > 0)) {
    throw InputError("", "", fmt::format("'axes' holds {} directions, it needs two", axes.size()),
                     "axes = { { 1, 0, 0 }, { 0, 1, 0 } }");
  }
  const double cosine = axes[0].normalized().dot(axes[1].normalized());
  if (std::abs(cosine) < 1e-6) return;
  throw InputError("", "", fmt::format("the two axes are not at right angles (cosine {:.3g})", cosine),
                   "axes = { { 1, 0, 0 }, { 0, 1, 0 } }");
}

std::array<Matrix3, 2> Universal::frames() const {
  Matrix3 frame;
  frame.col(0) = axes[0].normalized();
  frame.col(1) = (axes[1] - axes[1].dot(frame.col(0)) * frame.col(0)).normalized();
  frame.col(2) = frame.col(0).cross(frame.col(1));
  return {frame, frame};
}

}  // namespace perilune
