#include "engine/law/three_halves.h"

#include <doctest/doctest.h>

#include <random>

#include "tests/engine/law/routines.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;

TEST_CASE("x^1.5: the bits are those of pow, wherever x lies") {
  if (!has_quick_three_halves()) return;  // it is pow
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> mantissa(1, 4);  // √x and x^1.5 repeat from there
  int differences = 0;
  for (int i = 0; i < 2'000'000; ++i) {
    const double x = mantissa(random);
    differences += !same(power_three_halves(x), std::pow(x, 1.5));
  }
  std::uniform_real_distribution<double> exponent(-320, 300);
  for (int i = 0; i < 200'000; ++i) {
    const double x = std::pow(10.0, exponent(random));
    differences += !same(power_three_halves(x), std::pow(x, 1.5));
  }
  for (int i = 0; i < 20'000; ++i) {  // squares: the result is exact or half-way between two
    const double x = static_cast<double>(i) * i;
    differences += !same(power_three_halves(x), std::pow(x, 1.5));
  }
  for (const double x : special_numbers) differences += !same(power_three_halves(x), std::pow(x, 1.5));
  CHECK(differences == 0);
}
