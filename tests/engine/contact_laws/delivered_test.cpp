#include <doctest/doctest.h>

#include "engine/contact_laws/restitution.h"
#include "engine/model/error.h"
#include "tests/engine/contact_laws/impact.h"
#include "tests/engine/contact_laws/make_law.h"
#include "tests/engine/contact_laws/reference.h"

using namespace perilune;
using namespace perilune::testing;

TEST_CASE("hertz: an impact loses nothing, whatever the exponent") {
  for (const double exponent : {1.0, 1.5, 2.2, 3.0}) {
    const auto law = make_law("hertz", {{"stiffness", 4e7}, {"exponent", exponent}});
    CHECK(std::abs(free_impact(*law, 0.7, 2).restitution - 1) < 1e-10);  // integrator 1e-13 a step
  }
}

// Columns: c_r, then η, e, depth A = K δ_maxⁿ⁺¹/((n+1) m v₀²) of each law.
TEST_CASE(
    "hunt_crossley, lankarani_nikravesh, flores: impacts deliver the reference's restitution and depth") {
  const double stiffness = 140e6, mass = 1, speed = 4.4;
  for (const auto& row : reference_rows("restitution")) {
    if (row[0] < 0.01 || std::fmod(row[0] * 100 + 1e-9, 7) >= 1)
      continue;  // every seventh row is enough here
    int first = 1;
    for (const char* name : {"hunt_crossley", "lankarani_nikravesh", "flores"}) {
      CAPTURE(name);
      CAPTURE(row[0]);
      const auto law = make_law(name, {{"stiffness", stiffness}, {"restitution", row[0]}});
      const FreeImpact impact = free_impact(*law, speed, mass);
      CHECK(std::abs(impact.restitution - row[first + 1]) < 1e-8);
      const double depth = stiffness * std::pow(impact.max_depth, 2.5) / (2.5 * mass * speed * speed);
      CHECK(depth == doctest::Approx(row[first + 2]).epsilon(1e-8));
      first += 3;
    }
  }
}

TEST_CASE("exact: an impact delivers what is asked, for any exponent, mass and speed") {
  for (const double exponent : {1.0, 1.5, 2.2}) {
    for (const double asked : {0.001, 0.05, 0.3, 0.5, 0.8, 0.95, 1.0}) {
      CAPTURE(exponent);
      CAPTURE(asked);
      const auto law =
          make_law("exact", {{"stiffness", 3e6}, {"exponent", exponent}, {"restitution", asked}});
      CHECK(std::abs(free_impact(*law, 0.3, 2.5).restitution - asked) < 1e-8);
    }
  }
}

TEST_CASE("kelvin_voigt: an impact delivers what is asked, with and without tension") {
  for (const auto& row : reference_rows("restitution_kelvin_voigt")) {
    if (row[0] == 1 || std::fmod(row[0] * 100 + 1e-9, 10) >= 1) continue;
    CAPTURE(row[0]);
    const Numbers numbers{{"stiffness", 2e5}, {"restitution", row[0]}};
    CHECK(std::abs(free_impact(*make_law("kelvin_voigt", numbers), 0.3, 2.5).restitution - row[0]) < 1e-9);
    const auto pulling = make_law("kelvin_voigt", numbers, {{"tension", true}});
    CHECK(std::abs(free_impact(*pulling, 0.3, 2.5).restitution - row[0]) < 1e-9);
  }
}

TEST_CASE("restitution 0: hunt_crossley and lankarani_nikravesh run, flores and exact say why they cannot") {
  const Numbers dead{{"stiffness", 1e6}, {"restitution", 0}};
  CHECK(free_impact(*make_law("hunt_crossley", dead), 1, 1).restitution ==
        doctest::Approx(0.48774).epsilon(1e-5));
  CHECK(free_impact(*make_law("lankarani_nikravesh", dead), 1, 1).restitution ==
        doctest::Approx(0.66296).epsilon(1e-5));
  for (const char* name : {"flores", "exact"}) {
    try {
      make_law(name, dead);
      FAIL(name);
    } catch (const InputError& error) {
      CHECK(error.rule.find("restitution = 0 must be at least 0.001") == 0);
      CHECK(error.rule.find("infinite at 0") != std::string::npos);
      CHECK(error.remedy.find("0.001 is the smallest") != std::string::npos);
    }
  }
}
