#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/integrators/orbit.h"

using namespace perilune;

namespace {

// A force that is zero, with its derivative, when the motion starts: q̈ = t², q = t⁴/12.
struct SlowAwakening final : Problem {
  int size() const override { return 2; }
  int positions() const override { return 1; }
  int controlled() const override { return 2; }
  void derivative(double t, const double* y, double* dy) override { dy[0] = y[1], dy[1] = t * t; }
  Node start() const {
    Node node;
    node.y = {0, 0}, node.dy = {0, 0};
    return node;
  }
};

class Probe final : public Method {  // opens what is protected
 public:
  using Method::error_norm;
  using Method::Method;
  int order() const override { return 1; }
  void attempt(const Node&, double, Trial&) override {}
};

}  // namespace

TEST_CASE("step factor: 0.9 error^(-1/(q+1)) within 0.2 and 5") {
  CHECK(step_factor(1, 4) == doctest::Approx(0.9));
  CHECK(step_factor(32, 4) == doctest::Approx(0.45));        // 32^(1/5) = 2
  CHECK(step_factor(1.0 / 256, 7) == doctest::Approx(1.8));  // 256^(1/8) = 2
  CHECK(step_factor(0, 4) == 5);
  CHECK(step_factor(1e30, 4) == 0.2);
  CHECK(step_factor(std::nan(""), 4) == 0.2);
  CHECK(step_factor(std::numeric_limits<double>::infinity(), 4) == 0.2);
}

TEST_CASE("error norm: the largest controlled entry over atol + rtol of the larger end") {
  Orbit orbit;
  StepOptions options;
  options.rtol = 1e-2, options.atol = 1e-3;
  const Probe probe(orbit, options);
  const std::vector<double> y = {1, -2, 0, 0, 0, 0}, z = {-3, 1, 0, 0, 0, 0};
  CHECK(probe.error_norm({0.031, 0, 0, 0, 0, 9}, y, z) ==
        doctest::Approx(1));  // 0.001 + 0.01·3; [5] is outside
  CHECK(probe.error_norm({0, -0.042, 0, 0, 0, 0}, y, z) == doctest::Approx(2));  // 0.001 + 0.01·2
  const double nan = std::nan("");
  CHECK(std::isnan(probe.error_norm({nan, 1, 0, 0, 0, 0}, y, z)));
  CHECK(std::isnan(probe.error_norm({1, 0, 0, 0, nan, 0}, y, z)));
  CHECK(std::isnan(probe.error_norm({0, 0, 0, 0, 0, 0}, y, {0, nan, 0, 0, 0, 0})));
}

TEST_CASE("first step: as asked, never beyond what is left or max_step") {
  Orbit orbit;
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (info.needs_step) continue;
    CAPTURE(info.name);
    StepOptions options;
    const Node start = orbit.start();
    CHECK(info.make(orbit, options)->first_step(start, 1e-9) <= 1e-9);
    options.max_step = 1e-8;
    CHECK(info.make(orbit, options)->first_step(start, 1) <= 1e-8);
    options.initial_step = 1e-9;
    CHECK(info.make(orbit, options)->first_step(start, 1) == 1e-9);
    options.initial_step = 1;
    CHECK(info.make(orbit, options)->first_step(start, 1) == 1e-8);
    CHECK(info.make(orbit, options)->first_step(start, 1e-9) == 1e-9);
  }
}

// The rule equates one per cent of a tolerance with h^(p+1) of the larger of |ẏ| and |ÿ|, which leaves the
// error of the first step well below the tolerance: it is never refused, and not absurdly small.
TEST_CASE("first step: chosen by the method it passes the error test") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (info.needs_step) continue;
    for (const double rtol : {1e-4, 1e-8, 1e-12}) {
      CAPTURE(info.name);
      Orbit orbit;
      StepOptions options;
      options.rtol = options.atol = rtol;
      const auto method = info.make(orbit, options);
      const Node start = orbit.start();
      method->restart(start);
      const double h = method->first_step(start, 100);
      Trial trial;
      method->attempt(start, h, trial);
      CHECK(trial.error <= 1);
      CHECK(h > 1e-8);  // adams, of order 1 at the start: √(0.01/1e12) / √2
      CHECK(h < 1);
    }
  }
}

TEST_CASE("first step: a start where every derivative vanishes is not taken for eternal rest") {
  SlowAwakening problem;
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (info.needs_step) continue;
    CAPTURE(info.name);
    const auto method = info.make(problem, StepOptions{});
    CHECK(method->first_step(problem.start(), 1000) <= 1e-3);
    const Journey journey = travel(*method, problem.start(), 10);
    CHECK(journey.end.y[0] == doctest::Approx(1e4 / 12).epsilon(1e-6));  // rtol 1e-8, 100 of it
  }
}
