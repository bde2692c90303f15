// Laws of a pin in a hole: each against its own formula, the other way round.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "engine/model/error.h"
#include "tests/engine/contact_laws/make_law.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

constexpr double journal = 9.5e-3, bearing = 10e-3, length = 15e-3, gap = bearing - journal;  // [m]
constexpr double steel = 207e9, poisson = 0.3;
const double modulus = steel / (2 * (1 - poisson * poisson));  // E* of steel on steel [Pa]

Numbers numbers() {
  return {{"journal_radius", journal}, {"bearing_radius", bearing}, {"length", length},    {"young_i", steel},
          {"poisson_i", poisson},      {"young_j", steel},          {"poisson_j", poisson}};
}

// δ(F) as the source prints it, and the largest depth at which it has an answer.
struct Printed {
  const char* name;
  std::function<double(double)> depth;
  double deepest;
};

std::vector<Printed> printed() {
  const double sigma = 1 / (M_PI * modulus), e = std::exp(1.0);
  return {{"johnson",
           [=](double F) {
             const double P = F / length;
             return P / (M_PI * modulus) * (std::log(4 * M_PI * modulus * gap / P) - 1);
           },
           4 * gap / (e * e)},
          {"radzimovsky",
           [=](double F) {
             const double P = F / length, R = journal * bearing / gap, b = 1.6 * std::sqrt(P * R / modulus);
             return P / (M_PI * modulus) * (2.0 / 3 + std::log(4 * journal / b) + std::log(4 * bearing / b));
           },
           6.25 * modulus * gap * std::exp(2.0 / 3 - 1) * sigma},
          {"goldsmith",
           [=](double F) {
             return F * sigma / length * (std::log(length * gap / (F * journal * bearing * sigma)) + 1);
           },
           gap / (journal * bearing)},
          {"dubowsky_freudenstein",
           [=](double F) {
             return F * sigma / length *
                    (std::log(std::pow(length, 3) * gap / (F * journal * bearing * sigma)) + 1);
           },
           length * length * gap / (journal * bearing)},
          {"esdu_78035",
           [=](double F) { return F * sigma / length * (std::log(4 * length * gap / (F * sigma)) + 1); },
           4 * gap}};
}

double force(const ContactLaw& law, double depth) {
  ContactInput c;
  c.penetration = depth, c.impact_speed = 1;
  return law.force(c, nullptr);
}

}  // namespace

TEST_CASE(
    "laws of cylinders that give the depth for a force: the force solves the printed formula to 1e-12") {
  for (const Printed& source : printed()) {
    CAPTURE(source.name);
    const auto law = make_law(source.name, numbers());
    for (double depth = 1e-15; depth < source.deepest; depth *= 1.7) {
      CAPTURE(depth);
      const double F = force(*law, depth);
      CHECK(std::abs(source.depth(F) - depth) < 1e-12 * depth);
    }
    for (const double part : {0.9, 0.999, 1 - 1e-9}) {
      const double depth = part * source.deepest;
      CHECK(std::abs(source.depth(force(*law, depth)) - depth) < 1e-12 * depth);
    }
  }
}

TEST_CASE(
    "laws of cylinders that give the depth for a force: the force grows up to the largest depth, none "
    "beyond") {
  for (const Printed& source : printed()) {
    CAPTURE(source.name);
    const auto law = make_law(source.name, numbers());
    CHECK(law->deepest() == doctest::Approx(source.deepest).epsilon(1e-13));
    double before = 0;
    for (int i = 1; i <= 100; ++i) {
      const double F = force(*law, law->deepest() * (i / 100.0));
      CHECK(F > before);
      before = F;
    }
    // The printed formula turns back there: more force gives less depth.
    CHECK(source.depth(1.01 * before) < source.depth(before));
    CHECK(source.depth(0.99 * before) < source.depth(before));
    CHECK(std::isnan(force(*law, 1.0001 * source.deepest)));
    CHECK(force(*law, 0) == 0);
    CHECK(force(*law, -1e-3) == 0);
  }
}

TEST_CASE("laws of cylinders: esdu_78035 is deeper than johnson by 2 P/(πE*) at any force") {
  const auto esdu = make_law("esdu_78035", numbers());
  for (const double depth : {1e-7, 1e-6, 1e-5}) {
    const double F = force(*esdu, depth);
    CHECK(std::abs(depth - printed()[0].depth(F) - 2 * F / length / (M_PI * modulus)) < 1e-12 * depth);
  }
}

TEST_CASE("goldsmith: with the length of the contact line as its unit it is dubowsky_freudenstein") {
  Numbers with_unit = numbers();
  with_unit["unit_length"] = length;
  const auto goldsmith = make_law("goldsmith", with_unit),
             other = make_law("dubowsky_freudenstein", numbers());
  for (const double depth : {1e-8, 1e-6, 1e-4})
    CHECK(force(*goldsmith, depth) == doctest::Approx(force(*other, depth)).epsilon(1e-14));
}

TEST_CASE("liu: the printed force, and a potential whose slope it is, where the series ends, too") {
  const auto law = make_law("liu", numbers());
  CHECK(std::isinf(law->deepest()));
  for (const double depth : {1e-9, 1e-6, 0.0999 * gap, 0.1001 * gap, gap, 20 * gap}) {
    CAPTURE(depth);
    const double F = M_PI / 2 * length * modulus * depth * std::sqrt(depth / (2 * (gap + depth)));
    CHECK(force(*law, depth) == doctest::Approx(F).epsilon(1e-14));
    CHECK(law->potential(depth) == doctest::Approx(law->ContactLaw::potential(depth)).epsilon(1e-11));
  }
}

// In the units of the source, mm and N/mm², on both pieces of Y and where they meet.
TEST_CASE("pereira: the printed force in millimetres, and nothing outside the clearances it was fitted to") {
  for (const double mm : {0.005, 0.05, 0.3495, 0.3496, 1.0, 10.0}) {
    CAPTURE(mm);
    Numbers fields = numbers();
    fields["bearing_radius"] = 0.05, fields["journal_radius"] = 0.05 - 1e-3 * mm, fields["restitution"] = 1;
    const auto law = make_law("pereira", fields);
    const double Y = mm < 0.34954 ? 1.51 * std::pow(std::log(1000 * mm), -0.151) : 0.0151 * mm + 1.151;
    for (const double depth : {1e-7, 1e-5}) {
      const double F = (0.965 * mm + 0.0965) * (1e3 * length) * (1e-6 * modulus) / mm *
                       std::pow(1e3 * depth, Y * std::pow(mm, -0.005));
      CHECK(force(*law, depth) == doctest::Approx(F).epsilon(1e-9));  // 0.05 − 1e-3 mm is rounded to 7e-18
    }
  }
  Numbers wide = numbers();
  wide["bearing_radius"] = 0.05, wide["restitution"] = 0.9;
  CHECK_THROWS_WITH_AS(make_law("pereira", wide), doctest::Contains("outside 5e-06 m to 0.01 m"), InputError);
}

TEST_CASE("every law of cylinders: refuses a pin that does not fit into its hole") {
  for (const char* name :
       {"johnson", "radzimovsky", "goldsmith", "dubowsky_freudenstein", "esdu_78035", "liu", "pereira"}) {
    Numbers tight = numbers();
    tight["journal_radius"] = bearing;
    if (std::string(name) == "pereira") tight["restitution"] = 0.9;
    CHECK_THROWS_WITH_AS(
        make_law(name, tight),
        doctest::Contains("journal_radius = 0.01 m must be smaller than bearing_radius = 0.01 m"),
        InputError);
  }
}
