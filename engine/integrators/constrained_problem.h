#pragma once

#include <memory>

#include "engine/integrators/problem.h"
#include "engine/math/vector.h"

namespace perilune {

enum class StepForm;
class StepEquations;

// What methods on positions see of a problem whose accelerations follow from
//     M v̇ + Φ_qᵀ λ = f(t, y),   Φ(t, q) = 0,   M constant:
// they act on Φ and find the multipliers λ themselves, either at an instant, where the method has a formula of its own
// for what lies between (generalized_alpha), or over a step, where what lies between is the problem's affair, as what
// is to be conserved there is (energy_momentum, variational_midpoint).
class ConstrainedProblem : public Problem {
 public:
  ConstrainedProblem* constrained() final { return this; }

  virtual int multiplier_count() const = 0;  // m: length of λ and Φ
  virtual bool has_velocity_equations()
      const = 0;  // among them such as bind velocities only: no Φ says what they do
  virtual const VectorX& multipliers() const = 0;  // of the last derivative()

  // At an instant. Writes F(t, y) with these multipliers instead of its own, and Φ(t, q).
  virtual void derivative_with(double t, const double* y, const double* lambda, double* dy, double* phi) = 0;
  // The derivatives of those by y (as the coupling has its places), Φ_q (m × n) and M⁻¹ Φ_qᵀ (n × m).
  virtual void differentiate_with(const Node& at, const double* lambda, Jacobian& jacobian,
                                  MatrixX& of_constraints, MatrixX& of_multipliers) = 0;

  // Over a step (step_equations.h). The problem must outlive its equations.
  virtual std::unique_ptr<StepEquations> step_equations(StepForm form) = 0;
};

}  // namespace perilune
