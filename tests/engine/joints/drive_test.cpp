#include "engine/joints/drive.h"

#include <cmath>

#include "engine/model/error.h"
#include "tests/engine/joints/rows.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

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

TEST_CASE("drive of a joint: the joint's coordinate minus the prescribed one") {
  std::mt19937 generator(14);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  const PointPair points = {Point{bench.bodies[1], {0.3, -0.2, 0}}, Point{bench.bodies[2], {-0.1, 0.4, 0}}};
  const JointPointer joint = catalogued("prismatic", {{"between", points}, {"axis", Vector3(0.6, 0.8, 0)}});
  bench.randomize(generator);
  joint->place(bench.motion);
  Drive drive;
  drive.joint = joint;
  drive.value.function = path();  // sin t
  drive.prepare();
  bench.randomize(generator);
  Rows coordinate(1, 6), rows(1, 6);
  joint->evaluate_coordinate(bench.motion, coordinate.rows());
  drive.evaluate(bench.motion, rows.rows());
  const double t = bench.motion.t;
  CHECK(rows.error[0] == doctest::Approx(coordinate.error[0] - std::sin(t)));
  CHECK(rows.rate[0] == doctest::Approx(-std::cos(t)));
  CHECK(rows.gamma[0] == doctest::Approx(coordinate.gamma[0] - std::sin(t)));
  CHECK((rows.jacobian - coordinate.jacobian).norm() == 0);
}

TEST_CASE("drive of a joint: one that has no coordinate is refused") {
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  Drive drive;
  drive.joint = catalogued("fixed", {{"between", PointPair{Point{bench.bodies[1]}, Point{bench.bodies[2]}}}});
  drive.value.function = path();
  CHECK_THROWS_AS(drive.prepare(), InputError);
}
