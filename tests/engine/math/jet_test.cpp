#include "engine/math/jet.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace perilune;

// x = x₀ + ε₀ + v τ + a τ²/2, y = y₀ + ε₁ + w τ: what formulas of them are, by hand.
namespace {
constexpr double start_of_x = 0.7, v = 1.3, a = -0.4, start_of_y = 1.9, w = 0.6;
const Jet x(start_of_x, v, a / 2, 0), y(start_of_y, w, 0, 1);
}  // namespace

TEST_CASE("jet: of a product") {
  const Jet p = x * y;
  CHECK(p.value() == doctest::Approx(start_of_x * start_of_y));
  CHECK(p.term[1].value == doctest::Approx(v * start_of_y + start_of_x * w));
  CHECK(2 * p.term[2].value == doctest::Approx(a * start_of_y + 2 * v * w));
  CHECK(p.term[0].slope[0] == doctest::Approx(start_of_y));
  CHECK(p.term[1].slope[0] == doctest::Approx(w));
  CHECK(p.term[1].slope[1] == doctest::Approx(v));
  CHECK(2 * p.term[2].slope[1] == doctest::Approx(a));
}

// f = x²: along the path f¨ = 2 v² + 2 x a, of which ∂/∂x is 2 a. √f = x again.
TEST_CASE("jet: a root undoes a square, a quotient a product") {
  const Jet root = sqrt(x * x), quotient = (x * y) / y;
  for (const Jet& same : {root, quotient}) {
    for (int k = 0; k < 3; ++k) {
      CHECK(same.term[k].value == doctest::Approx(x.term[k].value));
      CHECK((same.term[k].slope - x.term[k].slope).norm() < 1e-14);
    }
  }
}

// s = sin x:  ṡ = v c,  s¨ = a c − v² s;  ∂/∂x: c, −v s, −a s − v² c.
TEST_CASE("jet: of sine and cosine") {
  Jet s, c;
  sine_and_cosine(x, s, c);
  const double sine = std::sin(start_of_x), cosine = std::cos(start_of_x);
  CHECK(s.term[1].value == doctest::Approx(v * cosine));
  CHECK(2 * s.term[2].value == doctest::Approx(a * cosine - v * v * sine));
  CHECK(s.term[0].slope[0] == doctest::Approx(cosine));
  CHECK(s.term[1].slope[0] == doctest::Approx(-v * sine));
  CHECK(2 * s.term[2].slope[0] == doctest::Approx(-a * sine - v * v * cosine));
  const Jet one = s * s + c * c;
  CHECK(one.value() == doctest::Approx(1));
  for (int k = 0; k < 3; ++k) CHECK(one.term[k].slope.norm() < 1e-14);
  CHECK(2 * c.term[2].value == doctest::Approx(-a * sine - v * v * cosine));
  CHECK(2 * c.term[2].slope[0] == doctest::Approx(-a * cosine + v * v * sine));
}
