#include <doctest/doctest.h>

#include <cmath>

#include "engine/joints/planar_joint.h"
#include "engine/joints/rolling.h"
#include "engine/joints/user_constraint.h"
#include "engine/model/error.h"
#include "tests/engine/joints/rows.h"

using namespace perilune;
using namespace perilune::testing;

// ---- the battery: every joint between two bodies ----

namespace {

// Arithmetic of functions that stand for a user's.
Taylor operator+(const Taylor& a, const Taylor& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}
Taylor operator-(const Taylor& a, const Taylor& b) {
  return {a.value - b.value, a.first - b.first, a.second - b.second};
}
Taylor operator*(const Taylor& a, const Taylor& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + 2 * a.first * b.first + a.value * b.second};
}

// Inputs of a function of positions of two bodies: a.x a.y a.angle, b.x b.y b.angle, t.
FunctionSourcePointer equations_of_positions() {
  return native(
      [](const Taylor* in, Taylor* out) {
        const Taylor dx = in[3] - in[0], dy = in[4] - in[1];
        out[0] = dx * dx + dy * dy - Taylor{1, 0, 0};
        out[1] = in[5] * in[0] - in[2] * in[2] * in[4];
      },
      2);
}

// And of velocities: a.x a.y a.angle a.vx a.vy a.angular_velocity, b the same, t. The first is linear in v, the second
// is not.
FunctionSourcePointer equations_of_velocities() {
  return native(
      [](const Taylor* in, Taylor* out) {
        out[0] = (in[3] - in[9]) * in[8] + in[5] * in[1] * in[6];
        out[1] = in[3] * in[3] + in[10] * in[0] - in[11];
      },
      2);
}

// The parabola y = 0.1 x²: its evolute is beyond y = 5.
FunctionSourcePointer parabola() {
  return native([](const Taylor* in, Taylor* out) {
    out[0] = in[0];
    out[1] = Taylor{0.1, 0, 0} * in[0] * in[0];
  });
}

JointPointer rolling(const Point& center, const Point& place) {
  auto joint = std::make_shared<Rolling>();
  joint->center = center, joint->radius = 0.4, joint->place = place, joint->normal = {0.3, -0.5, 0};
  joint->prepare();
  return joint;
}

std::vector<JointPointer> users_joints_between(const PointPair& points, const PointPair& to_ground,
                                               const PointPair& from_ground) {
  const auto listed = [](const PointPair& pair) { return Points(pair.begin(), pair.end()); };
  const FunctionSourcePointer positions = equations_of_positions(), velocities = equations_of_velocities();
  const Vectors wave = {{-2, 0, 0},
                        {-1, 0.02, 0},
                        {0, 0, 0},
                        {1, -0.03, 0},
                        {2, 0.02, 0}};  // curved so little that its evolute is far
  const Vector3 range(-4, 4, 0);
  return {catalogued("constraint", {{"between", listed(points)}, {"equations", positions}}),
          catalogued("constraint", {{"between", listed(from_ground)}, {"equations", positions}}),
          catalogued("constraint", {{"between", listed(points)}, {"velocity_equations", velocities}}),
          catalogued(
              "constraint",
              {{"between", listed(to_ground)}, {"equations", positions}, {"velocity_equations", velocities}}),
          catalogued("point_on_curve", {{"between", points}, {"curve", parabola()}, {"range", range}}),
          catalogued("point_on_curve",
                     {{"between", from_ground}, {"curve", parabola()}, {"range", range}, {"offset", 0.2}}),
          catalogued("point_on_curve", {{"between", to_ground}, {"points", wave}}),
          rolling(points[0], points[1]),
          rolling(points[0], to_ground[0])};
}

std::vector<JointPointer> joints_between(const Bench& bench) {
  const PointPair points = {Point{bench.bodies[1], {0.3, -0.2, 0}}, Point{bench.bodies[2], {-0.1, 0.4, 0}}};
  const BodyPair bodies = {bench.bodies[1], bench.bodies[2]};
  const PointPair to_ground = {Point{bench.bodies[0], {0.7, 0.1, 0}}, points[1]};
  const PointPair from_ground = {points[0], Point{bench.bodies[0], {0.7, 0.1, 0}}};
  const Vector3 axis(0.6, 0.8, 0);
  std::vector<JointPointer> list = {catalogued("revolute", {{"between", points}}),
                                    catalogued("revolute", {{"between", to_ground}}),
                                    catalogued("fixed", {{"between", points}}),
                                    catalogued("fixed", {{"between", from_ground}}),
                                    catalogued("prismatic", {{"between", points}, {"axis", axis}}),
                                    catalogued("prismatic", {{"between", to_ground}, {"axis", axis}}),
                                    catalogued("translational", {{"between", from_ground}, {"axis", axis}}),
                                    catalogued("rod", {{"between", points}}),
                                    catalogued("rod", {{"between", to_ground}, {"length", 0.8}}),
                                    catalogued("gear", {{"between", bodies}, {"ratio", -2.5}})};
  for (JointPointer& joint : users_joints_between(points, to_ground, from_ground))
    list.push_back(std::move(joint));
  return list;
}

// Equations of positions as they are; those of velocities, Ψ = Φ_q v + Φ_t.
VectorX velocity_part(const Joint& joint, const Rows& rows, const VectorX& v) {
  return (rows.jacobian * v + rows.rate).tail(joint.velocity_equations());
}

// Where the second body is acted on.
Vector3 place_of_reaction(const Joint& joint, const Motion& motion) {
  if (const auto* placed = dynamic_cast<const PlanarJoint*>(&joint))
    return motion.position(placed->between[1]);
  if (const auto* users = dynamic_cast<const UserConstraint*>(&joint))
    return motion.position(users->between[1]);
  if (const auto* rolls = dynamic_cast<const Rolling*>(&joint)) {
    return motion.position(rolls->center) -
           rolls->radius * motion.of(*rolls->place.body).direction(rolls->normal);
  }
  return Vector3::Zero();
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
      const int positions = equations - joint->velocity_equations();
      CHECK(now.rate.head(positions).norm() == 0);  // none of them depends on time
      const VectorX first = (after.error - before.error) / (2 * s);
      CHECK((first - now.jacobian * v0).head(positions).norm() < 1e-5);
      const VectorX second = (after.error - 2 * now.error + before.error) / (s * s);
      CHECK((second - now.jacobian * a + now.gamma).head(positions).norm() < 1e-4);
      // Ψ̇ = Ψ_v a − γ.
      const VectorX rate =
          (velocity_part(*joint, after, v0 + s * a) - velocity_part(*joint, before, v0 - s * a)) / (2 * s);
      const VectorX expected = (now.jacobian * a - now.gamma).tail(joint->velocity_equations());
      CHECK((rate - expected).norm() < 1e-5);
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
      second->add_force_at(bench.motion.of(*second), place_of_reaction(*joint, bench.motion), force,
                           expected.data());
      expected[2] += moment;
      CHECK((generalized - expected).norm() < 1e-12);
    }
  }
}

TEST_CASE("equations of velocities: the rows are their derivatives with respect to velocities") {
  std::mt19937 generator(14);
  const double s = 1e-5;
  for (int trial = 0; trial < 20; ++trial) {
    Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
    for (const JointPointer& joint : joints_between(bench)) {
      if (joint->velocity_equations() == 0) continue;
      bench.randomize(generator);
      const VectorX v0 = bench.v, w = VectorX::Random(6);
      const auto psi = [&](double along) {
        bench.v = v0 + along * w;
        bench.update();
        Rows rows(joint->equations(), 6);
        joint->evaluate(bench.motion, rows.rows());
        return velocity_part(*joint, rows, bench.v);
      };
      const VectorX difference = (psi(s) - psi(-s)) / (2 * s);
      psi(0);
      Rows rows(joint->equations(), 6);
      joint->evaluate(bench.motion, rows.rows());
      CHECK((difference - (rows.jacobian * w).tail(joint->velocity_equations())).norm() < 1e-8);
    }
  }
}

// Φ = a.x b.y − t³ a.y, Ψ = a.vx t − b.vy.
TEST_CASE("users' equations of time: rate and gamma agree with central differences") {
  std::mt19937 generator(15);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  const Points points = {Point{bench.bodies[1], {0.3, -0.2, 0}}, Point{bench.bodies[2], {-0.1, 0.4, 0}}};
  const FunctionSourcePointer position = native(
      [](const Taylor* in, Taylor* out) { out[0] = in[0] * in[4] - in[6] * in[6] * in[6] * in[1]; }, 1);
  const FunctionSourcePointer velocity =
      native([](const Taylor* in, Taylor* out) { out[0] = in[3] * in[12] - in[10]; }, 1);
  const JointPointer joint = catalogued(
      "constraint", {{"between", points}, {"equations", position}, {"velocity_equations", velocity}});
  bench.randomize(generator);
  const VectorX q0 = bench.q, v0 = bench.v, a = VectorX::Constant(6, 0.7);
  const double s = 1e-4;
  const auto evaluate = [&](double time) {
    bench.move(q0, v0, a, time);
    Rows rows(2, 6);
    joint->evaluate(bench.motion, rows.rows());
    return rows;
  };
  const Rows before = evaluate(-s), after = evaluate(s), now = evaluate(0);
  CHECK(std::abs((after.error - before.error)[0] / (2 * s) - (now.jacobian * v0 + now.rate)[0]) < 1e-6);
  const double second = (after.error - 2 * now.error + before.error)[0] / (s * s);
  CHECK(std::abs(second - (now.jacobian * a - now.gamma)[0]) < 1e-5);
  const double rate =
      (velocity_part(*joint, after, v0 + s * a) - velocity_part(*joint, before, v0 - s * a))[0] / (2 * s);
  CHECK(std::abs(rate - (now.jacobian * a - now.gamma)[1]) < 1e-6);
}

// For those linear in v and without time Φ_t = 0, hence −λ·Φ_q v = 0 where Φ̇ = 0.
TEST_CASE("rolling: what pushes the disc and its edge does no work") {
  std::mt19937 generator(16);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  const JointPointer joint = rolling({bench.bodies[1], {0.3, -0.2, 0}}, {bench.bodies[2], {-0.1, 0.4, 0}});
  for (int trial = 0; trial < 20; ++trial) {
    bench.randomize(generator);
    Rows rows(2, 6);
    joint->evaluate(bench.motion, rows.rows());
    CHECK(rows.rate.norm() == 0);
    // The slip by its definition: velocities of both surfaces' points where the disc touches.
    const auto& edge = dynamic_cast<const Rolling&>(*joint);
    const Vector3 n = bench.motion.of(*edge.place.body).direction(edge.normal), tangent(-n[1], n[0], 0);
    const Vector3 at = place_of_reaction(*joint, bench.motion);
    const double slip = tangent.dot(bench.motion.of(*edge.center.body).velocity_at(at) -
                                    bench.motion.of(*edge.place.body).velocity_at(at));
    CHECK((rows.jacobian * bench.v)[1] == doctest::Approx(slip).epsilon(1e-12));
  }
}

TEST_CASE("point on a curve: on a closed one it is the distance from a circle, inside and outside") {
  std::mt19937 generator(17);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
  const PointPair points = {Point{bench.bodies[1], {0.3, -0.2, 0}}, Point{bench.bodies[2], {-0.1, 0.4, 0}}};
  const FunctionSourcePointer circle = native([](const Taylor* in, Taylor* out) {
    const double c = std::cos(in[0].value), s = std::sin(in[0].value), rate = in[0].first;
    out[0] = {0.5 * c, -0.5 * s * rate, -0.5 * c * rate * rate};
    out[1] = {0.5 * s, 0.5 * c * rate, -0.5 * s * rate * rate};
  });
  const JointPointer joint = catalogued(
      "point_on_curve",
      {{"between", points}, {"curve", circle}, {"range", Vector3(0, 2 * M_PI, 0)}, {"closed", true}});
  for (int trial = 0; trial < 50; ++trial) {
    bench.randomize(generator);
    Rows rows(1, 6);
    joint->evaluate(bench.motion, rows.rows());
    const Vector3 d = bench.motion.position(points[1]) - bench.motion.position(points[0]);
    CHECK(rows.error[0] ==
          doctest::Approx(0.5 - d.norm()).epsilon(1e-12));  // the left of the curve is inside
  }
}

TEST_CASE("point on a curve: curves that cannot be followed are refused") {
  const PointPair points = {Point{make_ground(), Vector3::Zero()},
                            Point{planar_body(1, 1, {0, 0, 0}), Vector3::Zero()}};
  const auto refused = [&](const Vectors& curve, bool closed) {
    CHECK_THROWS_AS(
        catalogued("point_on_curve", {{"between", points}, {"points", curve}, {"closed", closed}}),
        InputError);
  };
  refused({{0, 0, 0}}, false);
  refused({{0, 0, 0}, {1, 0, 0}, {0, 0, 0}}, true);
  refused({{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}, false);
  refused({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}, false);  // crosses itself
  CHECK_THROWS_AS(catalogued("point_on_curve", {{"between", points}}), InputError);
  CHECK_THROWS_AS(catalogued("point_on_curve", {{"between", points}, {"curve", parabola()}}), InputError);
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
