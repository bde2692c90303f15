#include <doctest/doctest.h>

#include "engine/forces/load.h"
#include "engine/forces/spring.h"
#include "engine/model/error.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

Quantity constant(std::initializer_list<double> numbers) {
  VectorX x(static_cast<int>(numbers.size()));
  int i = 0;
  for (const double number : numbers) x[i++] = number;
  Quantity quantity;
  quantity.constant = x;
  return quantity;
}

// Power of the generalised forces minus (− dV/dt + supplied − dissipated): the books of one element.
double imbalance(const Force& force, Bench& bench) {
  const double s = 1e-6;
  VectorX f = VectorX::Zero(bench.q.size());
  Loads loads(bench.motion, f.data());
  force.add(bench.motion, loads);
  const double power = f.dot(bench.v);
  const VectorX q0 = bench.q, v0 = bench.v, none = VectorX::Zero(q0.size());
  bench.move(q0, v0, none, s);
  const double after = force.potential(bench.motion);
  bench.move(q0, v0, none, -s);
  const double before = force.potential(bench.motion);
  bench.move(q0, v0, none, 0);
  return power + (after - before) / (2 * s) - loads.supplied() + loads.dissipated();
}

std::vector<std::pair<const char*, std::shared_ptr<Force>>> forces(const Bench& bench) {
  const BodyPointer &a = bench.bodies[1], &b = bench.bodies[2], &c = bench.bodies[3], &d = bench.bodies[4];
  auto spring = std::make_shared<Spring>();
  spring->between = {Point{a, {0.1, 0.2, 0}}, Point{b, {-0.3, 0, 0}}};
  spring->stiffness = 30, spring->damping = 2, spring->free_length = 0.4;
  auto scalar = std::make_shared<Spring>();
  scalar->between = {Point{c, Vector3::Zero()}, Point{d, Vector3::Zero()}};
  scalar->stiffness = 30, scalar->damping = 2;
  auto dead = std::make_shared<PointForce>();
  dead->on = Point{a, {0.5, 0, 0}}, dead->value = constant({1, -2});
  dead->prepare();
  auto follower = std::make_shared<PointForce>();
  follower->on = Point{a, {0.5, 0, 0}}, follower->value = constant({1, -2}), follower->follower = true;
  follower->prepare();
  auto torque = std::make_shared<Torque>();
  torque->between = BodyPair{a, b}, torque->value = constant({3});
  torque->prepare();
  return {{"spring", spring},
          {"spring between coordinates", scalar},
          {"force", dead},
          {"follower", follower},
          {"torque", torque}};
}

}  // namespace

TEST_CASE("every force: its power is what it stores, brings in and loses") {
  std::mt19937 generator(7);
  for (int trial = 0; trial < 20; ++trial) {
    Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0}), coordinate(1), coordinate(1)});
    for (const auto& [name, force] : forces(bench)) {
      CAPTURE(name);
      bench.randomize(generator);
      CHECK(std::abs(imbalance(*force, bench)) < 1e-7);  // central differences: 1e-16·30/1e-6
    }
  }
}

TEST_CASE("every force between bodies keeps the momentum") {
  std::mt19937 generator(8);
  Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0}), coordinate(1), coordinate(1)});
  bench.randomize(generator);
  const auto list = forces(bench);
  for (const auto& [name, force] : list) {
    if (force->bodies().size() < 2) continue;
    CAPTURE(name);
    VectorX f = VectorX::Zero(bench.q.size());
    Loads loads(bench.motion, f.data());
    force->add(bench.motion, loads);
    CHECK(std::abs(f[0] + f[3]) < 1e-13);
    CHECK(std::abs(f[1] + f[4]) < 1e-13);
    // Moment about the origin of both bodies' generalised forces.
    const double moment =
        f[2] + bench.q[0] * f[1] - bench.q[1] * f[0] + f[5] + bench.q[3] * f[4] - bench.q[4] * f[3];
    CHECK(std::abs(moment) < 1e-13);
  }
}

TEST_CASE("spring: the free length defaults to the initial distance, zero between coordinates") {
  Bench bench({planar_body(1, 1, {0, 0, 0}), coordinate(1), coordinate(1)});
  bench.q << 3, 4, 0, 0.5, 2.0;
  bench.update();
  Spring spring;
  spring.between = {Point{bench.bodies[0], Vector3::Zero()}, Point{bench.bodies[1], Vector3::Zero()}};
  spring.stiffness = 10;
  spring.place(bench.motion);
  CHECK(spring.channel(0, bench.motion) == 5);
  CHECK(spring.channel(1, bench.motion) == 0);
  Spring scalar;
  scalar.between = {Point{bench.bodies[2], Vector3::Zero()}, Point{bench.bodies[3], Vector3::Zero()}};
  scalar.stiffness = 10;
  scalar.place(bench.motion);
  CHECK(scalar.channel(1, bench.motion) == 15);  // pulls b towards a: 10 N/m · 1.5 m
}

TEST_CASE("spring: coincident ends exert no force and no NaN") {
  Bench bench({planar_body(1, 1, {0, 0, 0})});
  Spring spring;
  spring.between = {Point{bench.bodies[0], Vector3::Zero()}, Point{bench.bodies[1], Vector3::Zero()}};
  spring.stiffness = 10, spring.free_length = 1;
  bench.update();
  spring.place(bench.motion);
  VectorX f = VectorX::Zero(3);
  Loads loads(bench.motion, f.data());
  spring.add(bench.motion, loads);
  CHECK(f.norm() == 0);
}

TEST_CASE("spring: a scalar coordinate and a body in the plane cannot be joined") {
  Spring spring;
  spring.between = {Point{planar_body(1, 1, {0, 0, 0}), Vector3::Zero()},
                    Point{coordinate(1), Vector3::Zero()}};
  CHECK_THROWS_AS(spring.check(), InputError);
}

TEST_CASE("force: a user's function of time and state is used as it is") {
  const auto value = native([](const Taylor* in, Taylor* out) {
    out[0].value = 2 * in[0].value;            // t
    out[1].value = in[1].value + in[4].value;  // s.x + s.vy
  });
  Bench bench({particle(1, {0, 0, 0})});
  bench.q << 3, 0;
  bench.v << 0, 0.25;
  bench.update(0.5);
  PointForce force;
  force.on = Point{bench.bodies[1], Vector3::Zero()};
  force.value.function = value;
  force.prepare();
  VectorX f = VectorX::Zero(2);
  Loads loads(bench.motion, f.data());
  force.add(bench.motion, loads);
  CHECK(f[0] == 1);
  CHECK(f[1] == 3.25);
}

TEST_CASE("torque: a particle cannot be turned, and one of on and between is needed") {
  Torque torque;
  torque.value = constant({1});
  CHECK_THROWS_AS(torque.prepare(), InputError);
  torque.on = particle(1, {0, 0, 0});
  CHECK_THROWS_AS(torque.prepare(), InputError);
}
