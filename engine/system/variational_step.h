#pragma once

#include "engine/system/midpoint_step.h"

namespace perilune {

// The step of a discrete action (Wendlandt & Marsden 1997, Physica D 106, 223–246): with the Lagrangian at the mean of two
// positions, directors included, q̇ = Δq/h, and the constraints at the nodes,
//     P(q₀)ᵀ [ M Δq/h − M v₀ − h/2 f(q_m) + h Φ_q(q₀)ᵀ λ ] = 0,   Φ(q₁) = 0,
//     P(q₁)ᵀ M v₁ = P(q₁)ᵀ [ M Δq/h + h/2 f(q_m) ],
// then v₁ is put onto Φ̇ = 0 by least mass-weighted change, as RATTLE does. It is symplectic and keeps both momenta; the
// energy swings about that of the start and does not drift.
class VariationalStep final : public MidpointStep {
 public:
  using MidpointStep::MidpointStep;
  void end(const VectorX& unknowns, Node& after) override;

 protected:
  void add_inertia(std::size_t body, VectorX& f) override;
  void add_force(std::size_t force, VectorX& f) override;
  void add_joint(std::size_t joint, const VectorX& lambda, VectorX& f) override;
  void add_contact(int contact, VectorX& f) override;

 private:
  void add_momentum(std::size_t body, double factor, VectorX& f) const;  // P(q)ᵀ M Δq/h
  const Motion& node() const { return is_at_end_ ? after_ : before_; }
  VectorX scratch_;
  bool is_at_end_ = false;  // whether P is that of the end
};

}  // namespace perilune
