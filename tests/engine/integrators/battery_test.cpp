#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>

#include "engine/integrators/interpolant.h"
#include "tests/engine/integrators/orbit.h"

using namespace perilune;

// One battery over the catalogue: a new method is tested by being in the list.
namespace {

// The method's order as a fixed-step user sees it, and steps per revolution at which the error is neither
// dominated by the next power of h nor by rounding.
struct Expectation {
  double order;
  int steps;
};

}  // namespace

TEST_CASE("catalogue: the eleven names, found by name, each described") {
  for (const char* name : {"dopri5", "fehlberg78", "cash_karp54", "bulirsch_stoer", "adams", "bdf", "radau5",
                           "rosenbrock4", "generalized_alpha", "rk4", "symplectic_euler"}) {
    const IntegratorInfo* info = find_integrator(name);
    REQUIRE_MESSAGE(info != nullptr, name);
    CHECK(info->needs_step == (info->name == "rk4" || info->name == "symplectic_euler"));
    for (const std::string& text : {info->family, info->order, info->use, info->cost}) CHECK(!text.empty());
  }
  CHECK(integrator_catalog().size() == 11);
  CHECK(find_integrator("dopri") == nullptr);
}

// Order p: halving h divides the error by 2^p (1 + O(h)). Runge-Kutta and extrapolation have the order of
// their name (bulirsch_stoer with a fixed step uses four columns: 8). adams starts at order 1 with the same
// h; the local error of that one step, O(h³) with local extrapolation, is all that is left of the start and
// dominates the later ones of order 13: 3. bdf has order 2 after a start of order 1, which costs O(h²) once.
TEST_CASE("every method converges with its order at fixed steps") {
  const std::map<std::string, Expectation> expected = {
      {"dopri5", {5, 256}},
      {"fehlberg78", {8, 64}},
      {"cash_karp54", {5, 256}},
      {"bulirsch_stoer", {8, 64}},
      {"adams", {3, 512}},
      {"radau5", {5, 64}},
      {"bdf", {2, 512}},
      {"rk4", {4, 512}},
      {"symplectic_euler", {1, 512}},
      {"rosenbrock4", {4, 512}},
      {"generalized_alpha", {2, 512}},
  };
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    const Expectation expectation = expected.at(info.name);
    double errors[2];
    for (int halving : {0, 1}) {
      Orbit orbit;
      StepOptions options;
      options.step = 2 * M_PI / (expectation.steps << halving);
      const auto method = info.make(orbit, options);
      const Journey journey = travel(*method, orbit.start(), 1.5 * M_PI);
      CHECK(journey.refused == 0);
      errors[halving] = orbit.error(journey.end);
    }
    const double slope = std::log2(errors[0] / errors[1]);
    CHECK(slope > expectation.order - 0.1);
    CHECK(slope < expectation.order + 0.3);
  }
}

// A tolerance bounds the error of a step. Over half a revolution some hundred steps add up and grow with the
// orbit's own sensitivity, of the order of 10.
// generalized_alpha, of order 2, would take a million steps for 1e-11: its errors add up as rtol^(2/3).
TEST_CASE("every error-controlled method ends within 100 tolerances, from 1e-4 to 1e-11") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (info.needs_step) continue;
    const double tightest = info.acts_on_positions ? 1e-6 : 1e-11;
    for (double rtol = 1e-4; rtol > 0.9 * tightest; rtol *= 0.1) {
      CAPTURE(info.name);
      CAPTURE(rtol);
      Orbit orbit;
      const auto method = info.make(orbit, tolerance(rtol));
      CHECK(orbit.error(travel(*method, orbit.start(), M_PI).end) < 100 * rtol);
    }
  }
}

TEST_CASE("a right-hand side that is not a number refuses the trial and proposes a smaller step") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    for (const bool fixed : {false, true}) {
      if (info.needs_step && !fixed) continue;
      CAPTURE(info.name);
      CAPTURE(fixed);
      Orbit orbit;
      orbit.nan_after = 0;  // the start itself is sound
      StepOptions options = tolerance(1e-8);
      if (fixed) options.step = 0.1;
      const auto method = info.make(orbit, options);
      const Node start = orbit.start();
      method->restart(start);
      Trial trial;
      method->attempt(start, 0.1, trial);
      CHECK_FALSE(trial.error <= 1);
      CHECK(trial.next_step < 0.1);
      CHECK(trial.next_step > 0);
      CHECK(std::isfinite(method->first_step(start, 1)));
    }
  }
}

TEST_CASE("a NaN in an integral outside error control refuses the trial, too") {
  struct BrokenIntegral final : Problem {
    int size() const override { return 3; }
    int positions() const override { return 1; }
    int controlled() const override { return 2; }
    void derivative(double t, const double* y, double* dy) override {
      dy[0] = y[1], dy[1] = -y[0], dy[2] = t > 0 ? std::nan("") : 0;
    }
  } problem;
  Node start;
  start.y = {1, 0, 0}, start.dy = {0, -1, 0};
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    const auto method = info.make(problem, usual_options(info));
    method->restart(start);
    Trial trial;
    method->attempt(start, 1e-3, trial);
    CHECK_FALSE(trial.error <= 1);
  }
}

TEST_CASE("a fixed step reports no error and proposes the same step, also after a shortened one") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    Orbit orbit;
    StepOptions options = tolerance(1e-14);
    options.step = 0.05;
    const auto method = info.make(orbit, options);
    Node now = orbit.start();
    method->restart(now);
    CHECK(method->is_fixed_step());
    CHECK(method->first_step(now, 1) == 0.05);
    for (const double h : {0.05, 0.02, 0.05}) {
      Trial trial;
      method->attempt(now, h, trial);
      CHECK(trial.error == 0);
      CHECK(trial.next_step == 0.05);
      CHECK(trial.h == h);
      CHECK(trial.after.t == now.t + h);
      method->commit(now, trial, nullptr);
      now = trial.after;
    }
  }
}

TEST_CASE("no method proposes more than max_step") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (info.needs_step) continue;
    CAPTURE(info.name);
    Orbit orbit;
    StepOptions options = tolerance(1e-4);
    options.max_step = 0.01;
    const auto method = info.make(orbit, options);
    Node now = orbit.start();
    method->restart(now);
    double h = method->first_step(now, 1);
    for (int i = 0; i < 50; ++i) {
      CHECK(h <= 0.01);
      Trial trial;
      method->attempt(now, h, trial);
      method->commit(now, trial, nullptr);
      h = trial.next_step;
      now = trial.after;
    }
    CHECK(h == 0.01);  // the tolerance asks for more
  }
}

TEST_CASE("every end carries the derivative that belongs to it") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    Orbit orbit;
    const auto method = info.make(orbit, usual_options(info));
    const Node start = orbit.start();
    method->restart(start);
    Trial trial;
    method->attempt(start, 1e-5, trial);  // accepted by all, adams at its order 1 included
    REQUIRE(trial.error <= 1);
    std::vector<double> dy(6);
    orbit.derivative(trial.after.t, trial.after.y.data(), dy.data());
    CHECK(trial.after.dy == dy);
  }
}

// The quintic between the ends is off by O(h⁶), at these long steps far above the tolerance; through a middle
// node of the method's own accuracy the interpolant keeps within 100 tolerances, like the ends. Steps of
// order 16 (half a radian of the orbit here) are too long for a polynomial of degree 8: bulirsch_stoer is
// given 1000.
TEST_CASE("methods of order above 5 interpolate as accurately as they step") {
  const std::map<std::string, double> allowed = {
      {"fehlberg78", 100}, {"adams", 100}, {"bulirsch_stoer", 1000}};
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (allowed.count(info.name) == 0) continue;
    CAPTURE(info.name);
    Orbit orbit;
    const double rtol = 1e-9;
    const auto method = info.make(orbit, tolerance(rtol));
    Node now = orbit.start();
    method->restart(now);
    double h = method->first_step(now, 1), worst = 0;
    while (now.t < 2) {
      Trial trial;
      method->attempt(now, h, trial);
      h = trial.next_step;
      if (!(trial.error <= 1)) continue;
      method->refine(now, trial);
      REQUIRE(trial.has_middle);
      const Interpolant interpolant(now, trial, orbit.positions());
      for (double s = 0.05; s < 1; s += 0.1) {
        Node between;
        between.t = now.t + s * trial.h;
        between.y.resize(6);
        interpolant.evaluate(between.t, between.y.data());
        between.y[4] = orbit.exact(between.t)[4], between.y[5] = orbit.exact(between.t)[5];  // degree 5 only
        worst = std::max(worst, orbit.error(between));
      }
      method->commit(now, trial, nullptr);
      now = trial.after;
    }
    CHECK(worst < allowed.at(info.name) * rtol);
  }
}
