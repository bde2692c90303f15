#include <doctest/doctest.h>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/belt.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

const char* const names[3] = {"1", "2", "3"};

// The three states just after t, as the reference writes them.
std::string modes(const Run& run, double t) {
  std::string text;
  for (const char* name : names) {
    const double state = run.at(std::string(name) + ".state", t);
    text += state == 0 ? '0' : state > 0 ? '+' : '-';
  }
  return text;
}

void check_transitions(const Run& run) {
  const Reference reference("belt_transitions.csv");
  const std::vector<double> found = transitions(run);
  REQUIRE(found.size() == reference.rows() - 1);  // its first row is the start
  for (std::size_t k = 1; k < reference.rows(); ++k) {
    CAPTURE(k);
    CHECK(std::abs(found[k - 1] - reference.number(k, "t[s]")) < 1e-7);
    CHECK(modes(run, found[k - 1] + 1e-6) == reference.text(k, "mode_after"));
    CHECK(std::abs(run.at("one.position", found[k - 1]) - reference.number(k, "q1[m]")) < 1e-7);
    for (int i = 0; i < 3; ++i) {
      const double expected = reference.number(k, "T" + std::to_string(i + 1) + "[N]");
      CHECK(std::abs(run.at(std::string(names[i]) + ".force", found[k - 1] + 1e-9) - expected) < 1e-5);
    }
  }
}

void check_velocities(const Run& run) {
  const Reference reference("belt_velocities.csv");
  for (std::size_t k = 0; k < reference.rows(); ++k) {
    const double t = reference.number(k, "t[s]");
    CAPTURE(t);
    CHECK(std::abs(run.at("one.velocity", t) - reference.number(k, "v1[m/s]")) < 1e-7);
    CHECK(std::abs(run.at("two.velocity", t) - reference.number(k, "v2[m/s]")) < 1e-7);
  }
}

}  // namespace

TEST_CASE("belt: two blocks stick and slip as Oprea's equations do, to 1e-7 s and 1e-7 m/s, until 12 s") {
  for (const char* integrator : {"dopri5", "bdf", "fehlberg78"}) {
    CAPTURE(integrator);
    const auto run = Simulation(two_blocks_on_a_belt(), options(12, integrator)).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    check_transitions(*run);
    check_velocities(*run);
  }
}

// h = [−k(2q₁ − q₂), k(q₁ − q₂)]; all stick while T₁ + T₃ = −h₁, T₂ − T₃ = −h₂ have a solution within the limits.
TEST_CASE(
    "belt: where all stick, forces have the least norm, and beyond the first limit the rest takes over") {
  const auto run = Simulation(two_blocks_on_a_belt(), options(2.38)).run();
  int free_forces = 0, clamped = 0;
  for (double t = 0.46; t < 2.38; t += 0.02) {
    const double q1 = run->at("one.position", t), q2 = run->at("two.position", t);
    const double h1 = -14 * (2 * q1 - q2), h2 = 14 * (q1 - q2);
    double T1 = -(2 * h1 + h2) / 3, T2 = -(h1 + 2 * h2) / 3, T3 = -(h1 - h2) / 3;
    if (std::abs(T1) > 4) T1 = std::copysign(4, T1), T3 = -h1 - T1, T2 = -h2 + T3, ++clamped;
    else ++free_forces;
    CHECK(std::abs(run->at("1.force", t) - T1) < 1e-8);
    CHECK(std::abs(run->at("2.force", t) - T2) < 1e-8);
    CHECK(std::abs(run->at("3.force", t) - T3) < 1e-8);
  }
  CHECK(free_forces > 10);
  CHECK(clamped > 5);
}

// At a reversal T goes from −T_max to T_max; where it begins to stick it jumps by less, since it need not be at a limit.
TEST_CASE("belt: a force jumps by twice its limit at a reversal, by less where it begins to stick") {
  const auto run = Simulation(two_blocks_on_a_belt(), options(12)).run();
  const double limits[3] = {4, 7, 5};
  int reversals = 0, sticks = 0;
  for (const Event& event : run->events()) {
    const int i = event.element[0] - '1';
    const double before = run->at(event.element + ".force", event.t - 1e-9);
    const double jump = std::abs(run->at(event.element + ".force", event.t + 1e-9) - before);
    const bool was_sticking = run->at(event.element + ".state", event.t - 1e-9) == 0;
    if (event.kind == "stick") {
      CHECK(jump < 2 * limits[i] - 1e-3);
      ++sticks;
    } else if (!was_sticking) {
      CHECK(std::abs(jump - 2 * limits[i]) < 1e-6);
      ++reversals;
    } else {
      CHECK(jump < 1e-6);  // it leaves from its limit
    }
  }
  CHECK(reversals == 1);
  CHECK(sticks == 7);
}

TEST_CASE("belt: friction creates no energy") {
  const auto run = Simulation(two_blocks_on_a_belt(), options(12)).run();
  CHECK(run->largest("energy.residual") < 1e-9);
  for (const auto& [name, lost] : run->energy.dissipated_by) CHECK(lost > 0);
}
