#include <doctest/doctest.h>

#include "engine/system/constraint_solver.h"

using namespace perilune;

TEST_CASE("constraint solver: a regular S is solved to rounding") {
  MatrixX J(2, 3);
  J << 1, 2, 0, 0, 1, -1;
  VectorX w(3);
  w << 1, 0.5, 2;
  ConstraintSolver solver;
  solver.resize(2, 3);
  solver.factorize(J, w);
  CHECK(solver.rank() == 2);
  VectorX right(2), lambda(2);
  right << 1, -3;
  solver.solve(right, lambda);
  const MatrixX S = J * w.asDiagonal() * J.transpose();
  CHECK((S * lambda - right).norm() < 1e-14);
}

TEST_CASE("constraint solver: redundant rows share their load, which is the solution of least norm") {
  MatrixX J(2, 2);
  J << 1, 0, 1, 0;  // the same constraint twice
  VectorX w = VectorX::Ones(2);
  ConstraintSolver solver;
  solver.resize(2, 2);
  solver.factorize(J, w);
  CHECK(solver.rank() == 1);
  CHECK(solver.is_redundant());
  VectorX right(2), lambda(2);
  right << 4, 4;
  solver.solve(right, lambda);
  // λ₁ + λ₂ = 4 with least norm: two each.
  CHECK(lambda[0] == doctest::Approx(2).epsilon(1e-14));
  CHECK(lambda[1] == doctest::Approx(2).epsilon(1e-14));
}
