#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "tests/engine/integrators/orbit.h"

using namespace perilune;

namespace {

// Attempts that somebody refuses: up to three lengths at random between 0 and the step to come.
struct RandomRefusals {
  std::mt19937 random{3};
  void operator()(Method& method, const Node& now, double h) {
    std::uniform_real_distribution<double> fraction(0, 1);
    Trial refused;
    for (int i = static_cast<int>(random() % 4); i > 0; --i)
      method.attempt(now, h * fraction(random), refused);
  }
};

}  // namespace

TEST_CASE("refused attempts leave no trace: the trajectory is bit-identical without them") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    Orbit orbit;
    const auto undisturbed = info.make(orbit, usual_options(info));
    const Journey expected = travel(*undisturbed, orbit.start(), 6);
    const auto disturbed = info.make(orbit, usual_options(info));
    const Journey journey = travel(*disturbed, orbit.start(), 6, RandomRefusals{});
    CHECK(journey.end.y == expected.end.y);
    CHECK(journey.end.dy == expected.end.dy);
    CHECK(journey.accepted == expected.accepted);
    CHECK(journey.refused == expected.refused);
  }
}

TEST_CASE("refine leaves no trace, before commit and after") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    Orbit orbit;
    Node plain = orbit.start(), refined = plain;
    const auto plain_method = info.make(orbit, usual_options(info));
    const auto refined_method = info.make(orbit, usual_options(info));
    plain_method->restart(plain), refined_method->restart(plain);
    Trial a, b;
    double h = 1e-3;
    for (int step = 0; step < 40; ++step) {
      plain_method->attempt(plain, h, a), refined_method->attempt(refined, h, b);
      if (step % 2) refined_method->refine(refined, b);
      plain_method->commit(plain, a, nullptr), refined_method->commit(refined, b, nullptr);
      refined_method->refine(refined, b);
      plain = a.after, refined = b.after;
      REQUIRE(refined.y == plain.y);
      REQUIRE(b.next_step == a.next_step);
      h = std::min(a.next_step, 0.1);
    }
  }
}

TEST_CASE("an exception in the right-hand side leaves no trace") {
  struct Moody final : Problem {
    Orbit orbit;
    int calls_left = -1;  // then it throws
    int size() const override { return orbit.size(); }
    int positions() const override { return orbit.positions(); }
    int controlled() const override { return orbit.controlled(); }
    void derivative(double t, const double* y, double* dy) override {
      if (calls_left >= 0 && calls_left-- == 0) throw std::runtime_error("no");
      orbit.derivative(t, y, dy);
    }
  };
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    Moody problem;
    const auto method = info.make(problem, usual_options(info));
    const Journey expected = travel(*method, problem.orbit.start(), 2);
    const auto interrupt = [&](Method& method, const Node& now, double h) {
      Trial trial;
      problem.calls_left = info.name == "symplectic_euler" ? 0 : 1;
      CHECK_THROWS_AS(method.attempt(now, 0.7 * h, trial), std::runtime_error);
      problem.calls_left = -1;
    };
    if (info.name != "adams") {
      CHECK(travel(*method, problem.orbit.start(), 2, interrupt).end.y == expected.end.y);
      continue;
    }
    const auto first_call = [&](Method& method, const Node& now, double h) {  // a failed step makes one call
      Trial trial;
      problem.calls_left = 0;
      CHECK_THROWS_AS(method.attempt(now, 0.7 * h, trial), std::runtime_error);
    };
    CHECK(travel(*method, problem.orbit.start(), 2, first_call).end.y == expected.end.y);
  }
}

// Landing on events, on recorded instants, on a user's wish: any h up to the proposal.
TEST_CASE("steps that somebody shortens do not spoil the accuracy") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (info.needs_step) continue;
    CAPTURE(info.name);
    Orbit orbit;
    const double rtol = info.acts_on_positions ? 1e-6 : 1e-9;
    const auto method = info.make(orbit, tolerance(rtol));
    std::mt19937 random(11);
    std::uniform_real_distribution<double> decades(-6, 0);
    Node now = orbit.start();
    Trial trial;
    method->restart(now);
    double h = method->first_step(now, 1);
    int steps = 0;
    for (; now.t < 3 && steps < 100000; ++steps) {
      if (random() % 5 == 0) h *= std::pow(10, decades(random));
      method->attempt(now, h, trial);
      h = trial.next_step;
      if (!(trial.error <= 1)) continue;
      method->commit(now, trial, nullptr);
      now = trial.after;
    }
    CHECK(now.t >= 3);
    CHECK(orbit.error(now) < 100 * rtol);
  }
}
