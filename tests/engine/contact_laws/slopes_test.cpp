// ∂F/∂δ and ∂F/∂δ̇ of every law against central differences of its force, which share no formula with them.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "engine/contact_laws/user_law.h"
#include "tests/engine/contact_laws/make_law.h"
#include "tests/engine/contact_laws/written_function.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

const double mass = 1;  // [kg]

Numbers numbers_for(const CatalogEntry<ContactLawPointer>& entry, double exponent, double restitution) {
  const Numbers all = {{"stiffness", 1.4e8},
                       {"exponent", exponent},
                       {"restitution", restitution},
                       {"dissipation", 1e-3},
                       {"damping", 500},
                       {"damping_rate", 500},
                       {"full_damping_depth", 1e-4},
                       // A pin with 5 mm of play: johnson has a force up to 2.7 mm.
                       {"journal_radius", 0.045},
                       {"bearing_radius", 0.05},
                       {"length", 0.1},
                       {"young_i", 207e9},
                       {"poisson_i", 0.3},
                       {"young_j", 70e9},
                       {"poisson_j", 0.33}};
  Numbers taken;
  for (const auto& [name, x] : all) {
    if (find_field(entry, name)) taken[name] = x;
  }
  return taken;
}

struct Difference {
  double slope;  // central, of steps h and h/2, extrapolated
  double doubt;  // how far these two are apart: large where there is a kink
};

template <class F>
Difference difference(F f, double x, double h) {
  const double wide = (f(x + h) - f(x - h)) / (2 * h), narrow = (f(x + h / 2) - f(x - h / 2)) / h;
  return {(4 * narrow - wide) / 3, std::abs(narrow - wide)};
}

// Checks both slopes at this state; returns how many could be checked, away from kinks.
int check_slopes(const ContactLaw& law, const ContactInput& c) {
  const auto force = [&](double depth, double rate) {
    ContactInput moved = c;
    moved.penetration = depth, moved.penetration_rate = rate;
    return law.force(moved, nullptr);
  };
  const double scale_x = 1e-3 * c.penetration, scale_v = 1e-3 * c.impact_speed;
  const Difference by_depth =
      difference([&](double x) { return force(x, c.penetration_rate); }, c.penetration, scale_x);
  const Difference by_rate =
      difference([&](double v) { return force(c.penetration, v); }, c.penetration_rate, scale_v);
  const ForceSlopes slopes = law.slopes(c);
  const double size = 1.4e8 * std::pow(c.penetration, 1.5);  // [N] of the elastic force
  int checked = 0;
  const auto check = [&](double slope, const Difference& expected, double step) {
    // A smooth force of this size loses 1e-6 of it over a thousandth of its scale; a kink much more.
    if (expected.doubt > 1e-5 * (std::abs(expected.slope) + size * 1e-3 / step)) return;
    CHECK(std::abs(slope - expected.slope) <= 1e-8 * (std::abs(expected.slope) + size * 1e-3 / step));
    ++checked;
  };
  check(slopes.by_penetration, by_depth, scale_x);
  check(slopes.by_penetration_rate, by_rate, scale_v);
  return checked;
}

}  // namespace

TEST_CASE("slopes: every law's agree with central differences, loading and unloading") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (const auto& entry : contact_law_catalog()) {
    for (const double restitution : {0.3, 0.8}) {
      for (const double exponent : {1.0, 1.5, 2.2}) {
        CAPTURE(entry.name);
        CAPTURE(restitution);
        CAPTURE(exponent);
        const ContactLawPointer made = make_law(entry, numbers_for(entry, exponent, restitution));
        const ContactLawPointer bound = made->for_reduced_mass(mass);
        const ContactLaw& law = bound ? *bound : *made;
        int checked = 0, count = 100;
        for (int i = 0; i < count; ++i) {
          ContactInput c;
          c.impact_speed = 0.01 + uniform(generator);                      // [m/s]
          c.penetration = 1e-3 * std::pow(10.0, -2 * uniform(generator));  // [m]
          c.penetration_rate = c.impact_speed * (2 * uniform(generator) - 1);
          checked += check_slopes(law, c);
        }
        CHECK(checked > 1.8 * count);  // of two each
      }
    }
  }
}

TEST_CASE("slopes: with a renewed reference speed the law knows that it pushes the reference itself") {
  const ContactLawPointer law = make_law("flores", {{"stiffness", 1.4e8}, {"restitution", 0.5}},
                                         {{"recompression", std::string("renew")}});
  const double states[] = {0.1, 0};  // [m/s] fastest so far, not separating
  for (const double rate : {-0.05, 0.05, 0.15, 0.3}) {
    CAPTURE(rate);
    ContactInput c;
    c.penetration = 1e-4, c.penetration_rate = rate, c.impact_speed = 0.1, c.states = states;
    const double h = 1e-7;
    ContactInput up = c, down = c;
    up.penetration_rate += h, down.penetration_rate -= h;
    double rates[2];
    const double expected = (law->force(up, rates) - law->force(down, rates)) / (2 * h);
    CHECK(law->slopes(c).by_penetration_rate == doctest::Approx(expected).epsilon(1e-6));
  }
}

TEST_CASE("slopes: an open contact has none, and the slope at a clamp is that of the branch taken") {
  const ContactLawPointer law = make_law("hunt_crossley", {{"stiffness", 1e6}, {"restitution", 0.5}});
  ContactInput c;
  c.impact_speed = 1;
  CHECK(law->slopes(c).by_penetration == 0);
  CHECK(law->slopes(c).by_penetration_rate == 0);
  // η = 3 (1 − e)/2 = 0.75: F = 0 for r ≤ −4/3, and the ratio is bound to ±2.
  c.penetration = 1e-3, c.penetration_rate = -1.5;
  CHECK(law->slopes(c).by_penetration == 0);
  CHECK(law->slopes(c).by_penetration_rate == 0);
  c.penetration_rate = 3;
  CHECK(law->slopes(c).by_penetration ==
        doctest::Approx(1e6 * 1.5 * std::sqrt(1e-3) * (1 + 0.75 * 2)).epsilon(1e-14));
  CHECK(law->slopes(c).by_penetration_rate == 0);
}

// F = K δ² (1 + a δ̇): central differences of ∛ε of the scale are good to ∛ε².
TEST_CASE("slopes: those of a user's law are numerical, to ten digits") {
  const double K = 2e6, a = 0.3;
  const ContactLawPointer law = make_user_law(
      "mine",
      written(user_law_signature("mine", {}, {}),
              [&](const double* in, double* out) { out[0] = K * in[0] * in[0] * (1 + a * in[1]); }),
      nullptr, {}, {});
  ContactInput c;
  c.penetration = 1e-3, c.penetration_rate = -0.7, c.impact_speed = 1;
  CHECK(law->slopes(c).by_penetration == doctest::Approx(2 * K * 1e-3 * (1 - 0.7 * a)).epsilon(1e-9));
  CHECK(law->slopes(c).by_penetration_rate == doctest::Approx(K * 1e-6 * a).epsilon(1e-9));
}
