#pragma once

#include <vector>

#include "engine/integrators/step_equations.h"
#include "engine/system/system.h"

namespace perilune {

// A step of the system in the form of Betsch & Steinmann (2001) and Gonzalez (1996):
//     P(q_m)ᵀ [ M (v₁ − v₀)/h − f̄ + Φ_q(q_m)ᵀ λ ] = 0,   Φ(q₁, t₁) = 0,   (v₀ + v₁)/2 = (q₁ − q₀)/h,
// where q_m is the mean of the ends, directors included. Φ is quadratic, so that Φ_q(q_m) is its discrete derivative; f̄ are
// the forces of Force::add_over and, in contacts, the quotient of the law's potential: energy and both momenta are kept
// as the elements say, at any h. P(q_m) takes the multipliers of what binds the directors out of the equations.
// A planar body's angle is advanced by the same rule for its directors: ω_m = 2 tan(Δθ/2)/h.
class MidpointStep : public StepEquations {
 public:
  explicit MidpointStep(System& system);
  int changes() const override { return system_.freedoms(); }
  int multipliers() const override { return system_.equations(); }
  void begin(const Node& before, double h) override;
  void predict(VectorX& unknowns) override;
  void residual(const VectorX& unknowns, VectorX& residual) override;
  // Body by body: what it is moved by changes its own inertia and the elements that touch it.
  void differentiate(const VectorX& unknowns, const VectorX& residual,
                     std::vector<Eigen::Triplet<double>>& entries) override;
  double force_scale() const override;
  bool admissible() const override;
  void end(const VectorX& unknowns, Node& after) override;

 protected:
  void place(const VectorX& unknowns);
  // The end and the middle of one body that is changed so.
  virtual void place_body(std::size_t body, const double* change);
  virtual int first_unknown(std::size_t body) const { return before_.slots[body].column; }
  StepMotion step() const { return {before_, middle_, after_, h_}; }
  // What each does over the step, added to f: in u, at the middle.
  virtual void add_inertia(std::size_t body, VectorX& f);
  virtual void add_force(std::size_t force, VectorX& f);
  virtual void add_joint(std::size_t joint, const VectorX& lambda, VectorX& f);  // and its errors
  void add_joint_over(const StepMotion& step, std::size_t joint, const VectorX& lambda, VectorX& f);
  virtual void add_contact(int contact, VectorX& f);
  Vector3 friction(const ContactElement& contact, const ContactGeometry& middle, double normal_force);
  // What the law says, states included, and books what these gain.
  double law_force(const ContactElement& contact, double impact_speed, double depth, double rate, bool books);
  void gather(const VectorX& lambda);  // all but inertia, into force_ and errors_

  System& system_;
  const Node* start_ = nullptr;
  double h_ = 0;
  Motion before_, middle_, after_;
  std::vector<double> ends_;     // [q | v] of the end
  std::vector<double> means_;    // of the middle
  std::vector<MatrixX> masses_;  // of bound bodies, by index
  VectorX force_, errors_;
  std::vector<double> gains_;  // of the states of laws and the ledger, over the step

 private:
  // What touches a body, by number; and all bodies that have a part in it.
  struct Neighbourhood {
    std::vector<int> forces, joints, contacts, bodies;
  };
  void list_neighbours();
  void list_contacts();
  void act_near(std::size_t body, const VectorX& lambda, VectorX& f);
  void place_rotations(std::size_t body, const double* change);
  void find_mean_rates(std::size_t body);
  void place_mean_of_angles(std::size_t body, double turn);
  double push(const ContactElement& contact, const ContactMode& mode, double gap_before, double gap_after);

  std::vector<Neighbourhood> fixed_, near_;  // by body: without contacts, and with those of the moment
  ConstraintJacobian gradient_, at_end_;     // discrete, and of Φ(q₁)
  struct Equations {
    VectorX error, rate, gamma;
  };
  Equations mean_, end_;
  VectorX mean_rates_;  // u of the middle
  std::vector<double> state_rates_;
};

}  // namespace perilune
