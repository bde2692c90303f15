#include <doctest/doctest.h>

#include <cmath>

#include "engine/friction/catalog.h"
#include "engine/friction/regularized.h"
#include "engine/friction/user_friction.h"
#include "engine/model/error.h"
#include "tests/engine/support.h"

using namespace perilune;

namespace {

// Every regularised law of the catalogue with μ_s = 0.5, μ_k = 0.3, everything else by default.
std::vector<FrictionLawPointer> all_laws() {
  std::vector<FrictionLawPointer> laws;
  for (const auto& entry : friction_catalog()) {
    std::vector<Given> values;
    for (const FieldInfo& field : entry.fields) {
      if (field.name == "coefficient" || field.name == "kinetic_coefficient") values.push_back({&field, 0.3});
      if (field.name == "static_coefficient") values.push_back({&field, 0.5});
    }
    const FrictionLawPointer law = entry.make(values);
    if (!law->is_set_valued() && law->states() == 0) laws.push_back(law);
  }
  return laws;
}

}  // namespace

TEST_CASE("every friction law: no force without slip, never negative, proportional to the load at rest") {
  for (const FrictionLawPointer& law : all_laws()) {
    CAPTURE(law->name());
    CHECK(law->force({0, 100, 0}) == 0);
    for (double v = 1e-7; v < 100; v *= 1.7) {
      CHECK(law->force({v, 100, 0}) >= 0);
      CHECK(law->force({v, 200, 0}) == doctest::Approx(2 * law->force({v, 100, 0})).epsilon(1e-12));
    }
  }
}

TEST_CASE("every friction law: the force is continuous in the slip speed") {
  for (const FrictionLawPointer& law : all_laws()) {
    CAPTURE(law->name());
    for (double v = 1e-6; v < 1; v *= 1.003) {
      // The steepest regularisation rises by μN over 1e-4 m/s: at most a tenth of that for 1 % of v below it.
      const double jump = std::abs(law->force({v * 1.0001, 1, 0}) - law->force({v, 1, 0}));
      CHECK(jump < 1e-3);
    }
  }
}

TEST_CASE("every friction law: fast slip without viscosity gives the kinetic coefficient") {
  for (const FrictionLawPointer& law : all_laws()) {
    CAPTURE(law->name());
    const double plateau = law->name() == "threlfall" ? 0.3 * (1 - std::exp(-3)) : 0.3;
    // atan, hollars and brown_mcphee reach it like 1/x², x = v/v_t = 1e5.
    CHECK(law->force({100, 1, 0}) == doctest::Approx(plateau).epsilon(1e-4));
  }
}

TEST_CASE("bengisu_akay and hollars: the largest friction is the static one, at the transition speed") {
  BengisuAkay akay;
  akay.static_coefficient = 0.5, akay.kinetic_coefficient = 0.3;
  CHECK(akay.force(akay.peak_speed, 10.0) == doctest::Approx(5).epsilon(1e-14));
  Hollars hollars;
  hollars.static_coefficient = 0.5, hollars.kinetic_coefficient = 0.3;
  CHECK(hollars.force(hollars.transition_speed, 10.0) == doctest::Approx(5).epsilon(1e-14));
}

TEST_CASE("brown_mcphee: at the transition speed the formula of the paper") {
  BrownMcPhee law;
  law.static_coefficient = 0.5, law.kinetic_coefficient = 0.3;
  // x = 1: hump = 1/4 + 3/4 = 1, F/N = μ_d tanh 4 + (μ_s − μ_d).
  CHECK(law.force(law.transition_speed, 1.0) == doctest::Approx(0.3 * std::tanh(4.0) + 0.2).epsilon(1e-14));
}

TEST_CASE("ambrosio: nothing below the lower speed, half way up in the middle of the ramp") {
  Ambrosio law;
  law.coefficient = 0.3, law.lower_speed = 1e-3, law.upper_speed = 3e-3;
  CHECK(law.force(0.9e-3, 10.0) == 0);
  CHECK(law.force(2e-3, 10.0) == doctest::Approx(1.5).epsilon(1e-12));
}

TEST_CASE("ambrosio: speeds in the wrong order are refused") {
  const auto* entry = find_entry(friction_catalog(), "ambrosio");
  REQUIRE(entry);
  std::vector<Given> values;
  for (const FieldInfo& field : entry->fields) {
    if (field.name == "coefficient") values.push_back({&field, 0.3});
    if (field.name == "lower_speed") values.push_back({&field, 1.0});
  }
  CHECK_THROWS_AS(entry->make(values), InputError);
}

TEST_CASE("a user's friction law gets slip speed, load, time and its parameters") {
  const auto signature = user_friction_signature("mine", {{"mu", 0.25}});
  const auto function = testing::native([](const Taylor* in, Taylor* out) {
                          out[0].value = in[3].value * in[1].value * in[0].value + in[2].value;
                        })->bind(signature);
  const auto law = make_user_friction("mine", function, {{"mu", 0.25}});
  CHECK(law->force({2, 10, 0.5}) == 0.25 * 10 * 2 + 0.5);
}
