#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

// A hundred tolerances after some impacts, explicit methods and those for which impacts are hard work.
namespace {

const std::vector<std::string> methods = {"dopri5", "fehlberg78", "adams", "bdf", "radau5", "rosenbrock4"};
const std::vector<double> tolerances = {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};

}  // namespace

// tests/reference/falling_ball.csv: the elastic ball is back at 1 m after each period.
TEST_CASE("impacts: an elastic ball is back where it was released, within 100 tolerances") {
  const double period = 0.858038233203223183;  // [s]
  for (const std::string& integrator : methods) {
    for (const double rtol : tolerances) {
      CAPTURE(integrator);
      CAPTURE(rtol);
      const auto run = Simulation(ball_model(law("hertz")), options(3.2 * period, integrator, rtol)).run();
      REQUIRE(events_of(*run, "contact end").size() == 3);
      for (const int bounce : {1, 2, 3}) CHECK(std::abs(apex(*run, bounce * period) - 1.0) < 100 * rtol);
    }
  }
}

// The times and speeds of case A of the table, of size 1 s and 4 m/s.
TEST_CASE("impacts: a pendulum meets and leaves a wall as the table says, within 100 tolerances") {
  const Reference table("pendulum_wall.csv");
  for (const std::string& integrator : methods) {
    for (const double rtol : tolerances) {
      CAPTURE(integrator);
      CAPTURE(rtol);
      const auto run =
          Simulation(pendulum_and_wall(law("hertz", 1, 1.5, 3.39e10)), options(2.4, integrator, rtol)).run();
      const std::vector<Event> begun = events_of(*run, "contact begin"),
                               ended = events_of(*run, "contact end");
      REQUIRE(begun.size() == 2);
      REQUIRE(ended.size() == 2);
      for (const std::size_t row : {0, 1}) {
        CHECK(std::abs(begun[row].t - table.number(row, "t_contact[s]")) < 100 * rtol);
        CHECK(std::abs(ended[row].t - table.number(row, "t_sep[s]")) < 100 * rtol);
        CHECK(std::abs(ended[row].number("impact_speed") - table.number(row, "v_impact[m/s]")) <
              100 * rtol * 4.4);
        CHECK(std::abs(ended[row].number("separation_speed") - table.number(row, "v_sep[m/s]")) <
              100 * rtol * 4.4);
        CHECK(ended[row].number("max_penetration") ==
              doctest::Approx(table.number(row, "delta_max[m]")).epsilon(1e-3));
      }
    }
  }
}
