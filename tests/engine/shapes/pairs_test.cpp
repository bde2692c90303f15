#include <doctest/doctest.h>

#include "engine/shapes/catalog.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/line.h"
#include "engine/shapes/segment.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

std::shared_ptr<Circle> circle(double radius, const Vector3& at = Vector3::Zero()) {
  auto shape = std::make_shared<Circle>();
  shape->radius = radius, shape->at = at;
  return shape;
}

std::shared_ptr<Segment> segment(const Vector3& from, const Vector3& to) {
  auto shape = std::make_shared<Segment>();
  shape->from = from, shape->to = to;
  return shape;
}

std::shared_ptr<Line> line(const Vector3& at, const Vector3& normal) {
  auto shape = std::make_shared<Line>();
  shape->at = at, shape->normal = normal;
  return shape;
}

struct Case {
  const char* name;
  std::shared_ptr<Shape> a, b;
};

std::vector<Case> pairs() {
  return {{"circle on circle", circle(0.3, {0.1, -0.2, 0}), circle(0.2, {0, 0.3, 0})},
          {"circle on line", circle(0.3, {0.1, -0.2, 0}), line({0.2, -0.1, 0}, {0.6, 1.2, 0})},
          {"circle on segment", circle(0.1, {0.1, -0.2, 0}), segment({-0.6, 0.1, 0}, {0.8, 0.3, 0})}};
}

}  // namespace

TEST_CASE("every pair: the gap's rate is the relative velocity of the material points along the normal") {
  std::mt19937 generator(5);
  const double s = 1e-6;  // central differences: rounding 1e-16/s = 1e-10, truncation s² = 1e-12
  for (const Case& pair : pairs()) {
    bool swapped = true;
    const auto geometry = make_pair(*pair.a, *pair.b, swapped);
    REQUIRE(geometry);
    CHECK(!swapped);
    for (int trial = 0; trial < 50; ++trial) {
      CAPTURE(pair.name);
      Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
      bench.randomize(generator);
      const VectorX q0 = bench.q, v0 = bench.v, none = VectorX::Zero(6);
      const auto at = [&](double time) {
        bench.move(q0, v0, none, time);
        return geometry->closest(bench.motion.bodies[1], bench.motion.bodies[2], 0);
      };
      const double rate = (at(s).gap - at(-s).gap) / (2 * s);
      const Proximity now = at(0);
      const BodyMotion &a = bench.motion.bodies[1], &b = bench.motion.bodies[2];
      const double expected = now.normal.dot(a.velocity_at(now.point) - b.velocity_at(now.point));
      CHECK(rate == doctest::Approx(expected).epsilon(1e-7));
      CHECK(now.normal.norm() == doctest::Approx(1).epsilon(1e-14));
    }
  }
}

TEST_CASE("every pair: the second derivative of the gap stays within the curvature bound") {
  std::mt19937 generator(6);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double s = 1e-4;
  for (const Case& pair : pairs()) {
    bool swapped = false;
    const auto geometry = make_pair(*pair.a, *pair.b, swapped);
    for (int trial = 0; trial < 200; ++trial) {
      CAPTURE(pair.name);
      Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
      bench.randomize(generator);
      const VectorX q0 = bench.q, v0 = bench.v;
      VectorX a = VectorX::Zero(6);
      for (int i = 0; i < 6; ++i) a[i] = uniform(generator);
      const auto gap = [&](double time) {
        bench.move(q0, v0, a, time);
        return geometry->closest(bench.motion.bodies[1], bench.motion.bodies[2], 0).gap;
      };
      if (std::abs(gap(0)) > 2) continue;
      const double second = (gap(s) - 2 * gap(0) + gap(-s)) / (s * s);
      const VectorX speed = v0.cwiseAbs(), acceleration = a.cwiseAbs();
      const MotionBound bound_a = bench.bodies[1]->bound(speed.data(), acceleration.data());
      const MotionBound bound_b = bench.bodies[2]->bound(speed.data() + 3, acceleration.data() + 3);
      const double distance = (q0.head<2>() - q0.segment<2>(3)).norm();
      const GapCurvature curvature = geometry->curvature(bound_a, bound_b, distance);
      CHECK(second >= -curvature.below - 1e-6);  // differences carry 1e-16/s² = 1e-8 of rounding
    }
  }
}

TEST_CASE("circle on circle: gap, normal and point of two discs on the x axis") {
  bool swapped = false;
  const auto geometry = make_pair(*circle(1), *circle(2), swapped);
  BodyMotion a, b;
  a.p = Vector3(2.9, 0, 0), b.p = Vector3(0, 0, 0);
  const Proximity p = geometry->closest(a, b, 0);
  CHECK(p.gap == doctest::Approx(-0.1).epsilon(1e-14));
  CHECK((p.normal - Vector3::UnitX()).norm() < 1e-15);
  CHECK((p.point - Vector3(1.95, 0, 0)).norm() < 1e-15);  // midway between 1.9 and 2.0
}

TEST_CASE("circle on segment: the wall pushes back to the side of first touch, even from beyond") {
  bool swapped = false;
  const auto geometry = make_pair(*circle(0.1), *segment({-1, 0, 0}, {1, 0, 0}), swapped);
  BodyMotion a, b;
  a.p = Vector3(0.2, -0.03, 0);  // the centre has passed the wall by 3 cm, coming from above
  const Proximity from_above = geometry->closest(a, b, 1);
  CHECK(from_above.gap == doctest::Approx(-0.13).epsilon(1e-14));
  CHECK((from_above.normal - Vector3::UnitY()).norm() < 1e-15);
  const Proximity free = geometry->closest(a, b, 0);
  CHECK(free.gap == doctest::Approx(-0.07).epsilon(1e-14));
  CHECK(free.side == -1);
}

TEST_CASE("circle on segment: beyond the end the end point is touched") {
  bool swapped = false;
  const auto geometry = make_pair(*circle(0.1), *segment({-1, 0, 0}, {1, 0, 0}), swapped);
  BodyMotion a, b;
  a.p = Vector3(1.3, 0.4, 0);
  const Proximity p = geometry->closest(a, b, 0);
  CHECK(p.gap == doctest::Approx(0.4).epsilon(1e-14));
  CHECK((p.normal - Vector3(0.6, 0.8, 0)).norm() < 1e-15);
}

TEST_CASE("a pair is found in either order, and two lines have none") {
  bool swapped = false;
  CHECK(make_pair(*line({0, 0, 0}, {0, 1, 0}), *circle(1), swapped));
  CHECK(swapped);
  CHECK(!make_pair(*line({0, 0, 0}, {0, 1, 0}), *line({0, 0, 0}, {0, 1, 0}), swapped));
  CHECK(partners("line") == std::vector<std::string>{"circle"});
}
