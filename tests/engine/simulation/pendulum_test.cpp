// A point mass on a rod: A01 of the IFToMM benchmark library, whose table is the exact elliptic solution, and the
// pendulum that strikes a wall of Flores & Ambrósio (2010), sec. 5.1.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

TEST_CASE("pendulum A01: the exact motion to 1e-8 m for ten seconds, the rod to 1e-10 m") {
  const Reference table("iftomm_a01_pendulum.csv");
  Simulation simulation(pendulum(), options(10, "dopri5", 1e-11));
  const auto run = simulation.run();
  REQUIRE(run->outcome == Outcome::reached_end);
  double off = 0;
  for (std::size_t k = 0; k < table.rows(); ++k) {
    const double t = table.number(k, "t[s]");
    if (t > 10) break;
    off = std::max(off, std::hypot(run->at("mass.x", t) - table.number(k, "x[m]"),
                                   run->at("mass.y", t) - table.number(k, "y[m]")));
  }
  CHECK(off < 1e-8);
  CHECK(run->largest("rod.error") < 1e-10);
  CHECK(run->largest("energy.residual") < 1e-8);
  // m v²/l = 2 m g at the lowest point, and the weight.
  CHECK(run->largest("rod.force") == doctest::Approx(3 * gravity).epsilon(1e-3));
}

TEST_CASE("N-four-bar A02: for twenty seconds on its branch, through every flat position, to 1e-5 m") {
  const Reference table("iftomm_a02_four_bar.csv");
  for (const int windows : {1, 2, 10}) {
    CAPTURE(windows);
    Simulation simulation(n_four_bar(windows), options(20, "dopri5", 1e-8));
    const auto run = simulation.run();
    REQUIRE(run->outcome == Outcome::reached_end);
    double off = 0;
    for (std::size_t k = 0; k < table.rows(); ++k) {
      if (table.number(k, "N") != windows) continue;
      const double t = table.number(k, "t[s]"), angle = run->at("rocker 0.angle", t);
      off = std::max(off, std::hypot(std::cos(angle) - table.number(k, "xB0[m]"),
                                     std::sin(angle) - table.number(k, "yB0[m]")));
    }
    CHECK(off < 1e-5);
    CHECK(run->largest("system.constraint_error") < 1e-10);
  }
}

namespace {

// `NAME begin` and `NAME end` events in turn, against the table.
void check_bounces(const Run& run, const Reference& table) {
  REQUIRE(run.events().size() == 2 * table.rows());
  for (std::size_t k = 0; k < table.rows(); ++k) {
    const Event &begin = run.events()[2 * k], &end = run.events()[2 * k + 1];
    const auto relative = [&](double x, const char* column) {
      return std::abs(x / table.number(k, column) - 1);
    };
    CHECK(std::abs(begin.t - table.number(k, "t_contact[s]")) < 1e-8);
    CHECK(std::abs(end.t - table.number(k, "t_sep[s]")) < 1e-8);
    CHECK(relative(end.number("impact_speed"), "v_impact[m/s]") < 1e-8);
    CHECK(relative(end.number("separation_speed"), "v_sep[m/s]") < 1e-6);
    CHECK(relative(end.number("max_penetration"), "delta_max[m]") < 1e-6);
    CHECK(relative(end.number("max_force"), "F_max[N]") < 1.5e-6);  // F ~ δ^1.5
  }
}

}  // namespace

TEST_CASE("pendulum and wall: three bounces to 1e-8 s and 1e-6 of the depth, by every method of high order") {
  const Reference table("pendulum_wall.csv");
  for (const char* integrator : {"dopri5", "fehlberg78", "cash_karp54", "bulirsch_stoer", "adams"}) {
    CAPTURE(integrator);
    Simulation simulation(pendulum_and_wall(law("lankarani_nikravesh", 1, 1.5, 3.39e10)),
                          options(3.1, integrator, 1e-11));
    const auto run = simulation.run();
    REQUIRE(run->outcome == Outcome::reached_end);
    check_bounces(*run, table);
    CHECK(run->largest("rod.error") < 1e-10);
    CHECK(run->largest("energy.residual") < 1e-7);
  }
}
