#pragma once

#include <vector>

#include "engine/integrators/jacobian.h"
#include "engine/model/jet_equations.h"
#include "engine/system/system.h"

namespace perilune {

// ∂ẏ/∂y of a system, element by element. A contact law gives its slopes itself; joints, springs and dampers that can be
// evaluated on jets have theirs exactly. The geometry of contacts and what calls a user's function is differentiated by the
// coordinates of the few bodies concerned, by central differences: it is smooth, so they are right to some nine digits,
// however stiff the law is. What follows from it, the multipliers', is algebra.
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
  struct Touch;

  void gather(const Body* const* bodies, std::size_t count, Inputs& inputs) const;
  Inputs inputs_of(const std::vector<BodyPointer>& bodies) const;
  double& entry(int row, int column, Of of);
  double& number(int column, Of of) { return y_[of == Of::position ? column : n_ + column]; }
  void set(const Input& input, Of of, double to);
  template <class Evaluate>
  void difference(const Input& input, Of of, double length, Evaluate evaluate, VectorX& slope);
  void add_column(const Inputs& inputs, const VectorX& push, double factor, int column, Of of);

  void add_force(const Force& force, const Inputs& inputs);
  // On jets (jet_slopes.cpp). Places along q + vτ + aτ²/2 (accelerations: by coordinate, or none), or along one coordinate.
  JetPlaces along_motion(const Inputs& inputs, const VectorX* accelerations) const;
  JetPlaces along_coordinate(const Inputs& inputs, int which) const;
  void add_jet_force(const JetForce& force, const Inputs& inputs);
  bool add_sloped_force(const Force& force);
  bool add_jet_reactions(int joint, const VectorX& lambda, const VectorX& acceleration);
  void add_contact(const Touch& touch);
  void add_contact_with_states(const Touch& touch);
  void spread(const Touch& touch, const Vector3& point, const Vector3& push, Eigen::Ref<VectorX> f);
  void look(const Touch& touch, double normal_force, VectorX& seen);
  // Friction with states, of which it writes the rates [… | state rates].
  Vector3 look_at_bristles(const Touch& touch, const ContactGeometry& geometry, double normal_force,
                           double* rates) const;
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
  std::vector<double> y_;  // moved and moved back
  std::vector<Jet> equations_, moved_;
  VectorX up_, scattered_, seen_, slope_, normal_, newton_, push_;
  double nowhere_ = 0;
};

}  // namespace perilune
