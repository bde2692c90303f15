#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/joints/participants.h"

namespace perilune {

using JointParameters = std::vector<std::pair<std::string, double>>;

// The equations of a user's function, of positions Φ(q, t) = 0 or of velocities Ψ(q, v, t) = 0. Everything the solver
// needs is derived from what the function computes: a column of the Jacobian by one evaluation along that argument,
// γ by one along the motion (v, 1) with q̈ = 0.
class UserEquations {
 public:
  struct Given {
    FunctionSourcePointer source;
    std::string purpose;  // for messages: "equations of constraint 'slot'"
    bool of_velocities = false;
    const JointParameters* parameters = nullptr;  // none: the function has no argument p
  };
  // Tries the function in the state in which the bodies are described. InputError: it returns no equation.
  UserEquations(const Given& given, Participants participants);

  int size() const { return function_->signature().outputs(); }
  void evaluate(const Motion& motion, ConstraintRows& rows, int first);
  // On jets; false: the function knows no third derivatives, or somebody turns in space.
  bool evaluate_on(const JetPlaces& places, Jet* equations);
  // −λᵀ ∂Φ/∂x, x a number of one participant: the force [N] or moment [N m] on it.
  double load(const Motion& motion, int participant, int number, const double* lambda);

 private:
  void view(const Motion& motion);
  const std::vector<Taylor>& along(int input);  // the derivatives of all equations with respect to one input
  void write_jacobian(const Motion& motion, ConstraintRows& rows, int first);
  // Where the numbers of a participant stand among the inputs that a force changes: velocities, if those are bound.
  int moved(int participant) const;

  Participants participants_;
  bool of_velocities_;
  std::vector<int> first_input_;  // by participant
  FunctionPointer function_;
  std::vector<Taylor> inputs_, seeded_, results_;
  std::vector<double> weights_;
  std::vector<Jet> jets_;              // of the participants
  std::vector<Taylor> with_gradient_;  // results, and their derivatives by what jets_ are
};

}  // namespace perilune
