#include "engine/integrators/jacobian.h"

#include <doctest/doctest.h>

#include <complex>
#include <random>

#include "engine/integrators/newton_matrix.h"

using namespace perilune;

namespace {

// Masses in a row, q̈_i = −q_i³ − 2 v_i + reach × (differences to the neighbours), so that the derivatives are known.
struct Row final : Problem {
  explicit Row(int count, bool is_coupled) : count(count), is_coupled(is_coupled) {}
  int count;
  bool is_coupled;
  long evaluations = 0;

  int size() const override { return 2 * count; }
  int positions() const override { return count; }
  int controlled() const override { return 2 * count; }
  void derivative(double, const double* y, double* dy) override {
    ++evaluations;
    const double *q = y, *v = y + count;
    for (int i = 0; i < count; ++i) {
      dy[i] = v[i];
      dy[count + i] = -q[i] * q[i] * q[i] - 2 * v[i];
      for (const int other : neighbours(i)) dy[count + i] += 3 * (q[other] - q[i]);
    }
  }
  void couple(Coupling& coupling) const override {
    coupling.begin.assign(1, 0), coupling.rows.clear();
    for (int i = 0; i < count; ++i) {
      for (int row = std::max(0, i - 1); row <= std::min(count - 1, i + 1); ++row) {
        if (is_coupled || row == i) coupling.rows.push_back(row);
      }
      coupling.begin.push_back(static_cast<int>(coupling.rows.size()));
    }
  }
  std::vector<int> neighbours(int i) const {
    std::vector<int> list;
    if (is_coupled && i > 0) list.push_back(i - 1);
    if (is_coupled && i + 1 < count) list.push_back(i + 1);
    return list;
  }
  Node somewhere() {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    Node node;
    node.resize(size());
    for (double& y : node.y) y = number(random);
    derivative(0, node.y.data(), node.dy.data());
    return node;
  }
  MatrixX full(const Node& at) const {  // ∂F/∂y
    MatrixX J = MatrixX::Zero(2 * count, 2 * count);
    for (int i = 0; i < count; ++i) {
      J(i, count + i) = 1;
      J(count + i, i) = -3 * at.y[i] * at.y[i];
      J(count + i, count + i) = -2;
      for (const int other : neighbours(i)) J(count + i, other) += 3, J(count + i, i) -= 3;
    }
    return J;
  }
};

// What a Jacobian says, as a matrix.
MatrixX full(const Jacobian& jacobian, int positions) {
  const Coupling& coupling = jacobian.coupling;
  const int columns = coupling.columns(), n = positions;
  MatrixX J = MatrixX::Zero(n + columns, n + columns);
  J.topRightCorner(n, columns).leftCols(n).setIdentity();
  for (int c = 0; c < columns; ++c) {
    for (int k = coupling.begin[c]; k < coupling.begin[c + 1]; ++k) {
      J(n + coupling.rows[k], n + c) = jacobian.by_rate[k];
      if (c < n) J(n + coupling.rows[k], c) = jacobian.by_position[k];
    }
  }
  return J;
}

template <class Number>
void check_solution(int count, Number mu) {
  Row row(count, true);
  const Node at = row.somewhere();
  Jacobian jacobian;
  row.differentiate(at, jacobian);
  NewtonMatrix<Number> matrix;
  REQUIRE(matrix.factorize(jacobian, mu, true));
  using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
  const Vector right = Vector::Random(2 * count);
  Vector solution = right;
  matrix.solve(jacobian, solution);
  const Vector back = mu * solution - full(jacobian, count).cast<Number>() * solution;
  CHECK((back - right).cwiseAbs().maxCoeff() < 1e-12);  // numbers of size 1: some hundred roundings
}

}  // namespace

// A forward quotient is off by half its increment times the second derivative, √ε·6, and by rounding, ε/√ε: some 1e-7.
TEST_CASE("jacobian: difference quotients agree with the derivatives") {
  for (const bool is_coupled : {false, true}) {
    Row row(20, is_coupled);
    const Node at = row.somewhere();
    Jacobian jacobian;
    row.differentiate(at, jacobian);
    CHECK((full(jacobian, 20) - row.full(at)).cwiseAbs().maxCoeff() < 3e-7);
  }
}

// Two evaluations a colour, positions and velocities; a row of neighbours has three colours, loose masses one.
TEST_CASE("jacobian: the number of evaluations does not grow with the number of masses") {
  for (const int count : {3, 30, 300}) {
    for (const bool is_coupled : {false, true}) {
      Row row(count, is_coupled);
      const Node at = row.somewhere();
      Jacobian jacobian;
      row.evaluations = 0;
      row.differentiate(at, jacobian);
      CHECK(row.evaluations == (is_coupled ? 6 : 2));
    }
  }
}

TEST_CASE("jacobian: where nothing is said all entries feel all others") {
  struct Plain final : Problem {
    int size() const override { return 4; }
    int positions() const override { return 1; }
    int controlled() const override { return 3; }
    void derivative(double, const double* y, double* dy) override {
      dy[0] = y[1], dy[1] = 5 * y[0] + 7 * y[1] + 11 * y[2], dy[2] = 13 * y[0] + 17 * y[1] + 19 * y[2],
      dy[3] = 1e9 * y[1];  // an integral: outside
    }
  } problem;
  Node at;
  at.y = {1, 2, 3, 0}, at.dy.resize(4);
  problem.derivative(0, at.y.data(), at.dy.data());
  Jacobian jacobian;
  problem.differentiate(at, jacobian);
  MatrixX expected(3, 3);
  expected << 0, 1, 0, 5, 7, 11, 13, 17, 19;
  CHECK((full(jacobian, 1) - expected).cwiseAbs().maxCoeff() < 1e-5);  // 50 ε / √ε
}

TEST_CASE(
    "newton matrix: without the positions it solves the same system, dense and sparse, real and complex") {
  for (const int count : {1, 20, 300}) {  // sparse beyond a hundred
    CAPTURE(count);
    check_solution(count, 3.7);
    check_solution(count, std::complex<double>(2.7, 3.1));
  }
}

TEST_CASE("newton matrix: a singular one is told from a regular one") {
  Row row(2, false);
  Node at;
  at.y = {0, 0, 0, 0}, at.dy.resize(4);
  row.derivative(0, at.y.data(), at.dy.data());
  Jacobian jacobian;
  row.differentiate(at, jacobian);  // eigenvalues 0 and −2
  NewtonMatrix<double> matrix;
  CHECK_FALSE(matrix.factorize(jacobian, std::nan(""), true));
  jacobian.by_rate.assign(2, 2), jacobian.by_position.assign(2, 0);
  CHECK_FALSE(matrix.factorize(jacobian, 2, true));
  CHECK(matrix.factorize(jacobian, 3, true));
}
