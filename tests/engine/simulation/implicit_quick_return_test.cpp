#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/quick_return_clearance.h"

using namespace perilune;
using namespace perilune::testing;

// Four joints with clearance: the motion is chaotic from 0.1 s on, its first eight impacts are not.
TEST_CASE("quick return with clearance: bdf and radau5 find its first impacts") {
  const Reference table("quick_return_first_impacts.csv");
  for (const char* integrator : {"bdf", "radau5"}) {
    CAPTURE(std::string(integrator));
    SimulationOptions how = options(0.0313, integrator, 1e-9, penetration_rule("root", 1e-9, 1e-12));
    const auto run = Simulation(quick_return_with_clearance(), how).run();
    REQUIRE(run->outcome == Outcome::reached_end);
    const auto begins = events_of(*run, "contact begin");
    REQUIRE(begins.size() == 8);
    for (std::size_t k = 0; k < begins.size(); ++k) {
      CAPTURE(k);
      const std::string joint = table.text(k, "joint");
      CHECK(begins[k].element == joint.substr(0, joint.find(' ')));
      CHECK(std::abs(begins[k].t - table.number(k, "t_start[s]")) < 1e-6);
    }
    CHECK(run->largest("energy.residual") < 1e-7);
  }
}
