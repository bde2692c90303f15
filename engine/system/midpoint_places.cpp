#include "engine/system/midpoint_step.h"

#include <algorithm>
#include <cmath>

// Where bodies are at the end of a step and in its middle.
namespace perilune {

void MidpointStep::place(const VectorX& unknowns) {
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) place_body(i, unknowns.data() + first_unknown(i));
}

void MidpointStep::place_body(std::size_t body, const double* change) {
  const BodySlot& slot = before_.slots[body];
  const int n = system_.positions(), at = slot.offset, size = slot.body->coordinates();
  std::copy_n(before_.q + at, size, ends_.begin() + at);
  slot.body->move(ends_.data() + at, change);
  for (int i = at; i < at + size; ++i) means_[i] = 0.5 * (before_.q[i] + ends_[i]);
  place_rotations(body, change);
  for (int i = at; i < at + size; ++i) ends_[n + i] = 2 * means_[n + i] - before_.v[i];
  slot.body->motion(after_.q + at, after_.v + at, after_.bodies[body]);
  if (system_.binds_velocities_) find_mean_rates(body);
}

// u of the middle, as rows of Φ_q take it there: ω by axes that are not quite at right angles.
void MidpointStep::find_mean_rates(std::size_t body) {
  const BodySlot& slot = middle_.slots[body];
  const BodyMotion& middle = middle_.bodies[body];
  double* u = mean_rates_.data() + slot.column;
  std::copy_n(middle_.v + slot.offset, std::min(slot.body->freedoms(), 3), u);
  if (!slot.body->is_bound()) return;
  const Matrix3 axes = slot.body->spin_jacobian(middle).rightCols<3>();
  Eigen::Map<Vector3>(u + 3) = axes.inverse() * middle.spin;
}

// Mean positions and directors, and the rates that take the body through the step: Δdᵢ/h = ω × dᵢ with the mean dᵢ and
// ω = 2 tan(|θ|/2)/|θ| θ/h. From the changes themselves: differences of the ends would lose digits in a short step.
void MidpointStep::place_rotations(std::size_t body, const double* change) {
  const BodySlot& slot = middle_.slots[body];
  const BodyMotion& before = before_.bodies[body];
  BodyMotion& middle = middle_.bodies[body];
  double* rates = means_.data() + system_.positions() + slot.offset;
  for (int i = 0; i < std::min(slot.body->freedoms(), 3); ++i) rates[i] = change[i] / h_;
  if (before.in_plane) rates[2] = 2 * std::tan(0.5 * change[2]) / h_;
  slot.body->motion(means_.data() + slot.offset, rates, middle);
  if (before.in_plane) place_mean_of_angles(body, change[2]);
  if (!slot.body->is_bound()) return;
  const PointJacobian turning = slot.body->spin_jacobian(before);
  const Vector3 turn = turning * Eigen::Map<const VectorX>(change, slot.body->freedoms());
  const double angle = turn.norm();
  middle.spin = turn * ((angle > 1e-8 ? 2 * std::tan(0.5 * angle) / angle : 1) / h_);
  for (int i = 0; i < 3; ++i) {
    const Vector3 rate = middle.spin.cross(Vector3(middle.directors.col(i)));
    middle.director_rates.col(i) = rate;
    Eigen::Map<Vector3>(rates + 3 + 3 * i) = rate;
  }
}

// A planar body at the mean angle has the mean directors but for their length.
void MidpointStep::place_mean_of_angles(std::size_t body, double turn) {
  BodyMotion& middle = middle_.bodies[body];
  middle.directors.topLeftCorner<2, 2>() *= std::cos(0.5 * turn);
  middle.director_rates.topLeftCorner<2, 2>() *= std::cos(0.5 * turn);
}

}  // namespace perilune
