#pragma once

#include <vector>

#include "engine/system/midpoint_step.h"

namespace perilune {

// The same step with all coordinates as unknowns, directors one by one, and multipliers μ of what binds them:
//     M (v₁ − v₀)/h − f̄ + Φ_q(q_m)ᵀ λ + C_q(q_m)ᵀ μ = 0,   Φ(q₁) = 0,   C(q₁) = (½(dᵢ·dᵢ − 1), dᵢ·dⱼ) = 0,
// 18 equations for a body in space where MidpointStep has 6. Both have the same solution; iterations pass through directors
// here that are no frame. For comparison: it checks the other, and shows how the classical augmentation fails.
class DirectorStep final : public MidpointStep {
 public:
  explicit DirectorStep(System& system);
  int changes() const override { return system_.positions(); }
  int multipliers() const override {
    return system_.equations() + 6 * static_cast<int>(system_.bound_.size());
  }
  bool follows_newton() const override { return true; }
  void predict(VectorX& unknowns) override;
  void residual(const VectorX& unknowns, VectorX& residual) override;
  void differentiate(const VectorX& unknowns, const VectorX& residual,
                     std::vector<Eigen::Triplet<double>>& entries) override {
    StepEquations::differentiate(unknowns, residual, entries);  // NOLINT: by differences
  }

 protected:
  int first_unknown(std::size_t body) const override { return before_.slots[body].offset; }
  void place_body(std::size_t body, const double* change) override;

 private:
  void write_bound(int body, const Eigen::Ref<const VectorX>& mu, VectorX& residual) const;
  VectorX push_;  // by freedom, without the inertia of bound bodies
};

}  // namespace perilune
