#pragma once

#include <array>
#include <complex>
#include <vector>

#include "engine/integrators/linearization.h"
#include "engine/integrators/method.h"

namespace perilune {

// What a Newton iteration came to.
struct NewtonResult {
  enum class End { converged, diverged, not_finite };
  End end = End::diverged;
  int iterations = 0;
  double rate = 0;           // θ, of convergence [-]
  double leftover = 0;       // what is expected to be left of the error, 1 = what was allowed
  double step_factor = 0.5;  // when diverged: what to do to the step
};

// The stages of one step of Radau IIA, as increments Z_i over the start, of the controlled entries. Solves
//     Z = h (A ⊗ I) F(y₀ + Z)
// by simplified Newton in W = T⁻¹ Z, where it is one real and one complex system (Hairer & Wanner II, sec. IV.8).
class RadauNewton {
 public:
  using Stages = std::array<VectorX, 3>;
  using Factors = Linearization<double, std::complex<double>>;

  void resize(int size, int controlled);
  Stages& stages() { return stages_; }  // the guess before, the solution after
  const Stages& stages() const { return stages_; }

  // weights: 1 = at tolerance. allowed: of the error of Z in these weights. convergence: θ/(1 − θ) of the last step.
  NewtonResult solve(Problem& problem, const Node& before, double h, Factors& factors, const VectorX& weights,
                     double allowed, double convergence, int most_iterations);

  // Where the right-hand side was evaluated last.
  const std::vector<double>& last_y() const { return y_; }

  // F at stage i, for the increments as they are; `y` of it on return.
  void evaluate(Problem& problem, const Node& before, double h, int i, double* y, double* dy) const;

 private:
  bool evaluate_rates(Problem& problem, const Node& before, double h);
  double correct(double h, Factors& factors, const VectorX& weights);

  Stages stages_, transformed_, rates_;  // Z, W, F
  VectorX real_;
  Eigen::VectorXcd complex_;
  std::vector<double> y_, dy_;
};

}  // namespace perilune
