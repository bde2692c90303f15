#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/engine/contact_laws/make_law.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

const double depth = 1e-4, stiffness = 1e6, asked = 0.5, eta = 0.75;  // hunt_crossley: η = 3(1 − c_r)/2

ContactLawPointer law(const std::string& recompression, double restitution = asked) {
  return make_law("hunt_crossley", {{"stiffness", stiffness}, {"restitution", restitution}},
                  {{"recompression", recompression}});
}

double elastic() { return stiffness * depth * std::sqrt(depth); }

struct Memory {
  double states[2] = {0, 0};
  double rates[2] = {1, 1};
};

// How far below rest each swing of a weight pressed into the contact goes, committed after every step as an
// engine would (midpoint rule with 2000 steps a swing: 1e-5 of a swing).
std::vector<double> swings(const ContactLaw& law, int count) {
  const double mass = 1, weight = 10, rest = std::pow(weight / stiffness, 2.0 / 3), impact_speed = 0.02;
  const double omega = std::sqrt(1.5 * stiffness * std::sqrt(rest) / mass), h = 2 * 3.14159 / omega / 2000;
  double x = rest, v = impact_speed;
  Memory memory;
  std::vector<double> lowest;
  const auto acceleration = [&](double at, double rate) {
    return (weight - law.force({at, rate, impact_speed, 0, memory.states}, memory.rates)) / mass;
  };
  for (int step = 0; step < 2500 * count && static_cast<int>(lowest.size()) < count; ++step) {
    const double before = v, middle = v + 0.5 * h * acceleration(x, v), middle_x = x + 0.5 * h * v;
    v += h * acceleration(middle_x, middle), x += h * middle;
    law.commit({x, v, impact_speed, 0, memory.states}, memory.states);
    if (before > 0 && v <= 0) lowest.push_back(x - rest);
  }
  return lowest;
}

}  // namespace

TEST_CASE("recompression = keep: the law has no memory and compares with the impact speed throughout") {
  const auto keeping = law("keep");
  CHECK(keeping->states() == 0);
  CHECK(keeping->force({depth, 0.1, 0.5, 0, nullptr}, nullptr) ==
        doctest::Approx(elastic() * (1 + eta * 0.2)));
  CHECK(!keeping->commit({depth, 0.1, 0.5, 0, nullptr}, nullptr));
}

TEST_CASE("recompression = renew: in the first approach and separation it is the same law") {
  const auto renewing = law("renew");
  Memory memory;
  REQUIRE(renewing->states() == 2);
  CHECK(renewing->state_name(0) == "reference_speed");
  CHECK(renewing->initial_state(0) == 0);
  CHECK(renewing->commit({0, 0.5, 0.5, 0, memory.states}, memory.states));  // the touch
  for (const double rate : {0.4, 0.1, -0.2}) {
    CHECK(renewing->force({depth, rate, 0.5, 0, memory.states}, memory.rates) ==
          doctest::Approx(elastic() * (1 + eta * rate / 0.5)));
    renewing->commit({depth, rate, 0.5, 0, memory.states}, memory.states);
  }
  CHECK(memory.rates[0] == 0);
  CHECK(memory.rates[1] == 0);
}

TEST_CASE("recompression = renew: after a turn the rate is compared with the fastest approach since") {
  const auto renewing = law("renew");
  Memory memory;
  const auto commit = [&](double rate) {
    return renewing->commit({depth, rate, 0.5, 0, memory.states}, memory.states);
  };
  const auto force = [&](double rate) {
    return renewing->force({depth, rate, 0.5, 0, memory.states}, memory.rates);
  };
  commit(0.5), commit(0.2);
  CHECK(commit(-0.3));   // turned back
  CHECK(!commit(-0.1));  // still leaving: nothing new
  CHECK(commit(0.01));   // pressed in again
  CHECK(commit(0.04));   // faster
  CHECK(!commit(0.02));  // slower: 0.04 stays
  CHECK(force(0.02) == doctest::Approx(elastic() * (1 + eta * 0.5)));
  CHECK(force(-0.02) == doctest::Approx(elastic() * (1 - eta * 0.5)));
  CHECK(force(0.08) == doctest::Approx(elastic() * (1 + eta)));  // the fastest so far is this one
  CHECK(commit(0.5));                                            // at the impact speed: a new touch
  CHECK(force(0.25) == doctest::Approx(elastic() * (1 + eta * 0.5)));
}

TEST_CASE("recompression: of a weight's swings keep takes ever the same part, renew ever more") {
  const auto kept = swings(*law("keep", 0.99), 5), renewed = swings(*law("renew", 0.99), 5);
  REQUIRE(kept.size() == 5);
  REQUIRE(renewed.size() == 5);
  // keep: near rest F = mg + …, damping mg η/δ̇⁽⁻⁾ with η = 0.015; a swing keeps exp(−π mg η/(δ̇⁽⁻⁾ ω m)).
  const double omega = std::sqrt(1.5 * stiffness * std::cbrt(10 / stiffness));
  const double part = std::exp(-3.14159 * 10 * 0.015 / (0.02 * omega));
  for (int i = 1; i + 1 < 5; ++i) {
    CHECK(kept[i + 1] / kept[i] == doctest::Approx(part).epsilon(0.01));  // the spring is not quite linear
    CHECK(renewed[i + 1] / renewed[i] < renewed[i] / renewed[i - 1]);
  }
  CHECK(renewed[4] < 0.8 * kept[4]);
}
