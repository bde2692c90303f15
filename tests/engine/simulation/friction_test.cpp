#include <doctest/doctest.h>

#include "engine/friction/catalog.h"
#include "tests/engine/simulation/block_on_plane.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

constexpr double mu = 0.3, regularization = 1e-3;  // [-], [m/s]

FrictionLawPointer coulomb(const std::string& shape) {
  return make(friction_catalog(), "regularized_coulomb",
              {{"coefficient", mu}, {"regularization_speed", regularization}, {"shape", shape}});
}

}  // namespace

// Under N = mg the slip obeys v̇ = −μg s(v/v_r):
// linear: v − μg t down to v_r, then v_r e^(−x); tanh: sinh(v/v_r) falls like e^(−μgt/v_r).
TEST_CASE("friction: a sliding block stops by the formula, and the ledger holds what it lost") {
  for (const double speed : {1.0, -1.0}) {
    const auto run = Simulation(block_on_plane(0, coulomb("linear"), speed), options(0.5)).run();
    const double slides = (1 - regularization) / (mu * gravity);  // [s]
    for (const double t : {0.1, 0.2, 0.3}) {
      CHECK(std::abs(run->at("block.vx", t) - std::copysign(1 - mu * gravity * t, speed)) < 1e-8);
    }
    const double t = slides + 1e-3, left = regularization * std::exp(-mu * gravity / regularization * 1e-3);
    CHECK(std::abs(std::abs(run->at("block.vx", t)) - left) < 1e-7);
    CHECK(std::abs(run->final("energy.dissipated") - 0.5) < 1e-8);
    REQUIRE(run->energy.dissipated_by.size() ==
            1);  // without what is stored where the ground carries the block
    CHECK(std::abs(run->energy.dissipated_by[0].second - run->energy.dissipated) < 1e-12);
    CHECK(run->largest("energy.residual") < 1e-8);
  }
}

TEST_CASE("friction: tanh regularisation follows sinh(v/v_r) = sinh(v0/v_r) exp(-mu g t/v_r)") {
  const double start = 5 * regularization;
  const auto run = Simulation(block_on_plane(0, coulomb("tanh"), start), options(0.005)).run();
  for (const double t : {0.001, 0.002, 0.004}) {
    const double x = std::sinh(start / regularization) * std::exp(-mu * gravity * t / regularization);
    CHECK(std::abs(run->at("block.vx", t) - regularization * std::asinh(x)) < 1e-8);
  }
}

TEST_CASE(
    "friction: an oblique impact that slides loses mu times the impulse, and its event books both losses") {
  Model model = empty_model();
  const BodyPointer ball = particle("ball", 1, Vector3(0, 1, 0), Vector3(10, 0, 0));
  model.add(ball);
  Contact touch = contact("contact", circle(ball),
                          shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}}), law("flores", 0.8));
  touch.friction = coulomb("linear");
  model.add(std::move(touch));
  const auto run = Simulation(model, options(0.5, "dopri5", 1e-12)).run();
  const std::vector<Event> ends = events_of(*run, "contact end");
  REQUIRE(ends.size() == 1);
  const Event& end = ends[0];
  const double in = end.number("impact_speed"), out = end.number("separation_speed");
  const double impulse = in + out + gravity * end.number("duration");  // [N s] of 1 kg
  const double after = run->at("ball.vx", end.t + 1e-3);
  CHECK(std::abs(after - (10 - mu * impulse)) < 1e-8);
  CHECK(std::abs(end.number("friction_dissipated") - 0.5 * (100 - after * after)) < 1e-7);
  CHECK(std::abs(end.number("dissipated") - 0.5 * (in * in - out * out)) < 1e-7);
  CHECK(run->largest("energy.residual") < 1e-8);
}

TEST_CASE("friction: a contact without it has neither its channel nor its number") {
  const auto run = Simulation(ball_model(law("hertz")), options(0.5)).run();
  CHECK(std::isnan(events_of(*run, "contact end")[0].number("friction_dissipated")));
  CHECK_THROWS_AS(run->final("contact.friction_force"), InputError);
}
