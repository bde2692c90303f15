#include <doctest/doctest.h>

#include "engine/contact_laws/user_law.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

std::shared_ptr<EnergyRule> energy_rule(const std::string& locate, double per_impact) {
  auto rule = std::make_shared<EnergyRule>();
  rule->locate = locate, rule->per_impact = per_impact, rule->min_step = 1e-9;
  return rule;
}

SimulationOptions coarse(double duration, const AcceptanceRulePointer& rule) {
  SimulationOptions made = options(duration, "dopri5", 1e-12, rule);
  made.steps.max_step = 1e-2;
  return made;
}

}  // namespace

// ∫₀^δ₀ K δⁿ dδ = ΔE:  δ₀ = ((n + 1)ΔE/K)^(1/(n+1)), for n = 3/2 (5ΔE/2K)^(2/5).
TEST_CASE("energy rule: the depth of an energy is that of the formula, over sixteen decades") {
  for (const double n : {1.0, 1.5, 2.2}) {
    for (double energy = 1e-14; energy < 1e2; energy *= 30) {
      for (const double K : {1e3, 1.4e8, 3.39e10}) {
        CAPTURE(n);
        CAPTURE(energy);
        CAPTURE(K);
        const double depth = depth_of_energy(*law("hertz", 1, n, K), energy);
        CHECK(depth == doctest::Approx(std::pow((n + 1) * energy / K, 1 / (n + 1))).epsilon(1e-12));
      }
    }
  }
}

// F = a sinh(δ/h) stores a h (cosh(δ/h) − 1).
TEST_CASE("energy rule: of a user's law the energy is integrated") {
  const double a = 50, h = 1e-3, energy = 1e-2;
  const auto force = native([=](const Taylor* in, Taylor* out) {
                       out[0].value = a * std::sinh(in[0].value / h);
                     })->bind(user_law_signature("sinh", {}, {}));
  const auto user = make_user_law("sinh", force, nullptr, {}, {});
  CHECK(depth_of_energy(*user, energy) ==
        doctest::Approx(h * std::acosh(1 + energy / (a * h))).epsilon(1e-9));
}

TEST_CASE("energy rule: a law that stores nothing may begin at any depth") {
  const auto none = native([](const Taylor*, Taylor* out) { out[0].value = 0; });
  const auto user = make_user_law("none", none->bind(user_law_signature("none", {}, {})), nullptr, {}, {});
  CHECK(std::isinf(depth_of_energy(*user, 1e-6)));
}

TEST_CASE("energy rule: the elastic ball gains no more than per_impact at an impact, and uses what it may") {
  for (const std::string locate : {"reject", "halve"}) {
    for (const double per_impact : {1e-3, 1e-6}) {
      CAPTURE(locate);
      CAPTURE(per_impact);
      const auto run = Simulation(ball_model(law("hertz")), coarse(4, energy_rule(locate, per_impact))).run();
      const std::vector<Event> begins = events_of(*run, "contact begin");
      REQUIRE(begins.size() >= 4);
      double gained = 0, largest = 0;
      for (const Event& begin : begins) {
        const double created = 0.4 * stiffness * std::pow(begin.number("penetration"), 2.5);
        CHECK(created <= per_impact * (1 + 1e-9));
        gained += created, largest = std::max(largest, created);
      }
      CHECK(largest > 1e-5 * per_impact);  // it does not land on the touch: some energy is made
      CHECK(run->warnings.empty());
      CHECK(std::abs(run->final("energy.residual") - gained) < 1e-8);
    }
  }
}

TEST_CASE("energy rule: a stiffer law must begin less deep, each contact by its own law") {
  Model model = empty_model();
  const ShapePointer ground = shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}});
  const std::pair<std::string, double> balls[] = {{"soft", 1e6}, {"hard", 1e11}};
  for (const auto& [name, K] : balls) {
    const BodyPointer ball = particle(name, 1.0, Vector3(name == "soft" ? -1 : 1, 1.0, 0));
    model.add(ball);
    model.add(contact(name + " contact", circle(ball), ground, law("hertz", 1, 1.5, K)));
  }
  const auto run = Simulation(model, coarse(0.45, energy_rule("reject", 1e-4))).run();
  const std::vector<Event> begins = events_of(*run, "contact begin");
  REQUIRE(begins.size() == 2);
  for (const Event& begin : begins) {
    const double K = begin.element == "soft contact" ? 1e6 : 1e11;
    CHECK(begin.number("penetration") <= std::pow(2.5 * 1e-4 / K, 0.4));
  }
}

TEST_CASE("energy rule: with root it lands on the touch, and a contact's own tolerance comes first") {
  const auto run = Simulation(ball_model(law("hertz")), coarse(0.5, energy_rule("root", 1e-6))).run();
  REQUIRE(events_of(*run, "contact begin").size() == 1);
  CHECK(events_of(*run, "contact begin")[0].number("penetration") < 1e-12);

  Model model = empty_model();
  const BodyPointer ball = particle("ball", 1.0, Vector3(0, 1, 0));
  model.add(ball);
  Contact own = contact("contact", circle(ball),
                        shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}}), law("hertz"));
  own.tolerance = 1e-8;  // 1e-6 J would allow 3e-6 m
  model.add(std::move(own));
  const auto strict = Simulation(model, coarse(0.5, energy_rule("reject", 1e-6))).run();
  REQUIRE(events_of(*strict, "contact begin").size() == 1);
  CHECK(events_of(*strict, "contact begin")[0].number("penetration") <= 1e-8);
}
