#include "engine/system/constraint_solver.h"

#include <doctest/doctest.h>

#include "engine/joints/revolute.h"
#include "engine/system/schur_complement.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

constexpr Multipliers every_kind[] = {Multipliers::schur, Multipliers::augmented,
                                      Multipliers::generalized_inverse, Multipliers::penalty};

JointPointer revolute(const BodyPointer& a, const BodyPointer& b) {
  auto made = std::make_shared<Revolute>();
  made->between = {Point{a, {0.5, 0, 0}}, Point{b, {-0.5, 0, 0}}};
  return made;
}

std::vector<BodyPointer> links(int count) {
  std::vector<BodyPointer> list;
  for (int i = 0; i < count; ++i) list.push_back(planar_body(1 + 0.1 * i, 0.2, Vector3::Zero()));
  return list;
}

// Links in random places, pinned one to the next and to the ground; the last pin `copies` times.
struct Chain {
  Chain(int count, int copies, std::mt19937& generator) : bench(links(count)) {
    bench.randomize(generator);
    for (int i = 0; i < count; ++i) joints.push_back(revolute(bench.bodies[i], bench.bodies[i + 1]));
    for (int i = 1; i < copies; ++i) joints.push_back(joints.back());
    jacobian.compile(joints, bench.motion.slots);
    VectorX error(2), rate(2), gamma(2);
    for (std::size_t j = 0; j < joints.size(); ++j)
      joints[j]->evaluate(bench.motion, {error, rate, gamma, jacobian.rows(static_cast<int>(j))});
    inverse_mass.setLinSpaced(3 * count, 0.5, 2);
  }
  MatrixX schur() const {
    return jacobian.dense() * inverse_mass.asDiagonal() * jacobian.dense().transpose();
  }

  Bench bench;
  std::vector<JointPointer> joints;
  ConstraintJacobian jacobian;
  VectorX inverse_mass;
};

VectorX random_vector(int size, std::mt19937& generator) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return VectorX::NullaryExpr(size, [&](auto) { return uniform(generator); });
}

}  // namespace

TEST_CASE("constraint Jacobian: products agree with the full matrix") {
  std::mt19937 generator(5);
  const Chain chain(4, 1, generator);
  const MatrixX full = chain.jacobian.dense();
  const VectorX x = random_vector(12, generator), lambda = random_vector(8, generator);
  VectorX product(8), sum = x;
  chain.jacobian.multiply(x.data(), product);
  CHECK((product - full * x).norm() < 1e-14);
  chain.jacobian.add_transposed(lambda, -2, sum);
  CHECK((sum - x + 2 * full.transpose() * lambda).norm() < 1e-14);
}

TEST_CASE("Schur complement: its pattern is what bodies share, a band for a chain") {
  std::mt19937 generator(5);
  const Chain chain(50, 1, generator);
  // 3 entries in the triangle of each joint with itself, 4 with its neighbour.
  CHECK(SchurComplement::pattern(chain.jacobian).size() == 50 * 3 + 49 * 4);
}

TEST_CASE("constraint solvers: a regular S is solved to rounding, small and large, by every kind") {
  std::mt19937 generator(6);
  for (const int count : {1, 3, 40}) {
    const Chain chain(count, 1, generator);
    const VectorX right = random_vector(2 * count, generator);
    for (const Multipliers kind : every_kind) {
      CAPTURE(count);
      CAPTURE(to_string(kind));
      const ConstraintSolverPointer solver = make_constraint_solver(kind, chain.jacobian);
      solver->factorize(chain.jacobian, chain.inverse_mass);
      CHECK(solver->rank() == 2 * count);
      VectorX lambda(2 * count);
      solver->solve(right, lambda);
      CHECK((chain.schur() * lambda - right).norm() < 1e-11 * lambda.norm());
    }
  }
}

TEST_CASE("constraint solvers: redundant rows share their load, which is the solution of least norm") {
  std::mt19937 generator(7);
  for (const int count : {1, 3, 20, 60}) {
    std::mt19937 same(8);
    const Chain chain(count, 3, same);
    const int m = 2 * count + 4;
    // Three copies of the last pin: its load divides into three equal parts.
    VectorX right(m);
    right.head(2 * count) = random_vector(2 * count, generator);
    right.segment(2 * count, 2) = right.segment(2 * count - 2, 2);
    right.tail(2) = right.segment(2 * count - 2, 2);
    for (const Multipliers kind : every_kind) {
      CAPTURE(count);
      CAPTURE(to_string(kind));
      const ConstraintSolverPointer solver = make_constraint_solver(kind, chain.jacobian);
      solver->factorize(chain.jacobian, chain.inverse_mass);
      CHECK(solver->rank() == 2 * count);
      VectorX lambda(m);
      solver->solve(right, lambda);
      CHECK((chain.schur() * lambda - right).norm() < 1e-9 * lambda.norm());
      // What is of no consequence for S λ carries rounding, divided by the shift with a penalty.
      const double rounding = (kind == Multipliers::penalty ? 10 * 1e8 * 2.2e-16 : 1e-9) * lambda.norm();
      CHECK((lambda.segment(2 * count - 2, 2) - lambda.tail(2)).norm() < rounding);
      CHECK((lambda.segment(2 * count, 2) - lambda.tail(2)).norm() < rounding);
    }
  }
}
