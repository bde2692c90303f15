#include <doctest/doctest.h>

#include <cmath>

#include "engine/model/error.h"
#include "engine/shapes/catalog.h"
#include "engine/shapes/ellipsoid.h"
#include "engine/shapes/plane.h"
#include "engine/shapes/sphere.h"
#include "tests/engine/space.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

std::mt19937 generator(3);

std::shared_ptr<Plane> plane() {
  auto shape = std::make_shared<Plane>();
  shape->at = {0.1, -0.2, 0.3}, shape->normal = {1, 2, -2};
  return shape;
}

std::shared_ptr<Ellipsoid> ellipsoid(const Vector3& radii) {
  auto shape = std::make_shared<Ellipsoid>();
  shape->radii = radii, shape->at = {0.05, 0.02, -0.1};
  return shape;
}

}  // namespace

TEST_CASE("ellipsoid with equal radii: touches a plane as a sphere does") {
  auto sphere = std::make_shared<Sphere>();
  sphere->radius = 0.4, sphere->at = ellipsoid({})->at;
  const auto round = make_pairs(*ellipsoid({0.4, 0.4, 0.4}), *plane()), ball = make_pairs(*sphere, *plane());
  REQUIRE(round.size() == 1);
  TwoBodies two(generator);
  const BodyMotion &a = two.bench.motion.bodies[1], &b = two.bench.motion.bodies[2];
  const Proximity one = round[0].pair->closest(a, b, 0), other = ball[0].pair->closest(a, b, 0);
  CHECK(one.gap == doctest::Approx(other.gap).epsilon(1e-14));
  CHECK((one.normal - other.normal).norm() < 1e-14);
  CHECK((one.point - other.point).norm() < 1e-14);
}

TEST_CASE("ellipsoid on a plane: no point of it is lower than where it touches") {
  const Vector3 radii(0.3, 0.1, 0.05);
  const auto shape = ellipsoid(radii);
  const auto pairs = make_pairs(*shape, *plane());
  TwoBodies two(generator);
  const BodyMotion &a = two.bench.motion.bodies[1], &b = two.bench.motion.bodies[2];
  const Proximity found = pairs[0].pair->closest(a, b, 0);
  const Vector3 origin = b.position(plane()->at);
  double lowest = 1e300;
  for (int trial = 0; trial < 20000; ++trial) {
    const Vector3 unit = random_vector(generator).normalized();
    const Vector3 x = a.position(shape->at + radii.cwiseProduct(unit));
    lowest = std::min(lowest, found.normal.dot(x - origin));
  }
  CHECK(found.gap <= lowest);
  CHECK(found.gap > lowest - 1e-3);  // that near comes one of twenty thousand
  const Vector3 surface = found.point + 0.5 * found.gap * found.normal;
  const Vector3 local = a.directors.transpose() * (surface - a.p) - shape->at;
  CHECK(local.cwiseQuotient(radii).norm() == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("ellipsoid on a plane: the gap bends no more than its bounds say") {
  const auto shape = ellipsoid({0.3, 0.1, 0.05});
  const auto pairs = make_pairs(*shape, *plane());
  constexpr double s = 1e-4;
  for (int trial = 0; trial < 20; ++trial) {
    TwoBodies two(generator);
    const VectorX q0 = two.bench.q, u = two.rates();
    const auto gap = [&](double t) {
      two.move(q0, u, t);
      return pairs[0].pair->closest(two.bench.motion.bodies[1], two.bench.motion.bodies[2], 0).gap;
    };
    const double bend = (gap(s) - 2 * gap(0) + gap(-s)) / (s * s);
    const BodyMotion &a = two.bench.motion.bodies[1], &b = two.bench.motion.bodies[2];
    const GapCurvature bounds = pairs[0].pair->curvature(
        {a.v.norm(), 0, a.spin.norm(), 0}, {b.v.norm(), 0, b.spin.norm(), 0}, (a.p - b.p).norm());
    CHECK(bend >= -bounds.below - 1e-6);
    CHECK(bend <= bounds.above + 1e-6);
  }
}

TEST_CASE("ellipsoid: radii must be positive, and only planes are its partners") {
  const auto* entry = find_entry(spatial_shape_catalog(), "ellipsoid");
  REQUIRE(entry);
  for (const FieldInfo& field : entry->fields) {
    if (field.name != "radii") continue;
    CHECK_THROWS_WITH_AS(entry->make({{&field, Vector3(1, 0, 1)}}), doctest::Contains("all must be > 0"),
                         InputError);
  }
  CHECK(partners("ellipsoid") == std::vector<std::string>{"plane"});
}
