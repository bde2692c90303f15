// The quick-return mechanism of Flores & Ambrósio (2010), ideal joints; the table is its closed form.
#include <doctest/doctest.h>

#include <cmath>

#include "engine/simulation/assemble.h"
#include "engine/simulation/kinematics.h"
#include "tests/engine/reference.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

KinematicsOptions lasting(double duration) {
  KinematicsOptions how;
  how.duration = duration;
  return how;
}

struct Largest {
  double x = 0, v = 0, a = 0, rocker = 0;
};

Largest difference(const Run& run, const Reference& table, double duration) {
  Largest most;
  for (std::size_t k = 0; k < table.rows(); ++k) {
    const double t = table.number(k, "t[s]");
    if (t > duration) break;
    const auto off = [&](const char* channel, const char* column) {
      return std::abs(run.at(channel, t) - table.number(k, column));
    };
    most.x = std::max(most.x, off("slider.x", "X[m]"));
    most.v = std::max(most.v, off("slider.vx", "V[m/s]"));
    most.a = std::max(most.a, off("slider.ax", "A[m/s2]"));
    most.rocker = std::max(most.rocker, off("rocker.angle", "psi[rad]"));
  }
  return most;
}

}  // namespace

TEST_CASE("quick return: kinematic analysis over two turns is the closed form") {
  const Reference table("quick_return_ideal.csv");
  const KinematicsOptions how = lasting(4 * M_PI / 3);
  const auto run = analyse_kinematics(quick_return(), how);
  REQUIRE(run->outcome == Outcome::reached_end);
  const Largest most = difference(*run, table, how.duration);
  CHECK(most.x < 1e-9);
  CHECK(most.v < 1e-8);
  CHECK(most.a < 1e-6);
  CHECK(most.rocker < 1e-9);
  CHECK(run->largest("system.constraint_error") < 1e-10);
}

TEST_CASE("quick return: dynamics with a driver moves as kinematics says, and needs the same effort") {
  const Reference table("quick_return_ideal.csv");
  const KinematicsOptions how = lasting(4 * M_PI / 3);
  const auto exact = analyse_kinematics(quick_return(), how);
  Model model = quick_return();
  assemble(model, "");
  SimulationOptions dynamics = options(how.duration, "dopri5", 1e-11);
  dynamics.record.when = RecordOptions::When::steps;
  Simulation simulation(model, dynamics);
  const auto run = simulation.run();
  REQUIRE(run->outcome == Outcome::reached_end);
  const Largest most = difference(*run, table, how.duration);
  CHECK(most.x < 1e-9);
  CHECK(most.v < 1e-8);
  CHECK(most.a < 1e-6);
  CHECK(run->largest("system.constraint_error") < 1e-10);
  double effort = 0;
  for (const double t : run->time())
    effort =
        std::max(effort, std::abs(run->at("crank drive.effort", t) - exact->at("crank drive.effort", t)));
  CHECK(effort < 1e-6);
}

TEST_CASE("quick return: the drive's power is what the energy changes by, in both analyses") {
  const KinematicsOptions how = lasting(2);
  const auto run = analyse_kinematics(quick_return(), how);
  CHECK(run->largest("energy.residual") < 1e-8);
  CHECK(std::abs(run->final("energy.work")) > 0.01);
}

TEST_CASE("kinematics: a freedom without a drive is named") {
  try {
    analyse_kinematics(quick_return(false), lasting(1));
    FAIL("no error");
  } catch (const InputError& error) {
    const std::string text = error.what();
    CHECK(text.find("1 of 15 coordinates are not driven") != std::string::npos);
    CHECK(text.find("'slider'") != std::string::npos);
  }
}

TEST_CASE("kinematics: where the lengths end the run stops there and names the joint") {
  // A slider-crank whose crank is longer than its rod stops where the rod stands upright.
  Model model = slider_crank(1.0, 0.8, 0.3);
  const auto run = analyse_kinematics(model, lasting(4));
  CHECK(run->outcome == Outcome::inconsistent);
  CHECK(run->message.find("there is no position beyond") != std::string::npos);
  // sin(angle) = 0.8.
  CHECK(run->final("crank.angle") == doctest::Approx(std::asin(0.8)).epsilon(1e-6));
}
