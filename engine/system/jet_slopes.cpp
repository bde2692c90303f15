#include "engine/system/element_slopes.h"

namespace perilune {

// inputs: body by body, coordinate by coordinate, as gather() lists them.
JetPlaces ElementSlopes::along_motion(const Inputs& inputs, const VectorX* accelerations) const {
  JetPlaces places(system_.motion_);
  static constexpr std::array<double, 3> none{};
  for (std::size_t i = 0; i < inputs.size(); i += inputs[i].body->coordinates()) {
    const int first = inputs[i].column;
    const double* a = accelerations ? accelerations->data() + first : none.data();
    places.add(*inputs[i].body, y_.data() + first, y_.data() + n_ + first, a);
  }
  return places;
}

JetPlaces ElementSlopes::along_coordinate(const Inputs& inputs, int which) const {
  JetPlaces places(system_.motion_);
  static constexpr std::array<double, 3> none{};
  for (std::size_t i = 0; i < inputs.size(); i += inputs[i].body->coordinates()) {
    std::array<double, 3> v{};
    const int own = which - static_cast<int>(i);
    if (own >= 0 && own < inputs[i].body->coordinates()) v[own] = 1;
    places.add(*inputs[i].body, y_.data() + inputs[i].column, v.data(), none.data());
  }
  return places;
}

// Q = −F g with g = ∂l/∂q, H = ∂g/∂q, l̇ = g·v:   ∂Q/∂q = −g (F_l g + F_l̇ Hv)ᵀ − F H,   ∂Q/∂v = −F_l̇ g gᵀ.
void ElementSlopes::add_jet_force(const JetForce& force, const Inputs& inputs) {
  const auto count = static_cast<Eigen::Index>(inputs.size());
  const Jet length = force.length_on(along_motion(inputs, nullptr));
  const JetForce::Slopes slopes = force.slopes_at(length.value(), length.term[1].value, t_);
  const Jet::Slope &g = length.term[0].slope, &Hv = length.term[1].slope;
  for (Eigen::Index k = 0; k < count; ++k) {
    const Jet moved = force.length_on(along_coordinate(inputs, static_cast<int>(k)));
    push_ = (slopes.by_length * g[k] + slopes.by_rate * Hv[k]) * g.head(count) +
            slopes.force * moved.term[1].slope.head(count);
    add_column(inputs, push_, -1, inputs[k].column, Of::position);
    push_ = slopes.by_rate * g[k] * g.head(count);
    add_column(inputs, push_, -1, inputs[k].column, Of::rate);
  }
}

// Along q + vτ + aτ²/2 an equation is Φ + Φ̇ τ + Φ̈ τ²/2, but for what depends on time alone. Its acceleration demanded is
// r = Φ̈ + 2α Φ̇ + β² Φ, and ∂Φ̇/∂q̇ = Φ_q, ∂Φ̈/∂q̇ = 2 ∂Φ̇/∂q. False: the joint knows no jets.
bool ElementSlopes::add_jet_reactions(int joint, const VectorX& lambda, const VectorX& acceleration) {
  const auto* known = dynamic_cast<const JetEquations*>(system_.joints_[joint].get());
  const ConstraintJacobian::JointRows& of = system_.jacobian_.joints()[joint];
  const Inputs& inputs = of_joints_[joint];
  const auto count = static_cast<Eigen::Index>(inputs.size());
  equations_.assign(of.equations, Jet()), moved_.assign(of.equations, Jet());
  if (!known || !known->evaluate_on(along_motion(inputs, &acceleration), equations_.data())) return false;
  const double alpha = system_.options_.alpha, beta = system_.options_.beta;
  for (Eigen::Index k = 0; k < count; ++k) {
    const int column = inputs[k].column;
    known->evaluate_on(along_coordinate(inputs, static_cast<int>(k)), moved_.data());
    push_.setZero(count);
    for (int e = 0; e < of.equations; ++e) {
      const std::array<Jet::Term, 3>& term = equations_[e].term;
      push_ += lambda[of.first + e] * moved_[e].term[1].slope.head(count);
      demands_[0](of.first + e, column) =
          2 * term[2].slope[k] + 2 * alpha * term[1].slope[k] + beta * beta * term[0].slope[k];
      demands_[1](of.first + e, column) = 2 * term[1].slope[k] + 2 * alpha * term[0].slope[k];
    }
    add_column(inputs, push_, -1, column, Of::position);
  }
  return true;
}

}  // namespace perilune
