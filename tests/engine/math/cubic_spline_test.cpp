#include <doctest/doctest.h>

#include <cmath>

#include "engine/math/cubic_spline.h"

using namespace perilune;

namespace {

CubicSpline circle(int intervals) {
  std::vector<double> knots;
  MatrixX values(intervals + 1, 2);
  for (int i = 0; i <= intervals; ++i) {
    const double angle = 2 * M_PI * (i % intervals) / intervals;
    knots.push_back(2 * M_PI * i / intervals);
    values.row(i) << std::cos(angle), std::sin(angle);
  }
  return {knots, values, true};
}

double error_of(const CubicSpline& spline) {
  double most = 0;
  for (int i = 0; i < 1000; ++i) {
    const double s = 2 * M_PI * i / 1000;
    double value, first, second;
    spline.evaluate(s, 0, value, first, second);
    most = std::max(most, std::abs(value - std::cos(s)));
  }
  return most;
}

}  // namespace

TEST_CASE("cubic spline: interpolates, and its two derivatives are continuous everywhere") {
  const std::vector<double> knots = {0, 0.5, 1.7, 2, 3.1};
  MatrixX values(5, 1);
  values << 1, -2, 0.5, 3, 1;
  for (const bool is_periodic : {false, true}) {
    const CubicSpline spline(knots, values, is_periodic);
    for (int i = 0; i < 5; ++i) {
      double left[3], right[3], at[3];
      spline.evaluate(knots[i], 0, at[0], at[1], at[2]);
      CHECK(at[0] == doctest::Approx(values(i, 0)).epsilon(1e-13));
      spline.evaluate(knots[i] - 1e-9, 0, left[0], left[1], left[2]);
      spline.evaluate(knots[i] + 1e-9, 0, right[0], right[1], right[2]);
      for (int j = 0; j < 3; ++j) CHECK(std::abs(left[j] - right[j]) < 1e-6);
    }
  }
}

TEST_CASE("cubic spline: equally spaced points of a circle bend it equally everywhere") {
  const CubicSpline spline = circle(60);
  for (int i = 0; i < 60; ++i) {
    double x[3], y[3];
    const double s = 2 * M_PI * (i + 0.3) / 60, h = 2 * M_PI / 60;
    spline.evaluate(s, 0, x[0], x[1], x[2]);
    spline.evaluate(s, 1, y[0], y[1], y[2]);
    CHECK(std::abs(std::hypot(x[0], y[0]) - 1) < std::pow(h, 4) / 384);
    CHECK(std::abs(std::hypot(x[1], y[1]) - 1) < std::pow(h, 3) / 24);
  }
}

TEST_CASE("cubic spline: its derivatives are those of its values") {
  MatrixX values(4, 1);
  values << 1, -2, 0.5, 3;
  const CubicSpline spline({0, 0.5, 1.7, 2}, values, false);
  const double h = 1e-4;
  for (const double s : {-0.3, 0.2, 0.9, 1.8, 2.4}) {
    double before[3], now[3], after[3];
    spline.evaluate(s - h, 0, before[0], before[1], before[2]);
    spline.evaluate(s, 0, now[0], now[1], now[2]);
    spline.evaluate(s + h, 0, after[0], after[1], after[2]);
    CHECK(std::abs((after[0] - before[0]) / (2 * h) - now[1]) < 1e-5);
    CHECK(std::abs((after[1] - before[1]) / (2 * h) - now[2]) < 1e-5);
  }
}

TEST_CASE("cubic spline: natural ends are straight, and so is what lies beyond") {
  MatrixX values(3, 1);
  values << 0, 1, 0;
  const CubicSpline spline({0, 1, 2}, values, false);
  double end[3], beyond[3];
  spline.evaluate(2, 0, end[0], end[1], end[2]);
  spline.evaluate(5, 0, beyond[0], beyond[1], beyond[2]);
  CHECK(std::abs(end[2]) < 1e-14);
  // m₁ = −3 from 4 m₁ = 6 (−1 − 1); slope at the end −1 + m₁/6.
  CHECK(end[1] == doctest::Approx(-1.5));
  CHECK(beyond[0] == doctest::Approx(-4.5));
  CHECK(beyond[1] == doctest::Approx(-1.5));
}

TEST_CASE("cubic spline: a periodic one is of fourth order") {
  const double ratio = error_of(circle(16)) / error_of(circle(32));
  CHECK(std::log2(ratio) == doctest::Approx(4).epsilon(0.05));
}
