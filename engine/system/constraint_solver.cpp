#include "engine/system/constraint_solver.h"

#include <algorithm>
#include <array>

namespace perilune {
namespace {

constexpr int most_dense = 14;  // equations: beyond, skipping zeros pays (tests/benchmarks: chain)

// [M Φ_qᵀ; Φ_q 0] [x; −λ] = [0; r], by a rank-revealing decomposition of all of it: slow, and regular also where M is not.
class Augmented final : public ConstraintSolver {
 public:
  explicit Augmented(const ConstraintJacobian& jacobian)
      : coordinates_(jacobian.coordinates()), equations_(jacobian.equations()) {}

  void factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass) override {
    const int n = coordinates_, m = equations_;
    const MatrixX phi = jacobian.dense();
    MatrixX matrix = MatrixX::Zero(n + m, n + m);
    // Rows and columns scaled by M^½: the blocks become I and Φ_q M^−½.
    matrix.topLeftCorner(n, n).setIdentity();
    matrix.bottomLeftCorner(m, n) = phi * inverse_mass.cwiseSqrt().asDiagonal();
    scale_ = matrix.bottomLeftCorner(m, n).cwiseAbs().maxCoeff();
    matrix.bottomLeftCorner(m, n) /= scale_;
    matrix.topRightCorner(n, m) = matrix.bottomLeftCorner(m, n).transpose();
    decomposition_.setThreshold(relative_cut);
    decomposition_.compute(matrix);
  }
  void solve(const VectorX& right, VectorX& multipliers) override {
    VectorX extended = VectorX::Zero(coordinates_ + equations_);
    extended.tail(equations_) = right / (scale_ * scale_);
    multipliers = -decomposition_.solve(extended).tail(equations_);
  }
  int rank() const override { return static_cast<int>(decomposition_.rank()) - coordinates_; }

 private:
  int coordinates_, equations_;
  double scale_ = 1;
  Eigen::CompleteOrthogonalDecomposition<MatrixX> decomposition_;
};

constexpr std::array<const char*, 5> names = {"auto", "schur", "augmented", "generalized_inverse", "penalty"};

}  // namespace

const char* to_string(Multipliers kind) { return names.at(static_cast<std::size_t>(kind)); }

std::vector<std::string> multiplier_names() { return {names.begin(), names.end() - 1}; }

Multipliers multipliers_named(const std::string& name) {
  return static_cast<Multipliers>(std::find(names.begin(), names.end(), name) - names.begin());
}

ConstraintSolverPointer make_augmented(const ConstraintJacobian& jacobian) {
  return std::make_unique<Augmented>(jacobian);
}

ConstraintSolverPointer make_constraint_solver(Multipliers kind, const ConstraintJacobian& jacobian,
                                               double penalty) {
  switch (kind) {
    case Multipliers::augmented: return make_augmented(jacobian);
    case Multipliers::generalized_inverse: return make_generalized_inverse(jacobian);
    case Multipliers::penalty: return make_penalty(jacobian, penalty);
    case Multipliers::automatic:
    case Multipliers::schur: break;
  }
  return jacobian.equations() <= most_dense ? make_dense_schur(jacobian) : make_sparse_schur(jacobian);
}

}  // namespace perilune
