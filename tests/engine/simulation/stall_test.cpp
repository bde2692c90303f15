// What a run that stalls says: what would help, where something would.
#include <doctest/doctest.h>

#include <cmath>

#include "engine/forces/catalog.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

bool says(const Run& run, const char* what) { return run.message.find(what) != std::string::npos; }

SimulationOptions not_below(double min_step, const std::string& integrator, double rtol = 1e-8) {
  SimulationOptions how = options(1, integrator, rtol);
  how.steps.min_step = min_step;
  return how;
}

// A pendulum whose rod is a bushing: 1e9 N/m and 1e6 N s/m.
Model stiff_pendulum() {
  Model model = empty_model();
  const BodyPointer bob = particle("bob", 1, Vector3(1, 0, 0));
  model.add(bob);
  const PointPair ends = {Point{model.ground()}, Point{bob}};
  model.add(make(force_catalog(), "spring", {{"between", ends}, {"stiffness", 1e9}, {"damping", 1e6}}),
            "bushing");
  return model;
}

// Swings about its static depth with 900 rad/s.
Model swinging_ball() {
  Release release;
  release.height = radius - 2 * std::pow(gravity / stiffness, 2.0 / 3);
  return ball_model(law("hertz"), release);
}

}  // namespace

TEST_CASE("stall: where an explicit method is bound by what is stiff, radau5 and bdf are named, and help") {
  for (const char* integrator : {"dopri5", "fehlberg78", "cash_karp54", "adams"}) {
    CAPTURE(std::string(integrator));
    const auto run = Simulation(stiff_pendulum(), not_below(1e-5, integrator, 1e-6)).run();
    REQUIRE(run->outcome == Outcome::step_too_small);
    CHECK(says(*run, "radau5 or bdf: from here on they advance in longer steps"));
  }
  const auto helped = Simulation(stiff_pendulum(), not_below(1e-5, "radau5", 1e-6)).run();
  CHECK(helped->outcome == Outcome::reached_end);
}

TEST_CASE("stall: where a fast swing is to be followed no other integrator is named, for none would do") {
  for (const char* integrator : {"dopri5", "radau5", "bdf"}) {
    CAPTURE(std::string(integrator));
    const auto run = Simulation(swinging_ball(), not_below(1e-2, integrator)).run();
    REQUIRE(run->outcome == Outcome::step_too_small);
    CHECK(says(*run, "try a larger rtol, or a smoother law"));
    for (const char* other : {"radau5", "bdf", "dopri5"}) CHECK_FALSE(says(*run, other));
  }
}

TEST_CASE("stall: a tolerance beyond the digits of numbers is said to be one") {
  const auto run = Simulation(stiff_pendulum(), not_below(1e-5, "dopri5", 1e-17)).run();
  REQUIRE(run->outcome == Outcome::step_too_small);
  CHECK(says(*run, "rtol = 1e-17 asks for more digits than numbers have; try 1e-13 or more"));
}

TEST_CASE("stall: a rule that never accepts is what the message is about") {
  struct Never final : AcceptanceRule {
    Verdict judge(const StepView& step) override { return {Verdict::Kind::retry, step.dt, "callback", ""}; }
  };
  SimulationOptions how = options(1);
  how.accept.push_back(std::make_shared<Never>());
  const auto run = Simulation(ball_model(law("hertz")), how).run();
  REQUIRE(run->outcome == Outcome::too_many_refusals);
  CHECK(says(*run, "one step was refused 2000 times, the last time by the callback"));
  CHECK(says(*run, "let it accept where step.dt is small enough"));
}

TEST_CASE("stall: only a fixed step is blamed on its length") {
  struct Broken final : ContactLaw {
    const std::string& name() const override { return name_; }
    double force(const ContactInput&, double*) const override { return std::nan(""); }
    std::string name_ = "broken";
  };
  for (const bool fixed : {false, true}) {
    SimulationOptions how = options(1, fixed ? "rk4" : "dopri5");
    if (fixed) how.steps.step = 1e-4;
    const auto run = Simulation(ball_model(std::make_shared<Broken>()), how).run();
    REQUIRE(run->outcome == Outcome::nonfinite);
    CHECK(says(*run, "a step too large for a fixed-step integrator") == fixed);
  }
}

TEST_CASE(
    "stall: a fixed step in which a body is flung about ends the run after so many looks for its contact") {
  // The pendulum of scripts/gallery/pendulum_wall.lua comes to the wall with 4.4 m/s: in one step of 3 ms, twenty times as long
  // as its contact takes, the wall throws it back with what it takes to be centimetres deep, and more with every step.
  const double swing = 0.59196048689405936,
               touch = 0.00014663751625403235;  // [s] tests/reference/pendulum_wall.csv
  SimulationOptions how = options(5 * swing + 2 * touch, "rk4");
  how.steps.step = how.duration / 1e3;
  const auto run = Simulation(pendulum_and_wall(law("hertz", 1, 1.5, 3.39e10)), how).run();
  REQUIRE(run->outcome == Outcome::step_too_large);
  CHECK(is_failure(run->outcome));
  CHECK(says(*run, "run stopped at t = 0.59"));
  CHECK(says(*run, "whether contact 'wall' opens or closes in it was not found in 10020 looks"));
  CHECK(says(*run, "try one of at most a twentieth of a contact's duration"));
  const Statistics& spent = run->statistics;
  REQUIRE(!spent.rejected_by.empty());
  CHECK(spent.rejected_by.back() == std::pair<std::string, long>("search", 1));
  // A trial has 10000 looks and 20 for its only contact; all but the last found their way with fewer.
  CHECK(spent.contact_looks >= 10020);
  CHECK(spent.contact_looks <= 10020 * (spent.rejected + 1));
}

TEST_CASE("stall: a run is left between two trials of a step") {
  struct Never final : AcceptanceRule {
    Verdict judge(const StepView& step) override {
      seen = step.attempt;
      return {Verdict::Kind::retry, step.dt, "callback", ""};
    }
    int seen = 0;
  };
  const auto never = std::make_shared<Never>();
  SimulationOptions how = options(1);
  how.accept.push_back(never);
  how.interrupted = [&] { return never->seen == 7; };
  const auto run = Simulation(ball_model(law("hertz")), how).run();
  CHECK(run->outcome == Outcome::interrupted);
  CHECK(never->seen == 7);
}
