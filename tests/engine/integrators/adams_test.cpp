#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/integrators/orbit.h"

using namespace perilune;

namespace {

std::unique_ptr<Method> adams(Problem& problem, const StepOptions& options) {
  return find_integrator("adams")->make(problem, options);
}

}  // namespace

TEST_CASE("adams: sums of small steps do not lose what rounding swallows") {
  // 10⁵ steps of 1e-3 s with ẏ = 1e-13 from y = 1: each adds 1e-16, less than half a unit in the last place,
  // and would be lost; together they are 1e-11.
  struct Creep final : Problem {
    int size() const override { return 2; }
    int positions() const override { return 1; }
    int controlled() const override { return 2; }
    void derivative(double, const double* y, double* dy) override { dy[0] = y[1], dy[1] = 0; }
  } problem;
  StepOptions options;
  options.step = 1e-3;
  const auto method = adams(problem, options);
  Node now;
  now.y = {1, 1e-13}, now.dy = {1e-13, 0};
  method->restart(now);
  Trial trial;
  for (int i = 0; i < 100000; ++i) {
    method->attempt(now, 1e-3, trial);
    method->commit(now, trial, nullptr);
    std::swap(now, trial.after);
  }
  CHECK(std::abs(now.y[0] - 1 - 1e-11) <= 2.3e-16);  // one unit in the last place
}

TEST_CASE("adams: reaches order 8 and more on an orbit and needs half the evaluations of dopri5 at 1e-11") {
  Orbit orbit;
  const Node start = orbit.start();
  orbit.evaluations = 0;
  const Journey by_adams = travel(*adams(orbit, tolerance(1e-11)), start, 2 * M_PI);
  const long evaluations = orbit.evaluations;
  CHECK(by_adams.highest_order >= 8);
  orbit.evaluations = 0;
  const Journey by_dopri5 =
      travel(*find_integrator("dopri5")->make(orbit, tolerance(1e-11)), start, 2 * M_PI);
  CHECK(2 * evaluations < orbit.evaluations);
  CHECK(orbit.error(by_adams.end) < orbit.error(by_dopri5.end));
}

TEST_CASE("adams: two evaluations an accepted step, one a refused one") {
  Orbit orbit;
  const Node start = orbit.start();
  const auto method = adams(orbit, tolerance(1e-8));
  orbit.evaluations = 0;
  const Journey journey = travel(*method, start, 2 * M_PI);
  CHECK(orbit.evaluations == 2 * journey.accepted + journey.refused + 1);  // and one for the first step
}

TEST_CASE("adams: after restart it is a new method at order 1") {
  Orbit orbit;
  const auto used = adams(orbit, tolerance(1e-8));
  const Journey first = travel(*used, orbit.start(), 2);
  CHECK(used->order() > 4);
  used->restart(first.end);
  CHECK(used->order() == 2);  // the predictor's 1, and local extrapolation
  const auto fresh = adams(orbit, tolerance(1e-8));
  CHECK(travel(*used, first.end, 4).end.y == travel(*fresh, first.end, 4).end.y);
}

TEST_CASE("adams: others' refusals halve the step") {
  Orbit orbit;
  CHECK(adams(orbit, tolerance(1e-8))->reduced(0.3) == 0.15);
}

// A force that jumps makes the history worthless: three failures halve the step, then the order is 1.
TEST_CASE("adams: its own failures halve the step, the third one drops to order 1") {
  struct Jump final : Problem {
    bool has_jumped = false;
    int size() const override { return 2; }
    int positions() const override { return 1; }
    int controlled() const override { return 2; }
    void derivative(double t, const double* y, double* dy) override {
      dy[0] = y[1], dy[1] = has_jumped ? 1e5 * std::cos(1e3 * t) : -y[0];
    }
  } problem;
  const auto method = adams(problem, tolerance(1e-8));
  Node start;
  start.y = {1, 0}, start.dy = {0, -1};
  Journey journey = travel(*method, start, 3);
  REQUIRE(method->order() > 4);
  problem.has_jumped = true;  // and nobody says so
  Trial trial;
  double h = 0.1;
  int failures = 0;
  for (;; h = trial.next_step) {
    method->attempt(journey.end, h, trial);
    if (trial.error <= 1) break;
    if (++failures <= 3) CHECK(trial.next_step == 0.5 * h);
    Trial intruder;  // neither of these may disturb the count
    method->attempt(journey.end, 0.77 * h, intruder);
    method->attempt(journey.end, 1e-3 * h, intruder);
  }
  CHECK(failures >= 3);
  method->commit(journey.end, trial, nullptr);
  CHECK(method->order() == 2);
}

TEST_CASE("adams: failures at one node do not count at the next") {
  Orbit orbit;
  std::vector<double> ends[2];
  for (const bool fails_before : {false, true}) {
    const auto method = adams(orbit, tolerance(1e-11));
    const Journey journey = travel(*method, orbit.start(), 3);
    Trial trial;
    if (fails_before) {
      method->attempt(journey.end, 2, trial);
      REQUIRE(trial.next_step == 1);
    }
    method->attempt(journey.end, 1e-3, trial);
    method->commit(journey.end, trial, nullptr);
    const Node now = trial.after;
    for (const double h : {1.0, 0.5, 0.25}) {  // with one failure from before, 0.25 would be tried at order 1
      method->attempt(now, h, trial);
      REQUIRE_FALSE(trial.error <= 1);
    }
    ends[fails_before] = trial.after.y;
  }
  CHECK(ends[0] == ends[1]);
}

// v̇ = t² with steps of length h from t = 0: F(p) − φ₁ is the first difference h², then the second, 2h². The
// corrected solutions of orders k and k + 1 differ by h (g_k − g_{k+1}) times that, g = 1, 1/2, 5/12; a step is allowed a
// third of the tolerance.
TEST_CASE("adams: the error is the difference of two neighbouring orders") {
  struct Square final : Problem {
    int size() const override { return 2; }
    int positions() const override { return 1; }
    int controlled() const override { return 2; }
    void derivative(double t, const double* y, double* dy) override { dy[0] = y[1], dy[1] = t * t; }
  } problem;
  StepOptions options;
  options.rtol = 0, options.atol = 1;
  const auto method = adams(problem, options);
  const double h = 0.1;
  Node now;
  now.y = {0, 0}, now.dy = {0, 0};
  method->restart(now);
  for (const double expected : {h * h * h / 2, h * 2 * h * h / 12}) {
    Trial trial;
    method->attempt(now, h, trial);
    CHECK(std::abs(trial.error - 3 * expected) < 1e-15);
    method->commit(now, trial, nullptr);
    now = trial.after;
  }
}

TEST_CASE("adams: after a correction the solution leaves with the corrected derivative") {
  Orbit orbit;
  const auto method = adams(orbit, tolerance(1e-8));
  const Journey journey = travel(*method, orbit.start(), 3);
  Trial trial;
  method->attempt(journey.end, 0.01, trial);
  std::vector<double> correction(6);
  correction[2] = 0.01;  // far more than a projection would do
  trial.after.y[2] += 0.01;
  orbit.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
  method->commit(journey.end, trial, correction.data());
  const Node now = trial.after;
  method->attempt(now, 1e-6, trial);
  // h²/2 of acceleration and the rounding of x: 1e-6 and 1e-10 of the velocity.
  CHECK(std::abs((trial.after.y[0] - now.y[0]) / 1e-6 - now.y[2]) < 2e-6);
}

// What a projection onto a constraint does: after every step the velocity is scaled so that the energy is
// that of the start. The history follows, so the run costs about the same and stays as accurate.
TEST_CASE("adams: a correction after every step costs neither accuracy nor steps") {
  for (const double rtol : {1e-6, 1e-10}) {
    Orbit orbit;
    const auto energy = [](const std::vector<double>& y) {
      return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]);
    };
    const Node start = orbit.start();
    orbit.evaluations = 0;
    travel(*adams(orbit, tolerance(rtol)), start, 2 * M_PI);
    const long plain = orbit.evaluations;

    const auto method = adams(orbit, tolerance(rtol));
    Node now = start;
    method->restart(now);
    orbit.evaluations = 0;
    double h = method->first_step(now, 1);
    std::vector<double> correction(6);
    while (now.t < 2 * M_PI) {
      Trial trial;
      method->attempt(now, h, trial);
      h = std::min(trial.next_step, 2 * M_PI - now.t);
      if (!(trial.error <= 1)) continue;
      correction = trial.after.y;
      const double speed2 = 2 * (energy(start.y) + 1 / std::hypot(trial.after.y[0], trial.after.y[1]));
      const double scale = std::sqrt(speed2) / std::hypot(trial.after.y[2], trial.after.y[3]);
      trial.after.y[2] *= scale, trial.after.y[3] *= scale;
      orbit.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
      for (int i = 0; i < 6; ++i) correction[i] = trial.after.y[i] - correction[i];
      method->commit(now, trial, correction.data());
      now = trial.after;
      h = std::min(trial.next_step, 2 * M_PI - now.t);
    }
    CHECK(orbit.error(now) < 100 * rtol);
    CHECK(energy(now.y) == doctest::Approx(energy(start.y)).epsilon(1e-14));
    CHECK(orbit.evaluations < 2 * plain);  // projection itself asks for three evaluations a step, not two
  }
}

TEST_CASE("adams: a shortened step goes back to the length that was proposed") {
  Orbit orbit;
  const auto method = adams(orbit, tolerance(1e-8));
  const Journey journey = travel(*method, orbit.start(), 3);
  Trial trial;
  method->attempt(journey.end, 1e-3, trial);
  REQUIRE(trial.error <= 1);
  method->commit(journey.end, trial, nullptr);
  const Node now = trial.after;
  const double proposed = trial.next_step;
  CHECK(proposed > 0.01);
  method->attempt(now, 0.1 * proposed, trial);
  CHECK(trial.error <= 1);
  CHECK(trial.next_step == proposed);
}
