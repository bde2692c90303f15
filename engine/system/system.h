#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/contact/contact_element.h"
#include "engine/integrators/problem.h"
#include "engine/model/model.h"
#include "engine/system/constraint_solver.h"
#include "engine/system/layout.h"

namespace perilune {

struct SystemOptions {
  enum class Stabilization { projection, baumgarte, none };
  Stabilization stabilization = Stabilization::projection;
  double alpha = 5, beta = 5;  // [1/s] of Baumgarte: Φ̈ + 2αΦ̇ + β²Φ = 0
};

// Energies at one instant [J].
struct Energies {
  double kinetic = 0, potential = 0, contact = 0, dissipated = 0, work = 0, corrections = 0;
  double total() const { return kinetic + potential + contact; }
};

// What happened in a contact at the last evaluation.
struct ContactObservation {
  ContactGeometry geometry;
  double force = 0;           // [N] normal
  double friction_force = 0;  // [N] magnitude, against the slip
};

// What the computer solves: the model numbered, in flat arrays,
//     M q̈ + Φ_qᵀ λ = f(q, v, t),   Φ(q, t) = 0,   M constant,
// together with the states of laws and the ledger's integrals. Compiled from a Model, which must outlive it
// only through the shared pointers kept here; never edited.
class System final : public Problem {
 public:
  System(const Model& model, const SystemOptions& options);

  int size() const override { return layout_.size(); }
  int positions() const override { return layout_.coordinates; }
  int controlled() const override { return layout_.ledger_offset(); }
  // ẏ for the present modes. Leaves motion, contact forces and multipliers of this instant for observers.
  void derivative(double t, const double* y, double* dy) override;

  const Layout& layout() const { return layout_; }
  const std::vector<BodyPointer>& bodies() const { return bodies_; }
  const std::vector<ForcePointer>& forces() const { return forces_; }
  const std::vector<JointPointer>& joints() const { return joints_; }
  const std::vector<ContactElement>& contacts() const { return contacts_; }
  int equations() const { return equations_; }
  int first_equation(int joint) const { return first_equation_[joint]; }
  int offset(const Body& body) const { return motion_.slots[body.index].offset; }

  std::vector<ContactMode>& modes() { return modes_; }  // changed between trials only
  const std::vector<ContactMode>& modes() const { return modes_; }

  Node start() const;  // t = 0, as the bodies say; dy not yet evaluated

  // Moves y onto Φ = 0, then Φ̇ = 0, by mass-weighted least change (the energy this brings in goes to the
  // ledger). Returns the largest change of a position; does nothing without constraints or projection.
  double project(double t, double* y);
  bool projects() const {
    return equations_ > 0 && options_.stabilization == SystemOptions::Stabilization::projection;
  }

  // Of the instant at which derivative() or observe_positions() was last called.
  const Motion& motion() const { return motion_; }
  const ContactObservation& contact(int index) const { return observed_[index]; }
  const VectorX& multipliers() const { return multipliers_; }
  const VectorX& constraints() const { return constraint_; }         // Φ
  double constraint_error(double t, const double* y);                // largest |Φ|
  int rank_of_constraints(double t, const double* y);                // independent equations
  std::vector<double> constraint_errors(double t, const double* y);  // Φ, equation by equation
  std::vector<double> velocity_errors(double t, const double* y);    // Φ̇, equation by equation

  Energies energies(double t, const double* y);
  // What the books do not explain [J]: total + dissipated − work − corrections − total at the start. A contact
  // that begins at a depth δ₀ > 0 is given ∫₀^δ₀ F dδ by nobody: that shows here.
  double energy_residual(double t, const double* y);
  void set_reference_energy(double total) { reference_energy_ = total; }
  double stored_energy(int contact, double penetration) const {
    return contacts_[contact].law->potential(penetration);
  }

  // Who makes the right-hand side non-finite at y: "contact 'stop' (law 'mine')"; "" when all is finite.
  std::string nonfinite_culprit(double t, const double* y);
  // Who pushes hardest at y, for messages: "contact 'stop', 4.1e5 N".
  std::string strongest_element(double t, const double* y);
  Vector3 momentum(double t, const double* y);
  Vector3 angular_momentum(double t, const double* y);  // about the origin

  // Geometry of a contact with the two bodies' own coordinates given; touches no other part of the system.
  Proximity closest(int contact, const double* qa, const double* qb) const;
  ContactGeometry measure(int contact, const double* qa, const double* va, const double* qb, const double* vb,
                          int side) const;

  // The same when the last evaluation of the right-hand side was of this very node and looked at the contact, as
  // most integrators end an attempt; else nullptr. The node's dy must be its derivative.
  const ContactGeometry* seen_at(int contact, const Node& node) const {
    const bool is_last = node.y.data() == motion_.q && node.t == motion_.t;
    return is_last && modes_[contact].closed ? &observed_[contact].geometry : nullptr;
  }

  Vector3 reference_point(const Body& body, const double* q) const;  // of a body, for these q [m]

  long evaluations() const { return evaluations_; }  // of the right-hand side, by anybody
  long law_evaluations() const { return law_evaluations_; }
  double length() const { return length_; }  // [m] typical of the model, for tolerances

 private:
  void number(const Model& model);
  void compile_masses();
  void compile_contacts();
  void place_elements();
  void update_motion(double t, const double* y);
  const BodyMotion& probe(const Body& body, const double* q, const double* v) const;
  void add_forces(double* dy);
  void add_contacts(double t, const double* y, double* dy);
  Vector3 add_friction(const ContactElement& contact, ContactObservation& seen, double t, double* dy);
  void evaluate_constraints();
  void solve_accelerations(const double* y, double* dy);
  bool correct_positions(double t, double* y);
  void correct_velocities(double* y);

  SystemOptions options_;
  Vector3 gravity_;
  std::vector<BodyPointer> bodies_;
  std::vector<ForcePointer> forces_;
  std::vector<JointPointer> joints_;
  std::vector<ShapePointer> shapes_;  // kept alive for the pairs
  std::vector<ContactElement> contacts_;
  std::vector<ContactMode> modes_;
  Layout layout_;
  double length_ = 1;

  VectorX mass_, inverse_mass_;  // diagonals
  Motion motion_;
  mutable std::vector<BodyMotion> probes_;  // by body: workspace of closest() and measure()
  VectorX force_, weight_;                  // f; the constant part of it
  std::vector<ContactObservation> observed_;

  int equations_ = 0;
  std::vector<int> first_equation_;  // by joint
  VectorX constraint_, rate_, gamma_, multipliers_, right_;
  MatrixX jacobian_;
  ConstraintSolver solver_;
  long evaluations_ = 0, law_evaluations_ = 0;
  double reference_energy_ = 0;  // [J] total at t = 0
};

}  // namespace perilune
