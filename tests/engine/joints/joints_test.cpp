#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "engine/joints/catalog.h"
#include "engine/joints/drive.h"
#include "engine/joints/planar_joint.h"
#include "engine/model/error.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

struct Rows {
  explicit Rows(int equations, int coordinates) {
    error.setZero(equations), rate.setZero(equations), gamma.setZero(equations);
    jacobian.setZero(equations, coordinates);
    all.size = coordinates;
  }
  ConstraintRows rows() { return {error, rate, gamma, {jacobian.data(), all.size, &all}}; }
  VectorX error, rate, gamma;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian;
  ColumnBlock all;
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

// ---- the battery: every joint between two bodies ----

namespace {

JointPointer catalogued(const char* name, const std::vector<std::pair<std::string, Value>>& fields) {
  const auto* entry = find_entry(joint_catalog(), name);
  REQUIRE(entry);
  std::vector<Given> given;
  for (const auto& [field, value] : fields) {
    const auto found = std::find_if(entry->fields.begin(), entry->fields.end(),
                                    [&](const FieldInfo& info) { return info.name == field; });
    REQUIRE(found != entry->fields.end());
    given.push_back({&*found, value});
  }
  return entry->make(given);
}

std::vector<JointPointer> joints_between(const Bench& bench) {
  const PointPair points = {Point{bench.bodies[1], {0.3, -0.2, 0}}, Point{bench.bodies[2], {-0.1, 0.4, 0}}};
  const BodyPair bodies = {bench.bodies[1], bench.bodies[2]};
  const PointPair to_ground = {Point{bench.bodies[0], {0.7, 0.1, 0}}, points[1]};
  const PointPair from_ground = {points[0], Point{bench.bodies[0], {0.7, 0.1, 0}}};
  const Vector3 axis(0.6, 0.8, 0);
  return {catalogued("revolute", {{"between", points}}),
          catalogued("revolute", {{"between", to_ground}}),
          catalogued("fixed", {{"between", points}}),
          catalogued("fixed", {{"between", from_ground}}),
          catalogued("prismatic", {{"between", points}, {"axis", axis}}),
          catalogued("prismatic", {{"between", to_ground}, {"axis", axis}}),
          catalogued("translational", {{"between", from_ground}, {"axis", axis}}),
          catalogued("rod", {{"between", points}}),
          catalogued("rod", {{"between", to_ground}, {"length", 0.8}}),
          catalogued("gear", {{"between", bodies}, {"ratio", -2.5}})};
}

}  // namespace

TEST_CASE("every joint: Jacobian and gamma agree with central differences at random states") {
  std::mt19937 generator(11);
  const double s = 1e-4;  // rounding 1e-16/s² = 1e-8, truncation s² = 1e-8 times fourth derivatives
  for (int trial = 0; trial < 20; ++trial) {
    Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
    for (const JointPointer& joint : joints_between(bench)) {
      CAPTURE(joint->kind());
      bench.randomize(generator);
      joint->place(bench.motion);
      bench.randomize(generator);
      const VectorX q0 = bench.q, v0 = bench.v, a = VectorX::Constant(6, 0.7);
      const int equations = joint->equations();
      const auto evaluate = [&](double time) {
        bench.move(q0, v0, a, time);
        Rows rows(equations, 6);
        joint->evaluate(bench.motion, rows.rows());
        return rows;
      };
      const Rows before = evaluate(-s), after = evaluate(s), now = evaluate(0);
      CHECK(now.rate.norm() == 0);  // none of them depends on time
      CHECK(((after.error - before.error) / (2 * s) - now.jacobian * v0).norm() < 1e-5);
      const VectorX second = (after.error - 2 * now.error + before.error) / (s * s);
      CHECK((second - now.jacobian * a + now.gamma).norm() < 1e-4);
    }
  }
}

TEST_CASE(
    "every joint with a coordinate: it is 0 at the start, its derivatives agree with central differences") {
  std::mt19937 generator(13);
  const double s = 1e-4;
  int tested = 0;
  for (int trial = 0; trial < 20; ++trial) {
    Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
    for (const JointPointer& joint : joints_between(bench)) {
      if (!*joint->coordinate_unit()) continue;
      CAPTURE(joint->kind());
      bench.randomize(generator);
      joint->place(bench.motion);
      const auto coordinate = [&] {
        Rows rows(1, 6);
        joint->evaluate_coordinate(bench.motion, rows.rows());
        return rows;
      };
      CHECK(std::abs(coordinate().error[0]) < 1e-15);
      bench.randomize(generator);
      const VectorX q0 = bench.q, v0 = bench.v, a = VectorX::Constant(6, 0.7);
      const auto along = [&](double time) {
        bench.move(q0, v0, a, time);
        return coordinate();
      };
      const Rows before = along(-s), after = along(s), now = along(0);
      CHECK(((after.error - before.error) / (2 * s) - now.jacobian * v0).norm() < 1e-5);
      const VectorX second = (after.error - 2 * now.error + before.error) / (s * s);
      CHECK((second - now.jacobian * a + now.gamma).norm() < 1e-4);
      ++tested;
    }
  }
  CHECK(tested == 20 * 5);
}

TEST_CASE("drive of a joint: the joint's coordinate minus the prescribed one") {
  std::mt19937 generator(14);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  const JointPointer joint = joints_between(bench)[4];
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
  drive.joint = joints_between(bench)[2];  // fixed
  drive.value.function = path();
  CHECK_THROWS_AS(drive.prepare(), InputError);
}

TEST_CASE("every joint: holds where it was placed, and its reaction channels are what its multipliers do") {
  std::mt19937 generator(12);
  for (int trial = 0; trial < 20; ++trial) {
    Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
    for (const JointPointer& joint : joints_between(bench)) {
      CAPTURE(joint->kind());
      bench.randomize(generator);
      joint->place(bench.motion);
      Rows rows(joint->equations(), 6);
      joint->evaluate(bench.motion, rows.rows());
      const VectorX lambda = VectorX::Random(joint->equations());
      Vector3 force = Vector3::Zero();
      double moment = 0;
      int i = 0;
      for (const ChannelInfo& channel : joint->channels()) {
        const double value = joint->channel(i++, bench.motion, lambda.data());
        if (channel.name == "fx") force[0] = value;
        if (channel.name == "fy") force[1] = value;
        if (channel.name == "moment") moment = value;
      }
      const BodyPointer second = joint->bodies()[1];
      if (second->coordinates() == 0) continue;
      const VectorX generalized = -(rows.jacobian.transpose() * lambda).segment(3, 3);
      VectorX expected = VectorX::Zero(3);
      const auto* placed = dynamic_cast<const PlanarJoint*>(joint.get());
      const Vector3 local = placed ? placed->between[1].local : Vector3::Zero();
      second->add_force(bench.motion.of(*second), local, force, expected.data());
      expected[2] += moment;
      CHECK((generalized - expected).norm() < 1e-12);
    }
  }
}

TEST_CASE("revolute and fixed hold at once where 'at' places them; prismatic and rod as they start") {
  std::mt19937 generator(13);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  bench.randomize(generator);
  const PointPair centers = {Point{bench.bodies[1], Vector3::Zero()},
                             Point{bench.bodies[2], Vector3::Zero()}};
  const Point at{bench.bodies[0], {0.3, 0.7, 0}};
  for (const JointPointer& joint :
       {catalogued("revolute", {{"between", centers}, {"at", at}}),
        catalogued("fixed", {{"between", centers}, {"at", at}}),
        catalogued("prismatic", {{"between", centers}, {"axis", Vector3(1, 2, 0)}, {"at", at}}),
        catalogued("rod", {{"between", centers}})}) {
    CAPTURE(joint->kind());
    joint->place(bench.motion);
    Rows rows(joint->equations(), 6);
    joint->evaluate(bench.motion, rows.rows());
    CHECK(rows.error.norm() < 1e-14);
  }
}

TEST_CASE("joints: one body twice, no axis, what cannot turn, and points in one place are refused") {
  const BodyPointer a = planar_body(1, 1, {0, 0, 0}), p = particle(1, {0, 0, 0});
  const PointPair same = {Point{a, Vector3::Zero()}, Point{a, Vector3::UnitX()}};
  const PointPair two = {Point{a, Vector3::Zero()}, Point{p, Vector3::Zero()}};
  CHECK_THROWS_AS(catalogued("revolute", {{"between", same}}), InputError);
  CHECK_THROWS_AS(catalogued("prismatic", {{"between", two}, {"axis", Vector3(0, 0, 0)}}), InputError);
  CHECK_THROWS_AS(catalogued("gear", {{"between", BodyPair{a, p}}, {"ratio", 1.0}}), InputError);
  CHECK_THROWS_AS(catalogued("gear", {{"between", BodyPair{a, a}}, {"ratio", 1.0}}), InputError);
}
