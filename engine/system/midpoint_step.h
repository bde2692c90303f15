#pragma once

#include <vector>

#include "engine/integrators/position_level.h"
#include "engine/system/system.h"

namespace perilune {

// A step of the system in the form of Betsch & Steinmann (2001) and Gonzalez (1996):
//     P(q_m)ᵀ [ M (v₁ − v₀)/h − f̄ + Φ_q(q_m)ᵀ λ ] = 0,   Φ(q₁, t₁) = 0,   (v₀ + v₁)/2 = (q₁ − q₀)/h,
// where q_m is the mean of the ends, directors included. Φ is quadratic, so that Φ_q(q_m) is its discrete derivative; f̄ are
// the forces of Force::add_over and, in contacts, the quotient of the law's potential: energy and both momenta are kept
// as the elements say, at any h. P(q_m) takes the multipliers of what binds the directors out of the equations.
// A planar body's angle is advanced by the same rule for its directors: ω_m = 2 tan(Δθ/2)/h.
class MidpointStep final : public PositionLevel {
 public:
  explicit MidpointStep(System& system);
  int changes() const override { return system_.freedoms(); }
  int multipliers() const override { return system_.equations(); }
  void begin(const Node& before, double h) override;
  void predict(VectorX& unknowns) override;
  void residual(const VectorX& unknowns, VectorX& residual) override;
  double force_scale() const override;
  bool admissible() const override;
  void end(const VectorX& unknowns, Node& after) override;

 private:
  void place(const VectorX& unknowns);
  void place_middle(std::size_t body, const double* change);
  void place_mean_of_angles(std::size_t body, double turn);
  void add_inertia(std::size_t body);
  void add_forces();
  void add_contacts();
  void add_contact(int contact);
  Vector3 friction(const ContactElement& contact, const ContactGeometry& middle, double normal_force);
  double push(const ContactElement& contact, const ContactMode& mode, double gap_before, double gap_after);
  void constrain(const VectorX& unknowns, VectorX& residual);

  System& system_;
  const Node* start_ = nullptr;
  double h_ = 0;
  Motion before_, middle_, after_;
  std::vector<double> ends_;     // [q | v] of the end
  std::vector<double> means_;    // of the middle
  std::vector<MatrixX> masses_;  // of bound bodies, by index
  VectorX force_;                // f̄ − P(q_m)ᵀ M (v₁ − v₀)/h
  std::vector<double> gains_;    // of the states of laws and the ledger, over the step
  std::vector<double> state_rates_;
};

}  // namespace perilune
