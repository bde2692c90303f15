#pragma once

#include "engine/integrators/constrained_problem.h"
#include "engine/integrators/newton_matrix.h"

namespace perilune {

// The matrix of Newton's method for accelerations and multipliers. With ẋ = G(t, q, x) − W λ, x = [v | states],
// W = M⁻¹ Φ_qᵀ and positions and rates that move by b δẋ and g δẋ, it solves
//     (I − g ∂G/∂x − b [∂G/∂q  0]) δẋ + W δλ = r,   Φ_q δv̇ = s,
// by S = Φ_q N⁻¹ W, which is decomposed with a view to its rank: redundant constraints get multipliers of least norm.
// Accelerations as unknowns are the scaling that Bottasso, Dopico & Trainelli (2008), Multibody Syst Dyn 19, 3-20, ask
// for: no entry grows as the step shrinks.
class SaddleMatrix {
 public:
  bool is_valid = false;

  // constrained: the same problem, or nullptr.
  void evaluate(Problem& problem, ConstrainedProblem* constrained, const Node& at, const VectorX& lambda);
  bool factorize(double b, double g);  // false: singular. What is there already is not made again.
  void solve(const VectorX& r, const VectorX& s, VectorX& change, VectorX& change_of_multipliers);

 private:
  void apply(VectorX& r);  // N⁻¹ r

  Jacobian jacobian_, scaled_;
  NewtonMatrix<double> newton_;
  MatrixX of_constraints_, of_multipliers_;  // Φ_q, N⁻¹ W
  MatrixX reaction_;                         // W
  Eigen::CompleteOrthogonalDecomposition<MatrixX> schur_;
  VectorX full_;
  int positions_ = 0;
  double b_ = 0, g_ = 0;
  bool is_factorized_ = false, is_regular_ = false, is_new_coupling_ = true;
};

}  // namespace perilune
