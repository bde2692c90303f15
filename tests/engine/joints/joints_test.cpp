#include <doctest/doctest.h>

#include <cmath>

#include "engine/joints/drive.h"
#include "engine/model/error.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

struct Rows {
  explicit Rows(int equations, int coordinates) {
    error.setZero(equations), rate.setZero(equations), gamma.setZero(equations);
    jacobian.setZero(equations, coordinates);
  }
  ConstraintRows rows() { return {error, rate, gamma, jacobian}; }
  VectorX error, rate, gamma;
  MatrixX jacobian;
};

// p(t) = (sin t, t², 3 cos 2t): Taylor along (t, 1).
FunctionSourcePointer path() {
  return native([](const Taylor* in, Taylor* out) {
    const double t = in[0].value;
    out[0] = {std::sin(t), std::cos(t), -std::sin(t)};
    out[1] = {t * t, 2 * t, 2};
    out[2] = {3 * std::cos(2 * t), -6 * std::sin(2 * t), -12 * std::cos(2 * t)};
  });
}

}  // namespace

TEST_CASE("drive: error, Jacobian, rate and gamma agree with central differences along a path") {
  std::mt19937 generator(9);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  Drive drive;
  drive.body = bench.bodies[2];
  drive.value.function = path();
  drive.prepare();
  bench.randomize(generator);
  const VectorX q0 = bench.q, v0 = bench.v, a = VectorX::Constant(6, 0.7);
  const auto error = [&](double s) {
    bench.move(q0, v0, a, s);
    Rows rows(3, 6);
    drive.evaluate(bench.motion, rows.rows());
    return rows.error;
  };
  const double s = 1e-4;
  const VectorX before = error(-s), after = error(s), now = error(0);
  Rows rows(3, 6);
  drive.evaluate(bench.motion, rows.rows());
  CHECK(((after - before) / (2 * s) - rows.jacobian * v0 - rows.rate).norm() < 1e-6);
  // Φ̈ = Φ_q a − γ.
  CHECK(((after - 2 * now + before) / (s * s) - rows.jacobian * a + rows.gamma).norm() < 1e-5);
}

TEST_CASE("drive: the force it drives with is the negative multiplier") {
  Drive drive;
  drive.body = planar_body(1, 1, {0, 0, 0});
  drive.value.function = path();
  drive.prepare();
  const double lambda[3] = {1, -2, 3};
  CHECK(drive.channel(0, Motion(), lambda) == -1);
  CHECK(drive.channel(2, Motion(), lambda) == -3);
}

TEST_CASE("drive: what cannot move, and too few numbers, are refused") {
  Drive drive;
  drive.body = make_ground();
  CHECK_THROWS_AS(drive.prepare(), InputError);
  drive.body = planar_body(1, 1, {0, 0, 0});
  drive.value.constant = VectorX::Zero(2);
  CHECK_THROWS_AS(drive.prepare(), InputError);
}
