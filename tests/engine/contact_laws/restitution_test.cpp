#include "engine/contact_laws/restitution.h"

#include <doctest/doctest.h>

#include <boost/math/special_functions/lambert_w.hpp>
#include <cmath>
#include <stdexcept>

#include "tests/engine/contact_laws/reference.h"

using namespace perilune;
using perilune::testing::reference_rows;

// Columns of restitution.csv: c_r, then η, e, depth of Hunt–Crossley, Lankarani–Nikravesh, Flores.
TEST_CASE("delivered restitution: agrees with 40-digit solutions of the closed relation") {
  for (const auto& row : reference_rows("restitution")) {
    for (const int first : {1, 4, 7}) {
      CAPTURE(row[0]);
      CAPTURE(first);
      CHECK(std::abs(delivered_restitution(row[first]) - row[first + 1]) < 1e-15 * 4);  // four roundings
    }
  }
}

TEST_CASE("delivered restitution: agrees with the Lambert W form where that keeps its digits") {
  for (const double eta : {0.5, 1.0, 2.0, 5.0, 12.0}) {
    CAPTURE(eta);
    // Near its branch point W₀ turns an error ε of its argument into √ε.
    const double w = boost::math::lambert_w0(-(1 + eta) * std::exp(-(1 + eta)));
    CHECK(delivered_restitution(eta) == doctest::Approx((1 + w) / eta).epsilon(1e-14));
  }
}

TEST_CASE("delivered restitution: for little damping it is 1 − 2η/3") {
  for (const double eta : {0.0, 1e-300, 1e-12, 1e-9, 1e-7}) {
    CAPTURE(eta);
    CHECK(std::abs(delivered_restitution(eta) - (1 - 2 * eta / 3)) <
          eta * eta + 5e-16);  // next term 4η²/9; two units in 1
  }
}

TEST_CASE("damping for a restitution: takes back what is delivered, from the elastic to the dead contact") {
  for (const double e : {1.0, 1 - 1e-12, 1 - 1e-6, 0.99, 0.7, 0.5, 0.3, 0.1, 0.05, 0.01, 1e-3, 1e-6}) {
    CAPTURE(e);
    CHECK(delivered_restitution(damping_for_restitution(e)) == doctest::Approx(e).epsilon(1e-14));
  }
}

TEST_CASE("damping for a restitution: agrees with the solutions tabulated in the literature survey") {
  const double table[][3] = {
      {.1, 9.998, 5e-4}, {.2, 4.919, 5e-4}, {.3, 3.087, 5e-4}, {.4, 2.082, 5e-4},
      {.5, 1.433, 5e-4}, {.6, .975, 5e-4},  {.7, .635, 5e-4},  {.8, .373, 5e-4},
      {.9, .166, 5e-4},  {.95, .079, 5e-4}, {.05, 20.0, .05}};  // e, η, half a last digit
  for (const auto& row : table) CHECK(std::abs(damping_for_restitution(row[0]) - row[1]) <= row[2]);
}

// Columns: c_r, ζ with tension, e, e clamped with the same ζ, ζ clamped.
TEST_CASE("damping ratio: agrees with the reference, clamped and with tension") {
  for (const auto& row : reference_rows("restitution_kelvin_voigt")) {
    CAPTURE(row[0]);
    // The table has 18 digits and is exact to 1e-18; ζ near 0 is known to rounding of e near 1.
    CHECK(std::abs(damping_ratio_with_tension(row[0]) - row[1]) < 1e-15);
    CHECK(std::abs(delivered_by_damping_ratio(row[1]) - row[3]) < 1e-15);
    CHECK(std::abs(damping_ratio_for_restitution(row[0]) - row[4]) < 1e-15 * (2 + 10 * row[4]));
  }
}

TEST_CASE("damping ratio: passes smoothly through critical damping") {
  CHECK(delivered_by_damping_ratio(1) == doctest::Approx(std::exp(-2.0)).epsilon(1e-15));
  const double s = 1e-6;  // de/dζ = −4/3 e⁻² from acos ζ/√(1−ζ²) = 1 − (ζ−1)/3 + …
  const double slope = (delivered_by_damping_ratio(1 + s) - delivered_by_damping_ratio(1 - s)) / (2 * s);
  CHECK(slope == doctest::Approx(-4.0 / 3 * std::exp(-2.0)).epsilon(1e-8));  // rounding 1e-16/s
}

TEST_CASE("restitution: what has no solution is refused") {
  for (const double e : {0.0, -0.1, 1.1, std::nan("")}) {
    CAPTURE(e);
    CHECK_THROWS_AS(damping_for_restitution(e), std::domain_error);
    CHECK_THROWS_AS(damping_ratio_for_restitution(e), std::domain_error);
    CHECK_THROWS_AS(damping_ratio_with_tension(e), std::domain_error);
  }
  CHECK_THROWS_AS(delivered_restitution(-4.8), std::domain_error);
  CHECK_THROWS_AS(delivered_restitution(std::nan("")), std::domain_error);
}
