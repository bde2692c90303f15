#include <doctest/doctest.h>

#include <functional>

#include "engine/contact_laws/poursina_nikravesh.h"
#include "engine/contact_laws/restitution.h"
#include "tests/engine/contact_laws/impact.h"
#include "tests/engine/contact_laws/make_law.h"
#include "tests/engine/contact_laws/reference.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

double square(double x) { return x * x; }

struct Member {
  const char* name;
  std::function<double(double)> eta;  // as the literature survey lists it
};

// The laws damped in both phases. (gonthier, zhang_sharf and exact have no formula: they deliver what is
// asked.)
const std::vector<Member> members = {
    {"hunt_crossley", [](double e) { return 3 * (1 - e) / 2; }},
    {"herbert_mcwhannell", [](double e) { return 6 * (1 - e) / (square(2 * e - 1) + 3); }},
    {"lee_wang", [](double e) { return 3 * (1 - e) / 4; }},
    {"lankarani_nikravesh", [](double e) { return 3 * (1 - e * e) / 4; }},
    {"zhiying_qishao", [](double e) { return 3 * (1 - e * e) / 4 * std::exp(2 - 2 * e); }},
    {"flores", [](double e) { return 8 * (1 - e) / (5 * e); }},
    {"ye_li_zhu", [](double e) { return 3 * (1 - e) / (2 * e); }},
    {"gharib_hurmuzlu", [](double e) { return 1 / e; }},
    {"hu_guo", [](double e) { return 3 * (1 - e) / (2 * e); }},
    {"carvalho_martins", [](double e) { return 1.5 * (1 - e) * (11 - e) / (1 + 9 * e); }},
    {"safaeifar_farshidianfar", [](double e) { return 5 * (1 - e) / (4 * e); }},
};

double impact_restitution(const std::string& name, const Numbers& numbers, double speed = 0.5,
                          double mass = 2, const std::map<std::string, Value>& others = {}) {
  return free_impact(*make_law(name, numbers, others), speed, mass).restitution;
}

}  // namespace

TEST_CASE(
    "laws damped in proportion to the elastic force: deliver the closed relation's restitution, for any n") {
  for (const Member& member : members) {
    for (const double exponent : {1.0, 1.5, 2.2}) {
      for (const double asked : {0.05, 0.3, 0.6, 0.9, 1.0}) {
        CAPTURE(member.name);
        CAPTURE(exponent);
        CAPTURE(asked);
        const double e = impact_restitution(
            member.name, {{"stiffness", 1e6}, {"exponent", exponent}, {"restitution", asked}});
        CHECK(std::abs(e - delivered_restitution(member.eta(asked))) < 1e-8);
      }
    }
  }
}

TEST_CASE("gonthier: its approximate form delivers the closed relation's restitution of η = (1 − c_r²)/c_r") {
  const std::map<std::string, Value> approximate{{"form", std::string("approximate")}};
  for (const double asked : {0.3, 0.5, 0.9}) {
    const double e =
        impact_restitution("gonthier", {{"stiffness", 1e6}, {"restitution", asked}}, 0.5, 2, approximate);
    CHECK(std::abs(e - delivered_restitution((1 - asked * asked) / asked)) < 1e-8);
  }
  CHECK_THROWS_AS(
      make_law("gonthier", {{"stiffness", 1e6}, {"restitution", 0.5}}, {{"form", std::string("exact")}}),
      InputError);
}

TEST_CASE("pant_wijeyewickrema: separates with what the damped approach has stored") {
  // e² = 2K δ_maxⁿ⁺¹/((n + 1) m v²) = 2 (η − ln(1 + η))/η², see restitution.h.
  for (const double exponent : {1.0, 1.5, 2.2}) {
    for (const double asked : {0.05, 0.3, 0.6, 0.9}) {
      CAPTURE(asked);
      const double eta = 1.5 * (1 - asked * asked) / (asked * asked);
      const double e = impact_restitution(
          "pant_wijeyewickrema", {{"stiffness", 1e6}, {"exponent", exponent}, {"restitution", asked}});
      CHECK(std::abs(e - std::sqrt(2 * (eta - std::log1p(eta))) / eta) < 1e-8);
    }
  }
}

TEST_CASE("marhefka_orin: restitution falls with speed as the closed relation of η = 3/2 α v says") {
  for (const double speed : {0.01, 1.0, 100.0}) {
    const double e = impact_restitution("marhefka_orin", {{"stiffness", 1e6}, {"dissipation", 0.1}}, speed);
    CHECK(std::abs(e - delivered_restitution(0.15 * speed)) < 1e-8);
  }
}

// Column 3 of restitution_kelvin_voigt.csv: what ζ = −ln c_r/√(π² + ln² c_r) delivers when the force is cut
// at 0.
TEST_CASE("anagnostopoulos, tsuji: deliver what is asked with tension, and the clamped closed form without") {
  for (const auto& row : reference_rows("restitution_kelvin_voigt")) {
    if (row[0] == 1 || std::fmod(row[0] * 100 + 1e-9, 10) >= 1) continue;
    for (const char* name : {"anagnostopoulos", "tsuji"}) {
      CAPTURE(name);
      CAPTURE(row[0]);
      const Numbers numbers{{"stiffness", 1e6}, {"restitution", row[0]}};
      CHECK(std::abs(impact_restitution(name, numbers) - row[3]) < 1e-9);
      // δ^¼ is steep at the end of the contact, which costs the test's integrator some digits.
      CHECK(std::abs(impact_restitution(name, numbers, 0.5, 2, {{"tension", true}}) - row[0]) < 1e-8);
    }
  }
}

TEST_CASE("poursina_nikravesh: its coefficient agrees with the values of the literature survey") {
  // Three digits, the last one sometimes cut off instead of rounded.
  const double table[][3] = {{.1, 1.94, .01},  {.2, 1.21, .01},  {.3, .850, .001},
                             {.4, .619, .001}, {.5, .452, .001}, {.6, .323, .001},
                             {.7, .220, .001}, {.8, .134, .001}, {.9, .062, .001}};
  for (const auto& row : table) {
    CAPTURE(row[0]);
    CHECK(std::abs(PoursinaNikravesh::damping_coefficient(row[0]) - row[1]) <= row[2]);
  }
}

TEST_CASE("lee_herrmann: with the damper of poursina_nikravesh at one speed it delivers the same there") {
  const double stiffness = 1e6, mass = 2, speed = 0.5, asked = 0.4;
  const double damper = PoursinaNikravesh::damping_coefficient(asked) *
                        std::pow(stiffness * stiffness * mass * mass * mass * speed, 0.2);
  const Numbers numbers{{"stiffness", stiffness}, {"damping_rate", damper / mass}};
  CHECK(std::abs(impact_restitution("lee_herrmann", numbers, speed, mass) - asked) < 1e-9);
}

TEST_CASE("kuwabara_kono: slow impacts follow the series of Schwager and Pöschel") {
  // e = 1 − C₁ x + C₂ x² …, x = (3A/2)(K/m)^{2/5} v^{1/5}, C₁ = (4/5)(5/4)^{3/5} B(3/5, 3/2) = 1.15344, C₂ =
  // (3/5) C₁² (Schwager & Pöschel 1998, Phys. Rev. E 57, 650). The next term is about −0.5 x³.
  const double stiffness = 1e6, mass = 2, speed = 0.5;
  const double c1 = 0.8 * std::pow(1.25, 0.6) * std::tgamma(0.6) * std::tgamma(1.5) / std::tgamma(2.1);
  for (const double x : {1e-3, 1e-2}) {
    const double dissipation = x / (1.5 * std::pow(stiffness / mass, 0.4) * std::pow(speed, 0.2));
    const double e =
        impact_restitution("kuwabara_kono", {{"stiffness", stiffness}, {"dissipation", dissipation}}, speed,
                           mass, {{"tension", true}});
    CHECK(std::abs(e - (1 - c1 * x + 0.6 * c1 * c1 * x * x)) < x * x * x + 1e-9);
  }
}

TEST_CASE("kuwabara_kono: delivers the survey's .93, .89, .84 at 0.1, 1 and 10 m/s") {
  const Numbers unit{{"stiffness", 1}, {"dissipation", 0.1 / 1.5}};
  const double table[][2] = {{.1, .93}, {1, .89}, {10, .84}};
  for (const auto& row : table)
    CHECK(std::abs(impact_restitution("kuwabara_kono", unit, row[0], 1) - row[1]) < 0.0051);
}

TEST_CASE("impact: with damping switched on at once it is the clamped Kelvin–Voigt contact") {
  const double stiffness = 1e6, mass = 2, zeta = 0.3;
  const Numbers numbers{{"stiffness", stiffness},
                        {"exponent", 1},
                        {"full_damping_depth", 1e-12},
                        {"damping", 2 * zeta * std::sqrt(stiffness * mass)}};
  // What 1e-12 m of 7e-4 m leave undamped.
  CHECK(std::abs(impact_restitution("impact", numbers) - delivered_by_damping_ratio(zeta)) < 1e-8);
}

TEST_CASE(
    "elasto_gap: damping is limited by the elastic force, so an approach takes at most twice its energy") {
  // Saturated, approach has F = 2Kδ and separation F = 0: the impact is dead. Without damping it is elastic.
  const Numbers none{{"stiffness", 1e6}, {"damping", 0}}, strong{{"stiffness", 1e6}, {"damping", 1e9}};
  CHECK(std::abs(impact_restitution("elasto_gap", none) - 1) < 1e-10);
  const auto law = make_law("elasto_gap", strong);
  CHECK(law->force({1e-4, 0.5, 0.5, 0, nullptr}, nullptr) == doctest::Approx(200));
  CHECK(law->force({1e-4, -0.5, 0.5, 0, nullptr}, nullptr) == 0);
}

TEST_CASE("restitution depends on speed only where the damper's exponent is not (n − 1)/2") {
  struct Law {
    const char* name;
    Numbers numbers;
    int trend;  // of restitution with speed
  };
  const Numbers asked{{"stiffness", 1e6}, {"restitution", 0.6}};
  const std::vector<Law> laws = {
      {"kelvin_voigt", asked, 0},
      {"anagnostopoulos", asked, 0},
      {"tsuji", asked, 0},
      {"jankowski", asked, 0},
      {"poursina_nikravesh", asked, 0},
      {"flores", asked, 0},
      {"pant_wijeyewickrema", asked, 0},
      {"lee_herrmann", {{"stiffness", 1e6}, {"damping_rate", 200}}, +1},
      {"kuwabara_kono", {{"stiffness", 1e6}, {"dissipation", 1e-4}}, -1},
      {"marhefka_orin", {{"stiffness", 1e6}, {"dissipation", 0.1}}, -1},
  };
  for (const Law& law : laws) {
    CAPTURE(law.name);
    const double slow = impact_restitution(law.name, law.numbers, 0.02);
    const double fast = impact_restitution(law.name, law.numbers, 2);
    if (law.trend == 0) CHECK(std::abs(fast - slow) < 1e-8);
    else CHECK((fast - slow) * law.trend > 0.01);
  }
}

TEST_CASE(
    "laws that divide by the impact speed: below min_impact_speed they are viscous, and the ratio is "
    "bounded") {
  const auto law =
      make_law("hunt_crossley",
               {{"stiffness", 1e6}, {"restitution", 0}, {"min_impact_speed", 0.01}, {"rate_ratio_limit", 2}});
  const double depth = 1e-4, elastic = 1e6 * depth * std::sqrt(depth), eta = 1.5;
  const auto force = [&](double rate, double impact_speed) {
    return law->force({depth, rate, impact_speed, 0, nullptr}, nullptr);
  };
  for (const double impact_speed : {0.0, 1e-9, 0.01}) {
    CHECK(force(0.005, impact_speed) == doctest::Approx(elastic * (1 + eta * 0.5)).epsilon(1e-15));
  }
  CHECK(force(0.005, 0.02) == doctest::Approx(elastic * (1 + eta * 0.25)).epsilon(1e-15));
  CHECK(force(7, 1) == doctest::Approx(elastic * (1 + eta * 2)).epsilon(1e-15));
  CHECK(force(-7, 1) == 0);  // 1 − 2η < 0: never pulls
}
