#include "engine/integrators/integrals.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace perilune;

namespace {

// y = [something controlled, tⁿ⁺¹/(n + 1)].
Node node(double t, int n) {
  Node made;
  made.t = t, made.y = {7, std::pow(t, n + 1) / (n + 1)}, made.dy = {7, std::pow(t, n)};
  return made;
}

// Error after steps to these instants, the first step from the first of them.
double error(const std::vector<double>& instants, int n) {
  Integrals integrals;
  integrals.restart(1);
  Node before = node(instants[0], n);
  for (std::size_t i = 1; i < instants.size(); ++i) {
    Node after = node(instants[i], n);
    after.y = before.y;
    integrals.advance(before, 1, after);
    CHECK(after.y[0] == 7);
    integrals.commit(before, after.t - before.t, 1);
    before = after;
  }
  return std::abs(before.y[1] - node(instants.back(), n).y[1]);
}

}  // namespace

TEST_CASE(
    "integrals: from two ends rates that change linearly are integrated exactly, quadratic ones by h³/12") {
  CHECK(error({1, 3}, 1) < 1e-14);
  CHECK(error({1, 3}, 2) == doctest::Approx(8.0 / 6).epsilon(1e-12));  // h³/12 · 2
}

TEST_CASE("integrals: with each node more, one degree more, at uneven steps") {
  const std::vector<double> instants = {0.3, 0.5, 0.8, 1.0, 1.3};
  for (int degree = 2; degree <= 4; ++degree) {
    CAPTURE(degree);
    // Exact from the node on at which there are enough.
    Integrals integrals;
    integrals.restart(1);
    for (std::size_t i = 0; i + 1 < instants.size(); ++i) {
      const Node before = node(instants[i], degree);
      Node after = node(instants[i + 1], degree);
      const double exact = after.y[1];
      integrals.advance(before, 1, after);
      if (static_cast<int>(i) + 1 >= degree) CHECK(after.y[1] == doctest::Approx(exact).epsilon(1e-13));
      else CHECK(std::abs(after.y[1] / exact - 1) > 1e-6);
      integrals.commit(before, after.t - before.t, 1);
    }
  }
}

// Lagrange's polynomial through points a thousandth apart would multiply their rounding by 10⁹.
TEST_CASE("integrals: nodes close together do not magnify what their rates are wrong by") {
  Integrals integrals;
  integrals.restart(1);
  for (int i = 0; i < 3; ++i) {
    Node noisy = node(1e-3 * i, 0);
    noisy.dy[1] += i % 2 == 0 ? 1e-9 : -1e-9;
    integrals.commit(noisy, 1e-3, 1);
  }
  const Node before = node(3e-3, 0);
  Node after = node(1, 0);
  integrals.advance(before, 1, after);
  CHECK(std::abs(after.y[1] - 1) < 5e-9);
}

TEST_CASE("integrals: short steps in between do not shorten what is known") {
  // h³/12 · 2 of the first step, which knew two nodes only, and nothing more.
  CHECK(error({0, 1, 2, 2.001, 2.0011, 3}, 2) == doctest::Approx(1.0 / 6).epsilon(1e-12));
}

TEST_CASE("integrals: after a restart nothing before counts") {
  Integrals integrals;
  integrals.restart(1);
  integrals.commit(node(-5, 3), 6, 1);
  integrals.restart(1);
  const Node before = node(1, 1);
  Node after = node(3, 1);
  const double exact = after.y[1];
  integrals.advance(before, 1, after);
  CHECK(after.y[1] == doctest::Approx(exact).epsilon(1e-15));
}
