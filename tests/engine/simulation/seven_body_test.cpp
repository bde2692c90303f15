#include "tests/engine/simulation/seven_body.h"

#include <doctest/doctest.h>

using namespace perilune;
using namespace perilune::testing;

TEST_CASE("seven bodies: every integrator comes to the published angles within 100 tolerances") {
  for (const std::string& integrator : variable_step_integrators()) {
    const double tightest = find_integrator(integrator)->acts_on_positions ? 1e-4 : 1e-8;
    for (double rtol = 1e-4; rtol > 0.9 * tightest; rtol *= 1e-2) {
      CAPTURE(integrator);
      CAPTURE(rtol);
      const auto run = Simulation(seven_body(), options(seven_body_duration, integrator, rtol)).run();
      REQUIRE(run->outcome == Outcome::reached_end);
      CHECK(seven_body_error(*run) < 100 * rtol);
      CHECK(run->final("system.constraint_error") < 1e-10);
    }
  }
}

TEST_CASE("seven bodies: generalized_alpha needs no projection to keep positions on the constraints") {
  SimulationOptions how = options(seven_body_duration, "generalized_alpha", 1e-4);
  how.constraints = make(stabilization_catalog(), "none", {});
  const auto run = Simulation(seven_body(), how).run();
  REQUIRE(run->outcome == Outcome::reached_end);
  CHECK(run->largest("system.constraint_error") < 1e-9);
  CHECK(seven_body_error(*run) < 100 * 1e-4);
}
