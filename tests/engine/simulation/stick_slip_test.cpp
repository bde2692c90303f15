#include <doctest/doctest.h>

#include <random>

#include "engine/friction/catalog.h"
#include "tests/engine/simulation/belt.h"
#include "tests/engine/simulation/block_on_plane.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

FrictionLawPointer coulomb(double mu) { return make(friction_catalog(), "coulomb", {{"coefficient", mu}}); }

}  // namespace

TEST_CASE(
    "set-valued friction: what sticks creeps by less than 1e-12 m in 100 s, with explicit and implicit "
    "methods") {
  for (const char* integrator : {"dopri5", "radau5", "bdf"}) {
    CAPTURE(integrator);
    const auto run = Simulation(block_on_plane(0.2, coulomb(0.3)), options(100, integrator, 1e-8)).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    CHECK(std::abs(run->final("block.x")) < 1e-12);
    CHECK(run->final("touch.state") == 0);
    CHECK(std::abs(run->final("touch.force") - gravity * std::sin(0.2)) < 1e-9);
  }
}

TEST_CASE(
    "set-valued friction: a block stops on a slope by the formula, stays below atan(mu), comes back above "
    "it") {
  for (const double slope : {0.25, 0.45}) {
    const auto run = Simulation(block_on_plane(slope, coulomb(0.3), 1), options(1)).run();
    const double stops = 1 / (gravity * (std::sin(slope) + 0.3 * std::cos(slope)));
    REQUIRE(run->events().size() >= 1);
    const Event& turn = run->events().back();
    CHECK(std::abs(turn.t - stops) < 1e-8);
    CHECK(turn.kind == (slope < std::atan(0.3) ? "stick" : "slip"));
    const double pull = slope < std::atan(0.3) ? 0 : gravity * (std::sin(slope) - 0.3 * std::cos(slope));
    const double left = 1 - stops;
    CHECK(std::abs(run->final("block.x") - (stops / 2 - pull * left * left / 2)) < 1e-8);
    CHECK(run->largest("energy.residual") < 1e-8);
  }
}

// A disc thrown without spin slips until v = ωR: v = v₀/(1 + mR²/I) = 2/3 v₀ for I = mR²/2, after v₀/(3 μ g).
TEST_CASE("set-valued friction: a disc that slips begins to roll, and rolls without loss") {
  Model model = empty_model();
  const double sag = std::pow(gravity / stiffness, 2.0 / 3), R = radius - sag;
  const BodyPointer disc = body("body", "disc",
                                {{"mass", 1.0},
                                 {"inertia", 0.5 * radius * radius},
                                 {"position", Vector3(0, R, 0)},
                                 {"velocity", Vector3(3, 0, 0)}});
  model.add(disc);
  Contact touch = contact("touch", circle(disc),
                          shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}}), law("hertz"));
  touch.friction = coulomb(0.2);
  model.add(std::move(touch));
  const auto run = Simulation(model, options(2)).run();
  const std::vector<Event> sticks = events_of(*run, "stick");
  REQUIRE(sticks.size() == 1);
  CHECK(std::abs(sticks[0].t - 1 / (0.2 * gravity)) < 1e-4);  // the lever is R less the depth
  CHECK(std::abs(run->final("disc.vx") - 2) < 1e-3);
  CHECK(std::abs(run->final("disc.vx") - run->at("disc.vx", sticks[0].t)) < 1e-9);
  CHECK(run->largest("energy.residual") < 1e-7);
}

// A tilted box, thrown: contacts of its corners open and close, stick and slip.
TEST_CASE("set-valued friction: in random tumbles it never creates energy") {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int run_number = 0; run_number < 6; ++run_number) {
    Model model = empty_model();
    const BodyPointer box = body("body", "box",
                                 {{"mass", 1.0},
                                  {"inertia", 0.02},
                                  {"position", Vector3(0, 0.4, 0)},
                                  {"angle", 0.7 * uniform(generator)},
                                  {"velocity", Vector3(2 * uniform(generator), 0, 0)},
                                  {"angular_velocity", 5 * uniform(generator)}});
    model.add(box);
    const Vectors corners = {Vector3(-0.15, -0.1, 0), Vector3(0.15, -0.1, 0), Vector3(0.15, 0.1, 0),
                             Vector3(-0.15, 0.1, 0)};
    Contact touch =
        contact("touch", shape(box, "polygon", {{"points", corners}}),
                shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}}), law("flores", 0.5, 1.5, 1e6));
    touch.friction = coulomb(0.4);
    model.add(std::move(touch));
    const auto run = Simulation(model, options(0.8, "dopri5", 1e-8)).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    CHECK(run->largest("energy.residual") < 1e-5);
    const double lost = run->final("energy.dissipated");
    CHECK(lost > 0);
    for (double t = 0.02; t <= 0.8; t += 0.02)
      CHECK(run->at("energy.dissipated", t) >= run->at("energy.dissipated", t - 0.02) - 1e-6);
  }
}

// Random chains with redundant frictions, pushed to and fro.
TEST_CASE("set-valued friction: a driven chain with random redundant frictions keeps its books") {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int number = 0; number < 5; ++number) {
    Model model = empty_model(0);
    std::vector<BodyPointer> blocks;
    for (int i = 0; i < 6; ++i) {
      blocks.push_back(named_coordinate("block " + std::to_string(i), 1 + uniform(generator)));
      model.add(blocks.back());
      const double limit = 2 * uniform(generator);
      model.add(dry_friction("ground " + std::to_string(i), blocks.back(), model.ground(), limit));
      if (i == 0) continue;
      model.add(make(force_catalog(), "spring",
                     {{"between", PointPair{Point{blocks[i - 1]}, Point{blocks[i]}}}, {"stiffness", 50.0}}),
                "spring");
      model.add(
          dry_friction("pair " + std::to_string(i), blocks[i - 1], blocks[i], 2 * uniform(generator), 2));
    }
    Quantity push;
    push.function =
        native([](const Taylor* in, Taylor* out) { out[0].value = 8 * std::sin(3 * in[0].value); });
    model.add(make(force_catalog(), "force", {{"on", Point{blocks[5]}}, {"value", push}}), "force");
    const auto run = Simulation(model, options(4, "dopri5", 1e-9)).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    CHECK(events_of(*run, "stick").size() > 3);
    CHECK(run->largest("energy.residual") < 1e-6);
    for (const auto& [name, lost] : run->energy.dissipated_by) CHECK(lost >= 0);
  }
}
