#include <doctest/doctest.h>

#include <boost/math/constants/constants.hpp>

#include "engine/contact_laws/mass_damped.h"
#include "engine/contact_laws/rate_ratio.h"
#include "tests/engine/contact_laws/battery.h"
#include "tests/engine/contact_laws/claims.h"

// Mistakes found in public copies of the formulas: the battery must see each of them.

using namespace perilune;
using namespace perilune::testing;

namespace {

const Numbers given_numbers{{"stiffness", 1e6}, {"restitution", 0.6}};

// A port of a teaching code: e² became Euler's number squared.
struct EulerSquared : RateRatio<EulerSquared> {
  static constexpr const char *name = "euler_squared", *summary = "η = 3(1 − e²)/4 with e = 2.718…";
  double damping(double) const { return 0.75 * (1 - std::pow(boost::math::constants::e<double>(), 2)); }
};

struct HalvedHuGuo : RateRatio<HalvedHuGuo> {
  static constexpr const char *name = "halved_hu_guo", *summary = "η = 3(1 − c_r)/(4 c_r)";
  double damping(double c_r) const { return 0.75 * (1 - c_r) / c_r; }
};

struct PantInBothPhases : RateRatio<PantInBothPhases> {
  static constexpr const char *name = "pant_both", *summary = "η = 3(1 − c_r²)/(2c_r²), separating too";
  static constexpr double usual_exponent = 1;
  double damping(double c_r) const { return 1.5 * (1 - c_r * c_r) / (c_r * c_r); }
};

// A helper that multiplied by K/δ̇⁽⁻⁾ what had been multiplied already.
struct LeeWangTwice : RateRatio<LeeWangTwice> {
  static constexpr const char *name = "lee_wang_twice", *summary = "η = 3(1 − c_r)/4 · K/δ̇⁽⁻⁾";
  double damping(double c_r) const { return 0.75 * (1 - c_r) * stiffness / battery_speed; }
};

// Laws of this battery's own, each with one fault.
struct Faulty : ContactLaw {
  const std::string& name() const override { return text; }
  std::string text = "faulty";
};
struct Unclamped final : Faulty {
  double force(const ContactInput& c, double*) const override {
    return 1e6 * c.penetration + 100 * c.penetration_rate;
  }
};
struct WrongPotential final : Faulty {
  double force(const ContactInput& c, double*) const override { return 1e6 * c.penetration; }
  double potential(double depth) const override { return 1e6 * depth * depth; }
};
struct Stepped final : Faulty {  // damping switched on at a rate
  double force(const ContactInput& c, double*) const override {
    return 1e6 * c.penetration * (c.penetration_rate > 0.1 ? 1.01 : 1.0);
  }
};
struct Modest final : Faulty {
  double force(const ContactInput& c, double*) const override { return 1e6 * c.penetration; }
  bool may_pull() const override { return true; }
  bool jumps_at_touch() const override { return true; }
};

bool mentions(const Breaches& breaches, const std::string& words) {
  return joined(breaches).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("the battery rejects Lankarani–Nikravesh with Euler's number: it creates energy") {
  const auto breaches = broken_rules(contact_law<EulerSquared>(), given_numbers, {});
  CHECK(mentions(breaches, "creates energy: its damping"));
  CHECK(mentions(breaches, "an impact never separates"));  // 1 + η < 0: nothing stops the body
}

TEST_CASE("the battery rejects the halved Hu–Guo: it delivers .45 for .3") {
  const auto breaches =
      broken_rules(contact_law<HalvedHuGuo>(), given_numbers, delivered_claims().at("hu_guo"));
  CHECK(mentions(breaches, "asked 0.3 it delivers 0.446"));
  CHECK(breaches.size() == 4);
}

TEST_CASE("the battery rejects Pant–Wijeyewickrema damped in both phases: it delivers .07 for .3") {
  const auto breaches = broken_rules(contact_law<PantInBothPhases>(), given_numbers,
                                     delivered_claims().at("pant_wijeyewickrema"));
  CHECK(mentions(breaches, "asked 0.3 it delivers 0.06"));  // .066
  CHECK(breaches.size() == 4);
}

TEST_CASE("the battery rejects Lee–Wang scaled twice") {
  CHECK(!broken_rules(contact_law<LeeWangTwice>(), given_numbers, delivered_claims().at("lee_wang")).empty());
}

TEST_CASE("the battery sees a pull, a jump at touch, a jump inside, a wrong potential, false modesty") {
  CHECK(mentions(broken_rules(Unclamped{}), "pulls with"));
  CHECK(mentions(broken_rules(Unclamped{}), "jumps at touch to"));
  CHECK(mentions(broken_rules(Stepped{}), "inside the contact"));
  CHECK(mentions(broken_rules(WrongPotential{}), "stores"));
  CHECK(mentions(broken_rules(Modest{}), "says that it jumps"));
  CHECK(mentions(broken_rules(Modest{}), "says that it may pull"));
}
