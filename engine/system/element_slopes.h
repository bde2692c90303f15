#pragma once

#include <vector>

#include "engine/integrators/jacobian.h"
#include "engine/model/jet_equations.h"
#include "engine/model/measured_force.h"
#include "engine/system/contact_slopes.h"
#include "engine/system/system.h"

namespace perilune {

// ∂ẏ/∂y of a system, element by element. Joints and forces that can be evaluated on jets, laws and frictions that know
// their slopes and shapes that know how their normal turns have theirs exactly. Others are differentiated by the
// coordinates of the few bodies concerned, by central differences, right to some nine digits, and System::differences() counts
// these. What follows from them, the multipliers', is algebra.
class ElementSlopes {
 public:
  explicit ElementSlopes(System& system);
  std::vector<double> rates;  // room for a derivative

  // At a node whose derivative the system has just evaluated, until finish(). `jacobian` has its places already.
  void begin(const Node& at, Jacobian& jacobian);
  void finish() { system_.update_motion(t_, at_->y.data()); }

  void add_forces();  // M⁻¹ ∂f/∂y and the rates of laws' states
  // −M⁻¹ ∂(Φ_qᵀ λ)/∂y, λ kept; looks at what the constraints demand of these accelerations, too.
  void add_reactions(const VectorX& lambda, const VectorX& acceleration);
  void let_multipliers_follow();  // so that the constraints hold for the changed accelerations

 private:
  enum class Of { position, rate };  // by which an element is differentiated; states of laws are rates
  struct Input {
    const Body* body;
    int column;
  };
  using Inputs = std::vector<Input>;

  void gather(const Body* const* bodies, std::size_t count, Inputs& inputs) const;
  Inputs inputs_of(const std::vector<BodyPointer>& bodies) const;
  double& entry(int row, int column, Of of);
  double& number(int column, Of of) { return y_[of == Of::position ? column : n_ + column]; }
  void set(const Input& input, Of of, double to);
  template <class Evaluate>
  void difference(const Input& input, Of of, double length, Evaluate evaluate, VectorX& slope);
  void add_column(const Inputs& inputs, const VectorX& push, double factor, int column, Of of);

  void add_force(const Force& force, const Inputs& inputs);
  // On jets (jet_slopes.cpp): along a path through places, for some entries of y that are the jets' directions.
  struct Path {
    const VectorX* accelerations = nullptr;  // by coordinate: along the motion; none: along it with none
    int moved = -1;                          // ≥ 0: along this input alone
    Of by = Of::position;
  };
  struct Directions {
    Of of;
    std::size_t first, count;  // of the inputs, whole bodies
  };
  template <class See>
  bool for_directions(const Inputs& inputs, Of of, See see) const;
  JetPlaces places_along(const Inputs& inputs, const Path& path, const Directions& directions) const;
  void add_own(const Inputs& inputs, double factor);
  bool add_measured_force(const MeasuredForce& force, const Inputs& inputs);
  bool add_jet_reactions(int joint, const VectorX& lambda, const VectorX& acceleration);
  struct Shifts {
    ContactSlopes::Shift a, b;
  };
  void add_contact(const ContactElement& contact, const ContactMode& mode);
  ContactSlopes::GeometryChange difference_geometry(const ContactElement& contact, int side,
                                                    const Input& input);
  void spread(const ContactElement& contact, const Shifts& shifts, const ContactSlopes::Change& change);
  void evaluate_joint(int joint, const VectorX& lambda, const VectorX& acceleration, VectorX& outputs);

  System& system_;
  const int n_;
  std::vector<Inputs> of_forces_, of_joints_;
  Inputs of_contact_;
  const Node* at_ = nullptr;
  Jacobian* jacobian_ = nullptr;
  double t_ = 0;
  MatrixX demands_[2];  // ∂r/∂q, ∂r/∂v of the constraints' accelerations r, for kept accelerations
  VectorX error_, rate_, gamma_;
  std::vector<double> y_;     // moved and moved back
  std::vector<Jet> seen_on_;  // measures or equations, on jets
  MeasuredForce::Measures measures_;
  MeasuredForce::Push measured_push_;
  MatrixX gradient_, gradient_rate_, own_[2];  // own_: of one element, by its positions and rates
  VectorX up_, scattered_, slope_, push_;
  ContactSlopes of_contacts_;
  ContactSlopes::Change change_;
  double nowhere_ = 0;
};

}  // namespace perilune
