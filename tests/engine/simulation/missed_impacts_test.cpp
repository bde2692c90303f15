#include <doctest/doctest.h>

#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

// A thin wall and large steps: the whole impact fits into one of them. Other programs lose the ball at 0.05 s.
TEST_CASE("no impact is missed above a thin shelf, whatever the step and the tolerance") {
  Release release;
  release.shelf = true;
  for (const std::string& integrator : variable_step_integrators()) {
    for (const double rtol : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
      for (const double max_step : {0.01, 0.02, 0.05, 0.1, 0.2, 0.5}) {
        CAPTURE(integrator);
        CAPTURE(rtol);
        CAPTURE(max_step);
        SimulationOptions how = options(3.0, integrator, rtol);
        how.steps.max_step = max_step;
        const std::shared_ptr<Run> run =
            Simulation(ball_model(law("lankarani_nikravesh", 0.8), release), how).run();
        CHECK(run->outcome == Outcome::reached_end);
        const std::vector<Event> begins = events_of(*run, "contact begin");
        CHECK(begins.size() == 5);
        for (const Event& begin : begins) CHECK(begin.number("penetration") <= 1e-6);
        CHECK(run->final("ball.y") > radius - 3e-3);  // still above the shelf
      }
    }
  }
}

// Faster and thinner: the ball is on the other side at the end of the step that should have met the wall.
TEST_CASE("no impact is missed by a fast ball whose step carries it through the wall") {
  Release release;
  release.shelf = true;
  for (const std::string& integrator : variable_step_integrators()) {
    for (const double speed : {1.0, 10.0, 100.0}) {
      for (const double height : {0.3, 0.61803398875, 1.7}) {
        CAPTURE(integrator);
        CAPTURE(speed);
        CAPTURE(height);
        release.height = height, release.velocity = Vector3(0, -speed, 0);
        const Event end = first_impact(ball_model(law("hertz"), release), options(2.0, integrator, 1e-6));
        const double drop = height - radius;
        const double impact = std::sqrt(speed * speed + 2 * gravity * drop);
        // 1e-4: the runs ask for 1e-6 at each of a few hundred steps.
        CHECK(std::abs(end.number("impact_speed") - impact) < 1e-4 * impact);
        CHECK(std::abs(end.number("separation_speed") - impact) < 1e-3 * impact);
      }
    }
  }
}

// Controlled by a rule that only refuses, the impact inside the step must be seen all the same.
TEST_CASE("no impact is missed by reject and halve, whose trials may end beyond the contact") {
  Release release;
  release.shelf = true;
  for (const std::string locate : {"reject", "halve"}) {
    for (const double max_step : {0.05, 0.5}) {
      CAPTURE(locate);
      CAPTURE(max_step);
      SimulationOptions how = options(3.0, "dopri5", 1e-6, penetration_rule(locate));
      how.steps.max_step = max_step;
      const std::shared_ptr<Run> run =
          Simulation(ball_model(law("lankarani_nikravesh", 0.8), release), how).run();
      const std::vector<Event> begins = events_of(*run, "contact begin");
      CHECK(begins.size() == 5);
      for (const Event& begin : begins) CHECK(begin.number("penetration") <= 1e-6);
    }
  }
}
