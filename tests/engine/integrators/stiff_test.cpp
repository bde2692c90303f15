#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "engine/integrators/linearization.h"
#include "engine/integrators/radau5_coefficients.h"
#include "tests/engine/integrators/orbit.h"

using namespace perilune;

// What implicit methods are for.
namespace {

const std::vector<std::string> implicit_methods = {"bdf", "radau5", "rosenbrock4"};

// Prothero & Robinson (1974), Math. Comp. 28, 145-162: ż = −λ (z − sin t) + cos t has the solution sin t, whatever λ.
struct Relaxation final : Problem {
  double lambda = 1e6;  // [1/s]
  long evaluations = 0;
  int size() const override { return 1; }
  int positions() const override { return 0; }
  int controlled() const override { return 1; }
  void derivative(double t, const double* y, double* dy) override {
    ++evaluations;
    dy[0] = -lambda * (y[0] - std::sin(t)) + std::cos(t);
  }
};

// Van der Pol's oscillator, q̈ = ((1 − q²) q̇ − q)/ε, ε = 1e-6 (Hairer & Wanner II, eq. IV.1.5').
struct VanDerPol final : Problem {
  int size() const override { return 2; }
  int positions() const override { return 1; }
  int controlled() const override { return 2; }
  void derivative(double, const double* y, double* dy) override {
    dy[0] = y[1], dy[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / 1e-6;
  }
};

Node start_of(Problem& problem, std::vector<double> y) {
  Node node;
  node.y = std::move(y), node.dy.resize(node.y.size());
  problem.derivative(0, node.y.data(), node.dy.data());
  return node;
}

}  // namespace

// The transformation takes A⁻¹ to its eigenvalues; the A that it gives collocates: Σ_j a_ij c_j^(k−1) = c_i^k / k
// for k = 1, 2, 3 (Hairer & Wanner II, sec. IV.5).
TEST_CASE("radau5: the coefficients are those of a collocation method") {
  namespace r = radau5;
  Eigen::Matrix3d T, inverse_T, block = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) T(i, j) = r::T[i][j], inverse_T(i, j) = r::inverse_T[i][j];
  }
  CHECK((T * inverse_T - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-14);
  block(0, 0) = r::real_eigenvalue;
  block(1, 1) = block(2, 2) = r::eigenvalue.real();
  block(1, 2) = -r::eigenvalue.imag(), block(2, 1) = r::eigenvalue.imag();
  const Eigen::Matrix3d A = (T * block * inverse_T).inverse();
  for (int i = 0; i < 3; ++i) {
    CHECK(A(2, i) == doctest::Approx(r::b[i]).epsilon(1e-13));
    for (int k = 1; k <= 3; ++k) {
      double sum = 0;
      for (int j = 0; j < 3; ++j) sum += A(i, j) * std::pow(r::c[j], k - 1);
      CHECK(sum == doctest::Approx(std::pow(r::c[i], k) / k).epsilon(1e-13));
    }
  }
}

// Explicit methods are held to steps of about 3/λ: three million a second. The solution itself asks for some tens.
TEST_CASE("implicit methods step over a fast decay as the solution wants, however fast it is") {
  for (const std::string& name : implicit_methods) {
    long steps[2];
    for (const int i : {0, 1}) {
      CAPTURE(name);
      Relaxation problem;
      problem.lambda = i == 0 ? 1e6 : 1e10;
      const auto method = find_integrator(name)->make(problem, tolerance(1e-6));
      const Journey journey = travel(*method, start_of(problem, {0}), 10);
      CHECK(std::abs(journey.end.y[0] - std::sin(10.0)) < 1e-5);
      steps[i] = journey.accepted;
      CHECK(steps[i] < 500);
    }
    CHECK(steps[1] < 2 * steps[0]);
  }
}

// Of order 2, in proportion to rtol^(−1/3).
TEST_CASE("generalized_alpha steps over a fast decay as the solution wants, whatever damping it has") {
  for (const double radius : {0.0, 0.5, 0.8}) {
    for (const double lambda : {1e6, 1e10}) {
      CAPTURE(radius);
      CAPTURE(lambda);
      Relaxation problem;
      problem.lambda = lambda;
      StepOptions options = tolerance(1e-5);
      options.spectral_radius = radius;
      const auto method = find_integrator("generalized_alpha")->make(problem, options);
      const Journey journey = travel(*method, start_of(problem, {0}), 10);
      CHECK(std::abs(journey.end.y[0] - std::sin(10.0)) < 1e-4);
      CHECK(journey.accepted < 2000);
    }
  }
}

// Started off the slow solution by 1, the difference decays to e^(−λ) at once.
TEST_CASE("implicit methods damp what decays fast") {
  for (const std::string& name : implicit_methods) {
    CAPTURE(name);
    Relaxation problem;
    const auto method = find_integrator(name)->make(problem, tolerance(1e-6));
    CHECK(std::abs(travel(*method, start_of(problem, {1}), 1).end.y[0] - std::sin(1.0)) < 1e-5);
  }
}

// Reference values at t = 2: Test Set for IVP Solvers (Mazzia & Magherini, Bari 2008), problem VDPOL.
TEST_CASE("implicit methods: van der Pol's oscillator at ε = 1e-6 has the published values") {
  for (const std::string& name : implicit_methods) {
    for (const double rtol : {1e-5, 1e-7}) {
      CAPTURE(name);
      CAPTURE(rtol);
      VanDerPol problem;
      const auto method = find_integrator(name)->make(problem, tolerance(rtol));
      const Journey journey = travel(*method, start_of(problem, {2, 0}), 2);
      CHECK(std::abs(journey.end.y[0] - 1.706167732170483) < 100 * rtol);
      CHECK(std::abs(journey.end.y[1] + 0.8928097010247975) < 100 * rtol);
      CHECK(journey.accepted < 20000);
    }
  }
}

TEST_CASE("bdf: the order rises on a smooth solution, and is 1 after a restart") {
  Orbit orbit;
  const auto method = find_integrator("bdf")->make(orbit, tolerance(1e-8));
  const Journey journey = travel(*method, orbit.start(), 6);
  CHECK(journey.highest_order == 5);
  method->restart(journey.end);
  CHECK(method->order() == 1);
}

// A trial that a Newton iteration cannot do is refused by a finite error, and a shorter one proposed.
TEST_CASE("implicit methods: no convergence is a refusal, not a NaN") {
  struct Wall final : Problem {  // a force that jumps back and forth with the position
    int size() const override { return 2; }
    int positions() const override { return 1; }
    int controlled() const override { return 2; }
    void derivative(double, const double* y, double* dy) override {
      dy[0] = y[1], dy[1] = y[0] > 1e-3 ? -1e9 : y[0] < -1e-3 ? 1e9 : 0;
    }
  } problem;
  for (const std::string& name : implicit_methods) {
    CAPTURE(name);
    const auto method = find_integrator(name)->make(problem, tolerance(1e-8));
    const Node start = start_of(problem, {0, 1});
    method->restart(start);
    Trial trial;
    method->attempt(start, 0.1, trial);
    CHECK(std::isfinite(trial.error));
    CHECK(trial.error > 1);
    CHECK(trial.next_step > 0);
    CHECK(trial.next_step < 0.1);
  }
}

TEST_CASE("implicit methods: refused attempts leave no trace where Jacobians are kept") {
  for (const std::string& name : implicit_methods) {
    CAPTURE(name);
    VanDerPol problem;
    const auto plain = find_integrator(name)->make(problem, tolerance(1e-6));
    const Journey expected = travel(*plain, start_of(problem, {2, 0}), 1);
    const auto disturbed = find_integrator(name)->make(problem, tolerance(1e-6));
    const auto intrude = [](Method& method, const Node& now, double h) {
      Trial trial;
      for (const double part : {0.9, 0.03, 0.4}) method.attempt(now, part * h, trial);
    };
    const Journey journey = travel(*disturbed, start_of(problem, {2, 0}), 1, intrude);
    CHECK(journey.end.y == expected.end.y);
    CHECK(journey.accepted == expected.accepted);
  }
}
