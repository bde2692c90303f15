#include "engine/system/director_step.h"

namespace perilune {
namespace {

using Axes = Eigen::Map<const Matrix3>;

// The pairs of directors whose products are bound, in the order of C.
constexpr std::array<std::array<int, 2>, 6> bonds = {{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

// dⁱ, with dⁱ·dⱼ = δᵢⱼ.
Matrix3 dual(const Matrix3& d) { return d.inverse().transpose(); }

}  // namespace

DirectorStep::DirectorStep(System& system) : MidpointStep(system), push_(VectorX::Zero(system.freedoms())) {}

void DirectorStep::predict(VectorX& unknowns) {
  for (int i = 0; i < changes(); ++i) unknowns[i] = h_ * before_.v[i];
}

void DirectorStep::place_body(std::size_t body, const double* change) {
  const BodySlot& slot = before_.slots[body];
  if (!slot.body->is_bound()) return MidpointStep::place_body(body, change);
  const int n = system_.positions(), at = slot.offset, size = slot.body->coordinates();
  for (int k = 0; k < size; ++k) {
    const int i = at + k;
    ends_[i] = before_.q[i] + change[k], means_[i] = before_.q[i] + 0.5 * change[k];
    means_[n + i] = change[k] / h_, ends_[n + i] = 2 * means_[n + i] - before_.v[i];
  }
  BodyMotion& middle = middle_.bodies[body];
  slot.body->motion(middle_.q + at, middle_.v + at, middle);
  slot.body->motion(after_.q + at, after_.v + at, after_.bodies[body]);
  // Where Δdᵢ/h = ω × dᵢ with the mean dᵢ this is that ω.
  const Matrix3 duals = dual(middle.directors);
  middle.spin.setZero();
  for (int i = 0; i < 3; ++i) middle.spin += 0.5 * duals.col(i).cross(Vector3(middle.director_rates.col(i)));
}

void DirectorStep::residual(const VectorX& unknowns, VectorX& residual) {
  place(unknowns);
  const int m = system_.equations(), bound = static_cast<int>(system_.bound_.size());
  gather(unknowns.segment(changes(), m));
  push_ = force_;
  residual.setZero(changes() + multipliers());
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const BodySlot& slot = before_.slots[i];
    if (slot.body->is_bound()) continue;
    add_inertia(i, push_);
    residual.segment(slot.offset, slot.body->coordinates()) =
        -push_.segment(slot.column, slot.body->coordinates());
  }
  residual.segment(changes(), m) = errors_;
  for (int k = 0; k < bound; ++k) write_bound(k, unknowns.segment(changes() + m + 6 * k, 6), residual);
}

// A moment τ on the body is the forces ½ τ × dⁱ on its directors; along what binds these they may be anything.
void DirectorStep::write_bound(int number, const Eigen::Ref<const VectorX>& mu, VectorX& residual) const {
  const int body = system_.bound_[number];
  const BodySlot& slot = before_.slots[body];
  const BodyMotion& middle = middle_.bodies[body];
  const Eigen::Map<const VectorX> v0(before_.v + slot.offset, 12), v1(after_.v + slot.offset, 12);
  const Matrix3 axes = slot.body->spin_jacobian(middle).rightCols<3>();
  const Vector3 moment = axes.transpose().inverse() * push_.segment<3>(slot.column + 3);
  VectorX balance = masses_[body] * (v1 - v0) / h_;
  balance.head<3>() -= push_.segment<3>(slot.column);
  const Matrix3 duals = dual(middle.directors);
  for (int i = 0; i < 3; ++i) balance.segment<3>(3 + 3 * i) -= 0.5 * moment.cross(Vector3(duals.col(i)));
  const Axes end(after_.q + slot.offset + 3);
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    const auto [i, j] = bonds[k];
    const double share = i == j ? 0.5 : 1;
    balance.segment<3>(3 + 3 * i) += share * mu[static_cast<Eigen::Index>(k)] * middle.directors.col(j);
    balance.segment<3>(3 + 3 * j) += share * mu[static_cast<Eigen::Index>(k)] * middle.directors.col(i);
    residual[changes() + system_.equations() + 6 * number + static_cast<int>(k)] =
        share * (end.col(i).dot(end.col(j)) - (i == j ? 1 : 0));
  }
  residual.segment(slot.offset, 12) = balance;
}

}  // namespace perilune
