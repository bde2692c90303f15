#include "engine/contact_laws/stiffness.h"

#include <doctest/doctest.h>

#include <cmath>

#include "engine/model/error.h"

using namespace perilune;

namespace {
constexpr double steel_modulus = 207e9, nu = 0.3;  // [Pa], [-]: Flores & Ambrósio 2010, §5
}

TEST_CASE("hertz stiffness: a steel_modulus sphere of 50 mm on a plane has 3.39e10 N/m^1.5") {
  CHECK(hertz_stiffness(0.05, {}, steel_modulus, nu, steel_modulus, nu) ==
        doctest::Approx(3.39e10).epsilon(1e-3));  // three digits
}

TEST_CASE("hertz stiffness: the pin of 9.5 mm in a hole of 10 mm has 6.610198e10 N/m^1.5") {
  CHECK(hertz_stiffness(9.5e-3, -10e-3, steel_modulus, nu, steel_modulus, nu) ==
        doctest::Approx(6.610198e10).epsilon(1e-7));
}

TEST_CASE("hertz stiffness: a huge partner is a plane, equal spheres have half the radius") {
  const double plane = hertz_stiffness(0.05, {}, steel_modulus, nu, 70e9, 0.33);
  CHECK(hertz_stiffness(0.05, 1e12, steel_modulus, nu, 70e9, 0.33) == doctest::Approx(plane).epsilon(1e-12));
  CHECK(hertz_stiffness(0.05, -1e12, steel_modulus, nu, 70e9, 0.33) == doctest::Approx(plane).epsilon(1e-12));
  CHECK(hertz_stiffness(0.05, 0.05, steel_modulus, nu, 70e9, 0.33) ==
        doctest::Approx(plane / std::sqrt(2)).epsilon(1e-14));
}

TEST_CASE("hertz stiffness: numbers that make no sense are refused by name") {
  const auto refuses = [](const char* words, double ri, std::optional<double> rj, double ei, double ni,
                          double ej, double nj) {
    CHECK_THROWS_WITH_AS(hertz_stiffness(ri, rj, ei, ni, ej, nj), doctest::Contains(words), InputError);
  };
  refuses("radius_i = 0 m", 0, {}, steel_modulus, nu, steel_modulus, nu);
  refuses("radius_i = -1 m", -1, {}, steel_modulus, nu, steel_modulus, nu);
  refuses("radius_i = nan m", std::nan(""), {}, steel_modulus, nu, steel_modulus, nu);
  refuses("radius_j = 0 m", 1, 0, steel_modulus, nu, steel_modulus, nu);
  refuses("radius_j = nan m", 1, std::nan(""), steel_modulus, nu, steel_modulus, nu);
  refuses("does not fit into a hole of radius_j = -1 m", 1, -1, steel_modulus, nu, steel_modulus, nu);
  refuses("young_i = 0 Pa", 1, {}, 0, nu, steel_modulus, nu);
  refuses("young_j = -1 Pa", 1, {}, steel_modulus, nu, -1, nu);
  refuses("poisson_i = 0.51", 1, {}, steel_modulus, 0.51, steel_modulus, nu);
  refuses("poisson_j = -1 ", 1, {}, steel_modulus, nu, steel_modulus, -1);
}
