#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/quick_return_clearance.h"

using namespace perilune;
using namespace perilune::testing;

// Four joints with clearance: the motion is chaotic from 0.1 s on, its first impacts are not. The reference knows the
// first eight to 1e-9 s, the other four to 1e-8 s.
TEST_CASE("quick return with clearance: bdf and radau5 find its first impacts") {
  const Reference table("quick_return_first_impacts.csv");
  for (const char* integrator : {"bdf", "radau5"}) {
    CAPTURE(std::string(integrator));
    SimulationOptions how = options(0.0408, integrator, 1e-9, penetration_rule("root", 1e-9, 1e-12));
    const auto run = Simulation(quick_return_with_clearance(), how).run();
    REQUIRE(run->outcome == Outcome::reached_end);
    const auto begins = events_of(*run, "contact begin");
    REQUIRE(begins.size() == table.rows());
    for (std::size_t k = 0; k < begins.size(); ++k) {
      CAPTURE(k);
      const std::string joint = table.text(k, "joint");
      CHECK(begins[k].element == joint.substr(0, joint.find(' ')));
      CHECK(std::abs(begins[k].t - table.number(k, "t_start[s]")) < (k < 8 ? 1e-6 : 1e-5));
    }
    for (const Event& end : events_of(*run, "contact end")) {
      for (std::size_t k = 0; k < begins.size(); ++k) {
        if (begins[k].element != end.element || !(std::abs(table.number(k, "t_end[s]") - end.t) < 2e-5))
          continue;
        CHECK(end.number("max_force") == doctest::Approx(table.number(k, "F_max[N]")).epsilon(1e-3));
      }
    }
    CHECK(run->largest("energy.residual") < 1e-7);
  }
}

// Nothing is left to compare after 0.1 s but bounds: of journals in their bearings, and of the slider, from the ideal one.
// Pins off by 0.5 mm at O3 and A turn the rocker by 1 mm over 0.22 m or more, which is 2.3 mm at its end 0.5 m away; those
// at O3, B and C add 0.5 mm each. Loose tolerances land on touches that move from try to try by the error of the step.
TEST_CASE("quick return with clearance: bdf and radau5 go round a whole turn") {
  const Reference ideal("quick_return_ideal.csv");
#ifdef __SANITIZE_ADDRESS__
  const double turns = 0.3;  // as the gallery's script: sanitizers cost a factor of eight
#else
  const double turns = 1;
#endif
  const double duration = turns * 2 * M_PI / QuickReturn::omega;
  for (const auto& [integrator, rtol] : {std::pair{"bdf", 1e-5}, std::pair{"radau5", 1e-4}}) {
    CAPTURE(std::string(integrator));
    const auto run = Simulation(quick_return_with_clearance(), options(duration, integrator, rtol)).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    CHECK(run->time().back() == doctest::Approx(duration));
    CHECK(run->statistics.steps < 150000);
    CHECK(run->largest("energy.residual") < 100 * rtol);
    CHECK(run->largest("system.constraint_error") < 1e-10);
    for (std::size_t k = 0; ideal.number(k, "t[s]") <= std::min(0.5, duration); ++k)
      CHECK(std::abs(run->at("slider.x", ideal.number(k, "t[s]")) - ideal.number(k, "X[m]")) < 3.8e-3);
    for (const char* joint : {"O3", "A", "B", "C"}) {
      const std::string name = joint;
      const double play = QuickReturn::bearing - QuickReturn::journal;
      const std::vector<double> ex = run->series(name + ".ex"), ey = run->series(name + ".ey");
      const double deepest = run->largest(name + ".penetration");
      CHECK(deepest < 20e-6);  // the reference's first impacts go 8 um deep
      for (std::size_t k = 0; k < ex.size(); ++k) CHECK(std::hypot(ex[k], ey[k]) <= play + deepest + 1e-12);
    }
  }
}
