#include "engine/plots/axis.h"

#include <doctest/doctest.h>

#include <cmath>

#include "engine/plots/figure.h"

using namespace perilune;

namespace {

AxisDescription described(const char* label, const char* unit, bool logarithmic = false) {
  AxisDescription axis;
  axis.label = label, axis.unit = unit, axis.logarithmic = logarithmic;
  return axis;
}

std::vector<std::string> labels(const Axis& axis, int most) {
  std::vector<std::string> list;
  for (const Tick& tick : axis.ticks(most)) {
    if (!tick.label.empty()) list.push_back(tick.label);
  }
  return list;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("axis: labels stand at 1, 2 or 5 times a power of ten, as many as there is room for") {
  const Axis axis(described("height", "m"), {0, 1.04}, 0);
  CHECK(labels(axis, 6) == Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(labels(axis, 3) == Labels{"0.0", "0.5", "1.0"});
  CHECK(axis.title() == "height [m]");
  CHECK(labels(Axis(described("x", ""), {-3, 3}, 0), 4) == Labels{"−2", "0", "2"});
}

TEST_CASE("axis: small and large numbers are written with the unit's prefix, others with a power of ten") {
  const Axis force(described("force", "N"), {0, 11600}, 0);
  CHECK(force.title() == "force [kN]");
  CHECK(labels(force, 3) == Labels{"0", "5", "10"});
  CHECK(force.ticks(3)[1].value == doctest::Approx(5000).epsilon(1e-12));
  CHECK(Axis(described("penetration", "m"), {0, 2.2e-4}, 0).title() == "penetration [µm]");
  CHECK(Axis(described("angle", "rad"), {0, 2e-4}, 0).title() == "angle [10⁻⁶ rad]");
  CHECK(Axis(described("", "-"), {0, 3e6}, 0).title() == "[10⁶]");
  CHECK(Axis(described("inertia", "kg m^2"), {0, 3}, 0).title() == "inertia [kg·m²]");
}

TEST_CASE("axis: decades on a logarithmic axis, with a place for positive numbers only") {
  const Axis axis(described("error", "m", true), {1e-6, 1e-2}, 0);
  CHECK(labels(axis, 6) == Labels{"10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²"});
  CHECK(axis.place(1e-4) == doctest::Approx(0.5).epsilon(1e-12));
  CHECK(std::isnan(axis.place(0)));
  CHECK(labels(Axis(described("error", "m", true), {1e-20, 1}, 0), 5).size() <= 5);
}

TEST_CASE("axis: a constant lies in the middle, also when it is one but for rounding") {
  CHECK(Axis(described("", ""), {2, 2}, 0.05).place(2) == doctest::Approx(0.5));
  CHECK(Axis(described("", ""), {2, 2 + 4e-16}, 0.05).place(2) == doctest::Approx(0.5));
  CHECK(Axis(described("", ""), {0, 0}, 0.05).place(0) == doctest::Approx(0.5));
}
