#include <doctest/doctest.h>

#include <cmath>

#include "engine/model/error.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

std::vector<BodyPointer> one_of_each() {
  BarDescription bar;
  const BodyPointer ground = make_ground();
  bar.from = {ground, Vector3(0, 0, 0)}, bar.to = {ground, Vector3(1, 1, 0)}, bar.mass = 2;
  return {planar_body(2, 0.3, {0, 0, 0}), make_bar(bar), particle(1.5, {1, 2, 0}), coordinate(0.7)};
}

}  // namespace

TEST_CASE("every body: the point Jacobian times v is the point's velocity") {
  std::mt19937 generator(1);
  for (const BodyPointer& body : one_of_each()) {
    CAPTURE(body->kind());
    Bench bench({body});
    bench.randomize(generator);
    const Vector3 local = body->can_turn() ? Vector3(0.3, -0.8, 0) : Vector3::Zero();
    const BodyMotion& motion = bench.motion.of(*body);
    const Vector3 velocity = body->point_jacobian(motion, local) * bench.v;
    CHECK((velocity - motion.velocity(local)).norm() < 1e-15);
  }
}

TEST_CASE("every body: velocity and bias are the first and second derivative of a point's path") {
  std::mt19937 generator(2);
  const double s = 1e-4;  // central differences: s² truncation 1e-8, rounding 1e-16/s² = 1e-8
  for (const BodyPointer& body : one_of_each()) {
    CAPTURE(body->kind());
    Bench bench({body});
    bench.randomize(generator);
    const Vector3 local = body->can_turn() ? Vector3(0.3, -0.8, 0) : Vector3::Zero();
    const VectorX q0 = bench.q, v0 = bench.v, none = VectorX::Zero(q0.size());
    const auto path = [&](double time) {
      bench.move(q0, v0, none, time);
      return bench.motion.of(*body).position(local);
    };
    const Vector3 before = path(-s), after = path(s), now = path(0);
    const BodyMotion& motion = bench.motion.of(*body);
    CHECK(((after - before) / (2 * s) - motion.velocity(local)).norm() < 1e-7);
    CHECK(((after - 2 * now + before) / (s * s) - body->point_bias(motion, local)).norm() < 1e-6);
  }
}

TEST_CASE("every body: the generalised force of F is the transposed point Jacobian times F") {
  std::mt19937 generator(3);
  for (const BodyPointer& body : one_of_each()) {
    CAPTURE(body->kind());
    Bench bench({body});
    bench.randomize(generator);
    const Vector3 local = body->can_turn() ? Vector3(-0.2, 0.5, 0) : Vector3::Zero(), F(1.5, -2.5, 0);
    VectorX f = VectorX::Zero(bench.q.size());
    body->add_force(bench.motion.of(*body), local, F, f.data());
    const VectorX expected = body->point_jacobian(bench.motion.of(*body), local).transpose() * F;
    CHECK((f - expected).norm() < 1e-15);
  }
}

TEST_CASE("every body: the mass matrix is that of its kinetic energy") {
  const BodyPointer body = planar_body(2, 0.3, {0, 0, 0});
  MatrixX M = MatrixX::Zero(3, 3);
  body->mass_matrix(M);
  CHECK(M(0, 0) == 2);
  CHECK(M(1, 1) == 2);
  CHECK(M(2, 2) == 0.3);
  MatrixX J = MatrixX::Zero(1, 1);
  coordinate(0.7)->mass_matrix(J);
  CHECK(J(0, 0) == 0.7);
}

TEST_CASE("bar: the frame lies at the middle along the bar, the inertia is m l^2/12") {
  const BodyPointer ground = make_ground();
  BarDescription d;
  d.from = {ground, Vector3(1, 1, 0)}, d.to = {ground, Vector3(1, 3, 0)}, d.mass = 3;
  const auto bar = make_bar(d);
  double q[3], v[3];
  bar->initial_state(q, v);
  CHECK(q[0] == 1);
  CHECK(q[1] == 2);
  CHECK(q[2] == doctest::Approx(std::acos(0.0)).epsilon(1e-15));
  MatrixX M = MatrixX::Zero(3, 3);
  bar->mass_matrix(M);
  CHECK(M(2, 2) == doctest::Approx(3.0 * 4 / 12).epsilon(1e-15));
  BodyMotion motion;
  bar->motion(q, v, motion);
  CHECK((motion.position(bar->tip()) - Vector3(1, 3, 0)).norm() < 1e-15);
  CHECK((motion.position(bar->from()) - Vector3(1, 1, 0)).norm() < 1e-15);
}

TEST_CASE("bar: ends that coincide are refused") {
  const BodyPointer ground = make_ground();
  BarDescription d;
  d.from = {ground, Vector3(1, 1, 0)}, d.to = {ground, Vector3(1, 1, 0)}, d.mass = 3;
  CHECK_THROWS_AS(make_bar(d), InputError);
}

TEST_CASE("every body field has a unit, a meaning and a range that its default obeys") {
  for (const auto& entry : planar_body_catalog()) {
    for (const FieldInfo& field : entry.fields) {
      CAPTURE(entry.name + "." + field.name);
      CHECK(!field.meaning.empty());
      CHECK(!field.unit.empty());
      if (const double* x = std::get_if<double>(&field.default_value)) CHECK(field.range.contains(*x));
    }
  }
}
