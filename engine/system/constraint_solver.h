#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/system/constraint_jacobian.h"

namespace perilune {

// How multipliers are found. All give those of least norm where constraints are redundant or the position is singular.
enum class Multipliers {
  automatic,            // = schur
  schur,                // S = Φ_q M⁻¹ Φ_qᵀ: dense LDLᵀ while small, sparse LDLᵀ when not
  augmented,            // [M Φ_qᵀ; Φ_q 0] as one rank-revealing system
  generalized_inverse,  // S⁺ always
  penalty               // the method of multipliers on S + 1/penalty (Bayo, García de Jalón & Serna 1988)
};

// Solves S λ = r, S = Φ_q M⁻¹ Φ_qᵀ.
class ConstraintSolver {
 public:
  virtual ~ConstraintSolver() = default;
  virtual void factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass) = 0;
  virtual void solve(const VectorX& right, VectorX& multipliers) = 0;
  virtual int rank() const = 0;  // independent equations of the last factorization
};

// The names users say: "auto", "schur", "augmented", "generalized_inverse"; penalty belongs to its stabilization.
std::vector<std::string> multiplier_names();
Multipliers multipliers_named(const std::string& name);
const char* to_string(Multipliers kind);

using ConstraintSolverPointer = std::unique_ptr<ConstraintSolver>;

// For joints whose pattern is that of `jacobian`. penalty [-]: relative to the largest entry of 1/S.
ConstraintSolverPointer make_constraint_solver(Multipliers kind, const ConstraintJacobian& jacobian,
                                               double penalty = 1e8);

// Pivots of S below this share of the largest say that constraints are redundant or the position singular.
// N-four-bar: cuts from 1e-9 to 1e-5 pass the singular position, 1e-12 leaves the branch.
constexpr double relative_cut = 1e-8;

// The kinds, each in a file of its own.
ConstraintSolverPointer make_dense_schur(const ConstraintJacobian& jacobian);
ConstraintSolverPointer make_sparse_schur(const ConstraintJacobian& jacobian);
ConstraintSolverPointer make_generalized_inverse(const ConstraintJacobian& jacobian);
ConstraintSolverPointer make_augmented(const ConstraintJacobian& jacobian);
ConstraintSolverPointer make_penalty(const ConstraintJacobian& jacobian, double penalty);

}  // namespace perilune
