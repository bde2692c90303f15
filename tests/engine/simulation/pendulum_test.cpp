// A01 of the IFToMM benchmark library: a point mass on a rod; the table is the exact elliptic solution.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

template <class Product>
const CatalogEntry<Product>& entry_of(const std::vector<CatalogEntry<Product>>& catalog, const char* name) {
  const auto* entry = find_entry(catalog, name);
  REQUIRE(entry);
  return *entry;
}

Model pendulum() {
  Model model = empty_model();
  const BodyPointer mass = particle("mass", 1, Vector3(1, 0, 0));
  model.add(mass);
  const auto& rod = entry_of(joint_catalog(), "rod");
  const PointPair ends = {Point{model.ground(), Vector3::Zero()}, Point{mass, Vector3::Zero()}};
  JointPointer joint = rod.make({{&rod.fields[0], ends}});
  joint->name = "rod";
  model.add(joint);
  return model;
}

}  // namespace

TEST_CASE("pendulum A01: the exact motion to 1e-8 m for ten seconds, the rod to 1e-10 m") {
  const Reference table("iftomm_a01_pendulum.csv");
  Simulation simulation(pendulum(), options(10, "dopri5", 1e-11));
  const auto run = simulation.run();
  REQUIRE(run->outcome == Outcome::reached_end);
  double off = 0;
  for (std::size_t k = 0; k < table.rows(); ++k) {
    const double t = table.number(k, "t[s]");
    if (t > 10) break;
    off = std::max(off, std::hypot(run->at("mass.x", t) - table.number(k, "x[m]"),
                                   run->at("mass.y", t) - table.number(k, "y[m]")));
  }
  CHECK(off < 1e-8);
  CHECK(run->largest("rod.error") < 1e-10);
  CHECK(run->largest("energy.residual") < 1e-8);
  // m v²/l = 2 m g at the lowest point, and the weight.
  CHECK(run->largest("rod.force") == doctest::Approx(3 * gravity).epsilon(1e-3));
}

TEST_CASE("N-four-bar A02: for twenty seconds on its branch, through every flat position, to 1e-5 m") {
  const Reference table("iftomm_a02_four_bar.csv");
  for (const int windows : {1, 2, 10}) {
    CAPTURE(windows);
    Simulation simulation(n_four_bar(windows), options(20, "dopri5", 1e-9));
    const auto run = simulation.run();
    REQUIRE(run->outcome == Outcome::reached_end);
    double off = 0;
    for (std::size_t k = 0; k < table.rows(); ++k) {
      if (table.number(k, "N") != windows) continue;
      const double t = table.number(k, "t[s]"), angle = run->at("rocker 0.angle", t);
      off = std::max(off, std::hypot(std::cos(angle) - table.number(k, "xB0[m]"),
                                     std::sin(angle) - table.number(k, "yB0[m]")));
    }
    CHECK(off < 1e-5);
    CHECK(run->largest("system.constraint_error") < 1e-10);
  }
}
