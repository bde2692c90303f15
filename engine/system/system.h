#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "engine/contact/contact_element.h"
#include "engine/integrators/constrained_problem.h"
#include "engine/model/model.h"
#include "engine/system/candidates.h"
#include "engine/system/constraint_jacobian.h"
#include "engine/system/constraint_solver.h"
#include "engine/system/layout.h"
#include "engine/system/stabilization.h"
#include "engine/system/stick_slip.h"

namespace perilune {

class ElementSlopes;

// Energies at one instant [J].
struct Energies {
  double kinetic = 0, potential = 0, contact = 0, dissipated = 0, work = 0, corrections = 0;
  double total() const { return kinetic + potential + contact; }
};

// What happened in a contact at the last evaluation.
struct ContactObservation {
  ContactGeometry geometry;
  double force = 0;           // [N] normal
  double friction_force = 0;  // [N] magnitude, against the slip, or what holds
};

// The modes of all contacts, and which pairs of groups are in contact: all that changes besides y.
struct SystemModes {
  struct Grouped {
    int group, shape_a, shape_b, place, books;
    ContactMode mode;
  };
  std::vector<ContactMode> fixed;
  std::vector<Grouped> grouped;  // the closed ones
  std::vector<int> frictions;    // dry ones: 0 sticks, ±1 slips that way
};

// What the computer solves: the model numbered, in flat arrays,
//     M q̈ + Φ_qᵀ λ = f(q, v, t),   Φ(q, t) = 0,   M constant,
// together with the states of laws and the ledger's integrals. Compiled from a Model, which must outlive it
// only through the shared pointers kept here; never edited.
class System final : public ConstrainedProblem {
 public:
  System(const Model& model, const ConstraintOptions& options);
  ~System() override;

  int size() const override { return layout_.size(); }
  int positions() const override { return layout_.coordinates; }
  int controlled() const override { return layout_.ledger_offset(); }
  // ẏ for the present modes. Leaves motion, contact forces and multipliers of this instant for observers.
  void derivative(double t, const double* y, double* dy) override;
  // What an implicit method asks for: who acts on whom through joints, forces and closed contacts; and increments
  // that do not take a closed contact through its surface.
  void couple(Coupling& coupling) const override;
  long coupling_version() override;
  void increments(const Node& at, std::vector<double>& lengths) const override;
  void differentiate(const Node& at, Jacobian& jacobian) override;

  // What a method asks for that finds the multipliers itself.
  int multiplier_count() const override { return equations_; }
  bool has_velocity_equations() const override { return binds_velocities_; }
  void derivative_with(double t, const double* y, const double* lambda, double* dy, double* phi) override;
  void differentiate_with(const Node& at, const double* lambda, Jacobian& jacobian, MatrixX& of_constraints,
                          MatrixX& of_multipliers) override;

  const Layout& layout() const { return layout_; }
  const std::vector<BodyPointer>& bodies() const { return bodies_; }
  const std::vector<ForcePointer>& forces() const { return forces_; }
  const std::vector<JointPointer>& joints() const { return joints_; }
  const std::vector<DryFrictionPointer>& frictions() const { return frictions_; }
  // Contacts by number. Those of groups come and go with renew_candidates(): active() are the numbers in use.
  const std::vector<ContactElement>& contacts() const { return contacts_; }
  const std::vector<int>& active() const { return active_; }
  const std::vector<ShapePointer>& shapes() const { return shapes_; }  // also those that touch nothing
  int equations() const { return equations_; }
  int first_equation(int joint) const { return first_equation_[joint]; }
  int offset(const Body& body) const { return motion_.slots[body.index].offset; }

  std::vector<ContactMode>& modes() { return modes_; }  // changed between trials only
  const std::vector<ContactMode>& modes() const { return modes_; }

  SystemModes snapshot() const;
  void restore(const SystemModes& modes);  // lists of candidates become just those in contact

  // Contact groups. A list of candidates serves while no body has moved more than half its reach.
  bool has_groups() const { return !groups_.empty(); }
  int groups() const { return static_cast<int>(groups_.size()); }
  const std::string& group_name(int group) const { return groups_[group].candidates.group().name; }
  int fixed_contacts() const { return fixed_contacts_; }
  void renew_candidates(double t, const double* y, double least_reach);
  double slack(double t, const double* y);  // [m] that bodies may still move before lists must be renewed
  // A contact of a group that begins gets a ledger entry and law states of its own, while there are any left.
  void open_books(int contact, double* y);
  void close_books(int contact);

  Node start() const;  // t = 0, as the model says; dy not yet evaluated

  // Moves y onto Φ = 0, then Φ̇ = 0, by mass-weighted least change (the energy this brings in goes to the
  // ledger). Returns the largest change of a position; does nothing without constraints or projection.
  double project(double t, double* y);
  // Moves y onto Φ = 0, however far, by steps of mass-weighted least change, then onto Φ̇ = 0. False: no way found; y
  // is the closest place.
  bool assemble(double t, double* y);
  bool projects() const { return !bound_.empty() || projects_onto_joints(); }
  // Joints apart, in how many ways all bodies can move; u, f and rows of Φ_q have this size.
  int freedoms() const { return layout_.freedoms; }
  int column(const Body& body) const { return motion_.column(body); }
  void move(double* q, const VectorX& change) const;             // along u, by the bodies' own ways
  const VectorX& inverse_mass() const { return inverse_mass_; }  // in u, diagonal
  bool is_spatial() const { return is_spatial_; }
  const Vector3& gravity() const { return gravity_; }  // [m/s²]
  std::unique_ptr<StepEquations> step_equations(StepForm form) override;

  // Set-valued friction: dry frictions and contacts whose friction is. Their modes, 0 sticks, ±1 slips that way, are
  // frozen within a trial as those of contacts are.
  bool may_stick() const { return may_stick_; }
  bool has_flowchart() const {
    return has_flowchart_;
  }                                      // modes change at the ends of steps, wherever they are
  std::vector<SlipChange> slip_modes();  // in the order of stick_slip().rows
  std::string friction_name(const SlipChange& which) const;
  void observe_slips(double t, const double* y);  // rows at y, without forces
  const StickSlip& stick_slip() const { return stick_slip_; }
  int slip_state(int contact, int friction) const {
    return contact >= 0 ? modes_[contact].slip : friction_modes_[friction];
  }
  const SlipRow* slip_of(int contact,
                         int friction) const;  // of the last evaluation; nullptr: it does not touch
  // Of the last evaluation: whether all that stick can hold with this share of their limits; else who begins to slip is
  // appended to `released` (unless that is nullptr).
  bool sticks_hold(std::vector<SlipChange>* released, double share = 1);
  void share_stick_forces();  // redundant ones: none beyond its limit, where that is possible
  // What sticks has no slip velocity: moves v there. False: nothing to do.
  bool hold(double t, double* y);
  // Chooses all their modes anew at a node: velocities that are nearly zero become zero, and of those the ones that were
  // seen to slip, or to stick, just after it do. The node's dy is not kept up.
  void settle(Node& node, const std::vector<SlipChange>& seen);

  // Of the instant at which derivative() or observe_positions() was last called.
  const Motion& motion() const { return motion_; }
  const ContactObservation& contact(int index) const { return observed_[index]; }
  const VectorX& multipliers() const override { return multipliers_; }
  const VectorX& constraints() const { return constraint_; }         // Φ
  double constraint_error(double t, const double* y);                // largest |Φ|
  int rank_of_constraints(double t, const double* y);                // independent equations
  MatrixX weighted_jacobian(double t, const double* y);              // Φ_q P (PᵀMP)^−½, full
  std::vector<double> constraint_errors(double t, const double* y);  // Φ, equation by equation
  std::vector<double> velocity_errors(double t, const double* y);    // Φ̇, equation by equation

  Energies energies(double t, const double* y);
  // What the books do not explain [J]: total + dissipated − work − corrections − total at the start. A contact
  // that begins at a depth δ₀ > 0 is given ∫₀^δ₀ F dδ by nobody: that shows here.
  double energy_residual(double t, const double* y);
  // Lost in each contact and in each group of contacts up to now [J].
  std::vector<std::pair<std::string, double>> dissipated_by(double t, const double* y);
  void set_reference_energy(double total) { reference_energy_ = total; }
  double reference_energy() const { return reference_energy_; }
  double stored_energy(int contact, double penetration) const {
    return contacts_[contact].law->potential(penetration);
  }

  // Whose position or velocity in y is not finite: "body 'crank'"; "" when all are.
  std::string nonfinite_body(const double* y);
  // Who makes the right-hand side non-finite at a finite y: "contact 'stop' (law 'mine')"; "" when all is finite.
  std::string nonfinite_element(double t, const double* y);
  // The friction in a joint that has no unique force with the joint's reaction at y; "" when there is none.
  std::string inconsistent_friction(double t, const double* y);
  // Which contact is near the depth beyond which its law knows no force: "contact 'pin' (law 'johnson') is …"; or "".
  std::string exhausted_law(double t, const double* y);
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
    const bool is_last = node.y.data() == evaluated_y_ && node.t == evaluated_t_;
    return is_last && modes_[contact].closed ? &observed_[contact].geometry : nullptr;
  }

  Vector3 reference_point(const Body& body, const double* q) const;  // of a body, for these q [m]

  long evaluations() const { return evaluations_; }  // of the right-hand side, by anybody
  long law_evaluations() const { return law_evaluations_; }
  // What Jacobians took by differences: evaluations of elements that do not know their slopes, or of all together.
  long differences() const { return differences_; }
  double length() const { return length_; }  // [m] typical of the model, for tolerances

 private:
  friend class ElementSlopes;  // ∂ẏ/∂y, element by element
  ElementSlopes& slopes();
  void begin_derivative(double t, const double* y, double* dy);
  Node reference() const;  // t = 0, as the bodies say: where joints are placed
  void number(const Model& model);
  void compile_masses();
  void compile_contacts();
  void compile_groups(const Model& model);
  double stored_in(int contact) const;
  Energies energies_but_stored(double t, const double* y);
  void place_elements();
  void update_motion(double t, const double* y);
  const BodyMotion& probe(const Body& body, const double* q, const double* v) const;
  bool couples(int contact) const;
  void add_forces(double* dy);
  void add_contacts(double t, const double* y, double* dy);
  Vector3 add_friction(const ContactElement& contact, ContactObservation& seen, double t, const double* y,
                       double* dy);
  Vector3 add_bristles(const ContactElement& contact, ContactObservation& seen, double t, const double* y,
                       double* dy);
  void evaluate_constraints();
  void solve_accelerations(const double* y, double* dy);
  void constrain(const double* y, double* u_rates);
  void divide_by_mass(const VectorX& force, double* u_rates) const;
  bool find_loads(double t, const double* y, double* acceleration);
  double load_of(int friction) const;
  bool is_loaded(const SlipRow& row) const { return row.friction >= 0 && loading_[row.friction] >= 0; }
  void set_load(SlipRow& row, double t, double load);

  struct FrictionColumns {
    std::vector<ColumnBlock> blocks;
    std::vector<int> numbers;
  };
  void compile_frictions();
  template <class Friction>  // whatever knows its contact or dry friction
  int& slip_mode(const Friction& of) {
    return of.contact >= 0 ? modes_[of.contact].slip : friction_modes_[of.friction];
  }
  void add_contact_row(int contact, double t);
  double contact_bias(int contact) const;
  void add_friction_row(int friction, double t);
  void list_slips(double t);
  void add_slip_forces(double t, double* dy);
  int loss_of(const SlipRow& row) const;
  void respond(Eigen::Ref<VectorX> x);
  void compile_sticks();
  void add_stick_forces(const double* y);
  void push_sticks(double sign);
  bool is_within_limits(double share) const;
  bool stop_slips(double t, double* y);
  void choose_candidates(const double* acceleration);
  const double* rates_of(const double* y);  // u, of the motion that was updated last
  void find_massless(const BodySlot& slot);
  void relieve_massless(double* u_rates);
  void accelerate(const double* u_rates, double* a) const;
  bool correct_positions(double t, double* y);
  void forget_velocity_equations();
  void correct_velocities(double t, double* y);
  double velocity_step(double* y);
  const VectorX& toward(const VectorX& lambda);
  void push(double* v, const VectorX& change) const;
  bool projects_onto_joints() const {
    return equations_ > 0 && options_.projection != ConstraintOptions::Projection::none;
  }
  bool partitions() const {
    return options_.projection == ConstraintOptions::Projection::coordinate_partitioning;
  }
  VectorX partitioned(const VectorX& error) const;

  // The contacts of one group: its candidates, and the entries of y that those in contact share out.
  struct Group {
    explicit Group(Candidates of) : candidates(std::move(of)) {}
    Candidates candidates;
    int first_state = 0, first_ledger = 0;  // of the common books, used by who has none of its own
    int states = 0, entries = 0;            // of one set of books
    std::vector<int> free_books;            // numbers ≥ 1
    std::vector<int> members;               // contact numbers, by pair
  };
  void set_candidates(int group, const std::vector<Candidates::Pair>& pairs);
  void add_pair(int group, const Candidates::Pair& pair, std::vector<int>& members);
  int vacant_number();
  void drop_contact(int contact);
  void keep_books(int contact, int books);
  void list_active();

  ConstraintOptions options_;
  Vector3 gravity_;
  VectorX start_q_, start_v_;  // where the model's start differs from its bodies'
  std::vector<BodyPointer> bodies_;
  std::vector<ForcePointer> forces_;
  std::vector<JointPointer> joints_;
  std::vector<DryFrictionPointer> frictions_;
  std::vector<ShapePointer> shapes_;  // kept alive for the pairs
  std::vector<ContactElement> contacts_;
  std::vector<ContactMode> modes_;
  std::vector<int> active_, vacant_;  // contact numbers
  int fixed_contacts_ = 0;            // those before the groups'
  std::vector<Group> groups_;
  std::vector<double> idle_rates_;  // of the states of laws of contacts that have not begun
  Layout layout_;
  double length_ = 1;

  bool is_spatial_ = false;
  std::vector<int> bound_;  // bodies whose coordinates are bound to each other, by index
  VectorX mass_;            // by coordinate, 0 where these are bound
  VectorX inverse_mass_;    // by freedom
  VectorX u_, u_rates_;     // where they differ from v and its rates
  // Columns in which a body has no inertia, as a thin rod about itself: their inverse mass is that of a stand-in, whose
  // forces of inertia are taken away again.
  std::vector<int> massless_;
  Motion motion_;
  mutable std::vector<BodyMotion> probes_;  // by body: workspace of closest() and measure()
  VectorX force_, weight_;                  // f; the constant part of it
  std::vector<ContactObservation> observed_;

  bool is_free_ = false;  // no joints, bound coordinates or set-valued friction: v̇ = M⁻¹ f
  int equations_ = 0;
  bool binds_velocities_ = false;                                    // by some joint's velocity_equations()
  std::vector<int> first_equation_;                                  // by joint
  VectorX constraint_, rate_, gamma_, multipliers_, right_, drift_;  // by equation
  VectorX change_;                                                   // by freedom
  ConstraintJacobian jacobian_;
  ConstraintSolverPointer solver_;
  bool may_stick_ = false, has_flowchart_ = false, has_plain_friction_ = false;
  std::vector<FrictionColumns> friction_columns_;  // by dry friction
  std::vector<int> friction_modes_;                // likewise
  std::vector<int> loading_;                       // likewise: the joint whose reaction loads it, −1: none
  bool has_loaded_friction_ = false;
  std::string inconsistent_;          // the friction whose load had no solution at the last evaluation, or ""
  std::array<VectorX, 3> slip_rows_;  // of one friction: displacement, its rate in time, γ
  StickSlip stick_slip_;
  friend class MidpointStep;
  friend class DirectorStep;
  friend class VariationalStep;
  long evaluations_ = 0, law_evaluations_ = 0, differences_ = 0;
  double reference_energy_ = 0;           // [J] total at t = 0
  std::vector<std::array<int, 3>> ties_;  // of contacts, as the last coupling had them: bodies, states
  long coupling_version_ = 0;
  const double* evaluated_y_ = nullptr;  // of the last call of derivative()
  double evaluated_t_ = 0;
  std::shared_ptr<ElementSlopes> slopes_;  // once somebody asks for a Jacobian
};

}  // namespace perilune
