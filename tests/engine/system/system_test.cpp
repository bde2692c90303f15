#include <doctest/doctest.h>

#include <cmath>

#include "engine/forces/spring.h"
#include "engine/joints/drive.h"
#include "engine/joints/user_constraint.h"
#include "engine/system/channels.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

Model make(const Vector3& gravity) { return Model(Dimension::planar, "test", "", gravity, make_ground()); }

BodyPointer named(BodyPointer body, const char* name) {
  body->name = name;
  return body;
}

std::shared_ptr<Drive> drive(const BodyPointer& body, const char* name) {
  auto made = std::make_shared<Drive>();
  made->name = name;
  made->body = body;
  made->value.function = native([](const Taylor* in, Taylor* out) {
    const double t = in[0].value;
    out[0] = {0, 0, 0};
    out[1] = {0.5 + 0.1 * std::sin(t), 0.1 * std::cos(t), -0.1 * std::sin(t)};
    out[2] = {0, 0, 0};
  });
  made->prepare();
  return made;
}

}  // namespace

TEST_CASE("system: a free body falls with g, and a channel says so") {
  Model model = make({0, -9.81, 0});
  model.add(named(planar_body(2, 0.5, {1, 2, 0}), "ball"));
  System system(model, {});
  const ChannelTable table(system);
  Node node = system.start();
  ChannelTable::observe(system, node);
  CHECK(table.all()[table.index("ball.ay")].value(system, node) == -9.81);
  CHECK(table.all()[table.index("energy.potential")].value(system, node) == doctest::Approx(2 * 9.81 * 2));
}

TEST_CASE("system: an unknown channel is named with the nearest one") {
  Model model = make({0, 0, 0});
  model.add(named(planar_body(2, 0.5, {1, 2, 0}), "ball"));
  const System system(model, {});
  const ChannelTable table(system);
  try {
    table.index("ball.agle");
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("did you mean 'ball.angle'?") != std::string::npos);
  }
}

TEST_CASE("system: a driven body accelerates as prescribed, the drive carries its weight") {
  Model model = make({0, -10, 0});
  const BodyPointer table = named(planar_body(3, 1, {0, 0.5, 0}, 0, {0, 0.1, 0}), "table");
  model.add(table);
  model.add(drive(table, "motor"));
  System system(model, {});
  const ChannelTable channels(system);
  Node node = system.start();
  node.t = 1;
  ChannelTable::observe(system, node);
  CHECK(node.dy[4] == doctest::Approx(-0.1 * std::sin(1.0)).epsilon(1e-14));
  const double push = channels.all()[channels.index("motor.fy")].value(system, node);
  CHECK(push == doctest::Approx(3 * (10 - 0.1 * std::sin(1.0))).epsilon(1e-14));
}

TEST_CASE("system: projection moves a driven body onto its path in position and velocity") {
  Model model = make({0, -10, 0});
  const BodyPointer table = named(planar_body(3, 1, {0, 0.5, 0}), "table");
  model.add(table);
  model.add(drive(table, "motor"));
  System system(model, {});
  Node node = system.start();
  node.y[0] = 1e-3;
  system.project(1, node.y.data());
  CHECK(std::abs(node.y[0]) < 1e-15);
  CHECK(node.y[1] == doctest::Approx(0.5 + 0.1 * std::sin(1.0)).epsilon(1e-15));
  CHECK(node.y[4] == doctest::Approx(0.1 * std::cos(1.0)).epsilon(1e-15));
}

TEST_CASE("system: the same drive twice is redundant, by rank, and runs") {
  Model model = make({0, -10, 0});
  const BodyPointer table = named(planar_body(3, 1, {0, 0.5, 0}), "table");
  model.add(table);
  model.add(drive(table, "motor"));
  model.add(drive(table, "second motor"));
  System system(model, {});
  Node node = system.start();
  CHECK(system.equations() == 6);
  CHECK(system.rank_of_constraints(0, node.y.data()) == 3);
  ChannelTable::observe(system, node);
  // Each motor carries half of the weight: least norm.
  CHECK(system.multipliers()[1] == doctest::Approx(-15).epsilon(1e-12));
  CHECK(system.multipliers()[4] == doctest::Approx(-15).epsilon(1e-12));
}

TEST_CASE("model: a name taken twice and a body of another model are refused") {
  Model model = make({0, 0, 0}), other = make({0, 0, 0});
  model.add(named(planar_body(1, 1, {0, 0, 0}), "ball"));
  CHECK_THROWS_AS(model.add(named(planar_body(1, 1, {0, 0, 0}), "ball")), InputError);
  const BodyPointer stranger = named(planar_body(1, 1, {0, 0, 0}), "stranger");
  other.add(stranger);
  auto spring = std::make_shared<Spring>();
  spring->between = {Point{stranger, Vector3::Zero()}, Point{model.ground(), Vector3::Zero()}};
  spring->stiffness = 1;
  CHECK_THROWS_AS(model.add(spring, "spring"), InputError);
}

TEST_CASE("model: elements without a name are numbered by kind") {
  Model model = make({0, 0, 0});
  const BodyPointer a = planar_body(1, 1, {0, 0, 0}), b = planar_body(1, 1, {0, 0, 0});
  model.add(a);
  model.add(b);
  CHECK(a->name == "body 1");
  CHECK(b->name == "body 2");
}

namespace {

// vx² + vy² = 25: Ψ of the inputs x, y, vx, vy, t.
std::shared_ptr<UserConstraint> constant_speed(const BodyPointer& body) {
  auto made = std::make_shared<UserConstraint>();
  made->name = "cruise";
  made->between = {Point{body, Vector3::Zero()}};
  made->equations_of_velocities = native(
      [](const Taylor* in, Taylor* out) {
        const Taylor &u = in[2], &w = in[3];
        out[0] = {u.value * u.value + w.value * w.value - 25, 2 * (u.value * u.first + w.value * w.first),
                  2 * (u.first * u.first + u.value * u.second + w.first * w.first + w.value * w.second)};
      },
      1);
  made->prepare();
  return made;
}

}  // namespace

TEST_CASE(
    "system: projection brings velocities onto an equation that is not linear in them, straight to it") {
  Model model = make({0, 0, 0});
  const BodyPointer body = named(particle(2, {1, 2, 0}, {3, 4, 0}), "p");
  model.add(body);
  model.add(constant_speed(body));
  System system(model, {});
  Node node = system.start();
  node.y[2] = 4.5, node.y[3] = 6;  // 3/2 of what it shall be
  CHECK(system.project(0, node.y.data()) == 0);
  CHECK(node.y[2] == doctest::Approx(3).epsilon(1e-13));
  CHECK(node.y[3] == doctest::Approx(4).epsilon(1e-13));
  // What that took is in the books: m/2 (7.5² − 5²).
  CHECK(node.y[system.layout().corrections()] == doctest::Approx(-(7.5 * 7.5 - 25)));
}
