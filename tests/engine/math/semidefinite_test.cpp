#include "engine/math/semidefinite.h"

#include <doctest/doctest.h>

#include <random>

using namespace perilune;

// The four conditions of Penrose (1955) for x = A⁺ b, b arbitrary: Aᵀ(Ax − b) = 0 and x in the range of A.
TEST_CASE("semidefinite: least squares of least norm, whatever the rank") {
  std::mt19937 generator(4);
  std::normal_distribution<double> normal;
  Semidefinite inverse;
  VectorX x;
  for (int rank = 0; rank <= 7; ++rank) {
    MatrixX factor(7, rank);
    for (double& entry : factor.reshaped()) entry = normal(generator);
    const MatrixX A = factor * factor.transpose();
    VectorX b(7);
    for (double& entry : b) entry = normal(generator);
    inverse.compute(A);
    inverse.solve(b, x);
    CAPTURE(rank);
    CHECK(inverse.rank() == rank);
    CHECK((A * (A * x - b)).norm() < 1e-8 * (1 + A.norm() * A.norm()));
    const VectorX in_range =
        rank == 0 ? VectorX::Zero(7) : VectorX(factor * factor.colPivHouseholderQr().solve(x));
    CHECK((in_range - x).norm() < 1e-8 * (1 + x.norm()));
  }
}
