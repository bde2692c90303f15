#include "engine/integrators/interpolant.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace perilune;

namespace {

// Value and two derivatives of Σ c_k x^k.
struct Polynomial {
  std::vector<double> c;
  double operator()(double x, int derivative = 0) const {
    double sum = 0;
    for (int k = static_cast<int>(c.size()) - 1; k >= derivative; --k) {
      double factor = c[k];
      for (int j = 0; j < derivative; ++j) factor *= k - j;
      sum = sum * x + factor;
    }
    return sum;
  }
};

Polynomial random_polynomial(int degree, std::mt19937& random) {
  std::uniform_real_distribution<double> coefficient(-1, 1);
  Polynomial p;
  for (int k = 0; k <= degree; ++k) p.c.push_back(coefficient(random));
  return p;
}

// Two coordinates q₁, q₂ and one further entry z, as y = (q₁, q₂, v₁, v₂, z).
template <class Curve>
Node node_on(const Curve& q1, const Curve& q2, const Curve& z, double t) {
  Node node;
  node.t = t;
  node.y = {q1(t, 0), q2(t, 0), q1(t, 1), q2(t, 1), z(t, 0)};
  node.dy = {q1(t, 1), q2(t, 1), q1(t, 2), q2(t, 2), z(t, 1)};
  return node;
}

double sine(double t, int derivative) {
  return std::sin(1.3 * t + 0.4 + derivative * M_PI / 2) * std::pow(1.3, derivative);
}

double growth(double t, int derivative) { return std::exp(1.3 * t) * std::pow(1.3, derivative); }

// Largest error over a step of length h of: position, velocity, further entry.
struct Errors {
  double q = 0, v = 0, z = 0;
};

Errors errors_on_growth(double h, bool with_middle) {
  const Node a = node_on(growth, growth, growth, -h / 2), b = node_on(growth, growth, growth, h / 2);
  const Node middle = node_on(growth, growth, growth, 0);
  const Interpolant interpolant(&a, &b, with_middle ? &middle : nullptr, 2);
  Errors errors;
  double y[5];
  for (double t = a.t; t < b.t; t += h / 100) {
    interpolant.evaluate(t, y);
    errors.q = std::max(errors.q, std::abs(y[1] - growth(t, 0)));
    errors.v = std::max(errors.v, std::abs(y[3] - growth(t, 1)));
    errors.z = std::max(errors.z, std::abs(y[4] - growth(t, 0)));
  }
  return errors;
}

double slope(double coarse, double fine) { return std::log2(coarse / fine); }

}  // namespace

TEST_CASE("interpolant: a polynomial of degree 5 (8 with a middle, 3 and 5 for states) is reproduced") {
  std::mt19937 random(1);
  for (const bool with_middle : {false, true}) {
    const Polynomial q1 = random_polynomial(with_middle ? 8 : 5, random);
    const Polynomial q2 = random_polynomial(with_middle ? 8 : 5, random);
    const Polynomial z = random_polynomial(with_middle ? 5 : 3, random);
    const Node a = node_on(q1, q2, z, -0.3), b = node_on(q1, q2, z, 0.9), m = node_on(q1, q2, z, 0.3);
    const Interpolant interpolant(&a, &b, with_middle ? &m : nullptr, 2);
    double y[5];
    for (double t = -0.3; t <= 0.9; t += 0.01) {
      interpolant.evaluate(t, y);
      const Node exact = node_on(q1, q2, z, t);
      // Sums of at most nine terms of size about 10: some ten roundings.
      for (int i = 0; i < 5; ++i) CHECK(y[i] == doctest::Approx(exact.y[i]).epsilon(1e-13).scale(10));
    }
  }
}

// q: the Hermite remainder is f⁽⁶⁾ Π(t − t_k)/6! = O(h⁶), with a middle O(h⁹); v is its derivative and loses
// one; states O(h⁴) and O(h⁶). exp(1.3 t) has no derivative that changes sign, and on a step centred at 0 the
// next term is O(h²) smaller, 2 % here.
TEST_CASE("interpolant: positions converge with order 6, velocities 5, states 4; with a middle 9, 8, 6") {
  const Errors coarse = errors_on_growth(0.8, false), fine = errors_on_growth(0.4, false);
  CHECK(slope(coarse.q, fine.q) == doctest::Approx(6).epsilon(0.02));
  CHECK(slope(coarse.v, fine.v) == doctest::Approx(5).epsilon(0.02));
  CHECK(slope(coarse.z, fine.z) == doctest::Approx(4).epsilon(0.02));
  const Errors coarse9 = errors_on_growth(1.2, true), fine9 = errors_on_growth(0.6, true);
  CHECK(slope(coarse9.q, fine9.q) == doctest::Approx(9).epsilon(0.02));
  CHECK(slope(coarse9.v, fine9.v) == doctest::Approx(8).epsilon(0.02));
  CHECK(slope(coarse9.z, fine9.z) == doctest::Approx(6).epsilon(0.02));
}

TEST_CASE("interpolant: the ends are the nodes' own numbers, to the last bit") {
  Node a = node_on(sine, sine, sine, 0.1), b = node_on(sine, sine, sine, 0.1 + 1e-3);
  a.y[0] = 1.0 / 3, b.y[2] = 1e17;  // numbers that arithmetic would not give back
  const Interpolant interpolant(&a, &b, nullptr, 2);
  std::vector<double> y(5);
  for (const Node* end : {&a, &b}) {
    interpolant.evaluate(end->t, y.data());
    CHECK(y == end->y);
    double q, v;
    interpolant.evaluate_block(end->t, 1, 1, &q, &v);
    CHECK(q == end->y[1]);
    CHECK(v == end->y[3]);
  }
}

TEST_CASE("interpolant: a body at rest far from the origin stays exactly there") {
  Node a, b, m;
  a.y = {1e6 / 3, 0}, a.dy = {0, 0};
  b = m = a;
  a.t = 0, m.t = 0.5e-6, b.t = 1e-6;
  for (const Node* middle : {static_cast<const Node*>(nullptr), static_cast<const Node*>(&m)}) {
    const Interpolant interpolant(&a, &b, middle, 1);
    double y[2];
    interpolant.evaluate(0.3e-6, y);
    CHECK(y[0] == a.y[0]);
    CHECK(y[1] == 0);
  }
}

TEST_CASE("interpolant: a block is the same numbers as the whole") {
  const Node a = node_on(sine, sine, sine, 0.1), b = node_on(sine, sine, sine, 0.6);
  const Interpolant interpolant(&a, &b, nullptr, 2);
  double y[5], q, v;
  interpolant.evaluate(0.27, y);
  interpolant.evaluate_block(0.27, 1, 1, &q, &v);
  CHECK(q == y[1]);
  CHECK(v == y[3]);
}

TEST_CASE("interpolant: bounds of speed and acceleration hold on random data") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto random_node = [&](double t) {
    Node node;
    node.t = t;
    node.y = {number(random), number(random), number(random), number(random)};
    node.dy = {node.y[2], node.y[3], number(random), number(random)};
    return node;
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const double h = std::pow(10.0, 3 * number(random));
    const Node a = random_node(0), m = random_node(h / 2), b = random_node(h);
    const Interpolant interpolant(&a, &b, trial % 2 ? &m : nullptr, 2);
    double speed[2], acceleration[2], y[4], previous[4];
    interpolant.second_derivative_bound(0, 2, speed, acceleration);
    std::copy(a.y.begin(), a.y.end(), previous);
    const double dt = h / 200;
    for (int k = 1; k <= 200; ++k) {
      interpolant.evaluate(k == 200 ? h : k * dt, y);
      for (int i : {0, 1}) {
        const double change = std::abs(y[2 + i] - previous[2 + i]) / dt;  // a mean of |q̈|: below its bound
        if (std::abs(y[2 + i]) > speed[i]) FAIL("speed ", y[2 + i], " above ", speed[i]);
        // the difference quotient is rounded to eps |v| / dt
        if (change > acceleration[i] * (1 + 1e-12) + 1e-13 * speed[i] / dt) {
          FAIL("acceleration ", change, " above ", acceleration[i]);
        }
      }
      std::copy(y, y + 4, previous);
    }
    CHECK(speed[0] >= std::abs(a.y[2]));
  }
}

// The control polygon is off the curve by its own second differences, O(h²): on a smooth step of a tenth of
// a radian the bounds are within one per cent of the largest values.
TEST_CASE("interpolant: bounds are tight on a smooth step") {
  const Node a = node_on(sine, sine, sine, 0.2), b = node_on(sine, sine, sine, 0.28);
  const Node m = node_on(sine, sine, sine, 0.24);
  for (const Node* middle : {static_cast<const Node*>(nullptr), &m}) {
    const Interpolant interpolant(&a, &b, middle, 2);
    double speed, acceleration, largest_v = 0, largest_a = 0;
    interpolant.second_derivative_bound(1, 1, &speed, &acceleration);
    for (double t = 0.2; t <= 0.28; t += 1e-4) {
      largest_v = std::max(largest_v, std::abs(sine(t, 1)));
      largest_a = std::max(largest_a, std::abs(sine(t, 2)));
    }
    CHECK(speed >= largest_v);
    CHECK(speed < 1.01 * largest_v);
    CHECK(acceleration > 0.999999 * largest_a);  // the interpolant's own maximum differs by O(h⁴)
    CHECK(acceleration < 1.01 * largest_a);
  }
}
