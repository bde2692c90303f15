#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "engine/model/error.h"
#include "engine/shapes/arc.h"
#include "engine/shapes/catalog.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/gap_function.h"
#include "engine/shapes/hole.h"
#include "engine/shapes/line.h"
#include "engine/shapes/mass_properties.h"
#include "engine/shapes/polygon.h"
#include "engine/shapes/segment.h"
#include "engine/shapes/slot.h"
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

std::shared_ptr<Hole> hole(double radius, const Vector3& at = Vector3::Zero()) {
  auto shape = std::make_shared<Hole>();
  shape->radius = radius, shape->at = at;
  return shape;
}

std::shared_ptr<Arc> arc(double radius, double from, double to, const Vector3& at = Vector3::Zero()) {
  auto shape = std::make_shared<Arc>();
  shape->radius = radius, shape->from = from, shape->to = to, shape->at = at;
  return shape;
}

// The inside of a circle about the origin, as its distance function times `slope` (1: a distance).
std::shared_ptr<GapFunction> bowl(double radius, double slope = 1) {
  const auto distance = [=](const Taylor* x, Taylor* f) {
    const double d = std::hypot(x[0].value, x[1].value);
    f->value = slope * (radius - d);
    f->first = -slope * (x[0].value * x[0].first + x[1].value * x[1].first) / d;
  };
  auto shape = std::make_shared<GapFunction>();
  shape->value = std::make_shared<NativeSource<decltype(distance)>>(distance);
  shape->hollow_radius = radius;
  return shape;
}

std::shared_ptr<Slot> slot(const Vector3& from, const Vector3& to, double radius) {
  auto shape = std::make_shared<Slot>();
  shape->from = from, shape->to = to, shape->radius = radius;
  return shape;
}

std::shared_ptr<Slot> guide(const Vector3& from, const Vector3& to, double radius) {
  auto shape = slot(from, to, radius);
  shape->is_endless = true;
  return shape;
}

std::shared_ptr<Polygon> polygon(const Vectors& points) {
  auto shape = std::make_shared<Polygon>();
  shape->points = points;
  return shape;
}

std::shared_ptr<Polygon> square(double half) {
  return polygon({{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}});
}

std::shared_ptr<ShapePair> first_pair(const Shape& a, const Shape& b) {
  std::vector<TouchingPair> pairs = make_pairs(a, b);
  if (pairs.empty() || pairs[0].swapped) return nullptr;
  return std::move(pairs[0].pair);
}

struct Case {
  const char* name;
  std::shared_ptr<Shape> a, b;
};

std::vector<Case> pairs() {
  return {{"circle on circle", circle(0.3, {0.1, -0.2, 0}), circle(0.2, {0, 0.3, 0})},
          {"circle on line", circle(0.3, {0.1, -0.2, 0}), line({0.2, -0.1, 0}, {0.6, 1.2, 0})},
          {"circle on segment", circle(0.1, {0.1, -0.2, 0}), segment({-0.6, 0.1, 0}, {0.8, 0.3, 0})},
          {"circle in arc", circle(0.2, {0.1, -0.2, 0}), arc(1.5, 0.4, 5.0, {0, 0.3, 0})},
          {"circle in a bowl", circle(0.3, {0.1, -0.2, 0}), bowl(2)},
          {"circle in hole", circle(0.3, {0.1, -0.2, 0}), hole(2, {0, 0.3, 0})},
          {"circle in slot", circle(0.3, {0.1, -0.2, 0}), slot({-0.6, 0.1, 0}, {0.8, 0.3, 0}, 2)},
          {"circle in guide", circle(0.3, {0.1, -0.2, 0}), guide({-0.1, 0.1, 0}, {0.1, 0.2, 0}, 2)},
          {"circle on polygon", circle(0.3, {0.1, -0.2, 0}), square(0.4)},
          {"polygon on line", square(0.3), line({0.2, -0.1, 0}, {0.6, 1.2, 0})},
          {"polygon on segment", square(0.3), segment({-0.6, 0.1, 0}, {0.8, 0.3, 0})},
          {"polygon in hole", square(0.3), hole(2, {0, 0.3, 0})},
          {"polygon on polygon", square(0.3), square(0.5)}};
}

}  // namespace

TEST_CASE("every pair: the gap's rate is the relative velocity of the material points along the normal") {
  std::mt19937 generator(5);
  const double s = 1e-6;  // central differences: rounding 1e-16/s = 1e-10, truncation s² = 1e-12
  for (const Case& pair : pairs()) {
    const auto geometry = first_pair(*pair.a, *pair.b);
    REQUIRE(geometry);
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
    const auto geometry = first_pair(*pair.a, *pair.b);
    const double smooth = geometry->smooth_within();
    for (int trial = 0; trial < 200; ++trial) {
      CAPTURE(pair.name);
      Bench bench({planar_body(1, 1, {0, 0, 0}), planar_body(1, 1, {0, 0, 0})});
      bench.randomize(generator);
      const VectorX q0 = bench.q, v0 = bench.v;
      VectorX a = VectorX::Zero(6);
      for (int i = 0; i < 6; ++i) a[i] = uniform(generator);
      const auto gap = [&](double time) {
        bench.move(q0, v0, a, time);
        return gap_level(geometry->closest(bench.motion.bodies[1], bench.motion.bodies[2], 0).gap, smooth)
            .value;
      };
      if (gap(0) > 2 || gap(0) < (smooth > 0 ? 1e-3 : -2)) continue;
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
  const auto geometry = first_pair(*circle(1), *circle(2));
  BodyMotion a, b;
  a.p = Vector3(2.9, 0, 0), b.p = Vector3(0, 0, 0);
  const Proximity p = geometry->closest(a, b, 0);
  CHECK(p.gap == doctest::Approx(-0.1).epsilon(1e-14));
  CHECK((p.normal - Vector3::UnitX()).norm() < 1e-15);
  CHECK((p.point - Vector3(1.95, 0, 0)).norm() < 1e-15);  // midway between 1.9 and 2.0
}

TEST_CASE("circle on segment: the wall pushes back to the side of first touch, even from beyond") {
  const auto geometry = first_pair(*circle(0.1), *segment({-1, 0, 0}, {1, 0, 0}));
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
  const auto geometry = first_pair(*circle(0.1), *segment({-1, 0, 0}, {1, 0, 0}));
  BodyMotion a, b;
  a.p = Vector3(1.3, 0.4, 0);
  const Proximity p = geometry->closest(a, b, 0);
  CHECK(p.gap == doctest::Approx(0.4).epsilon(1e-14));
  CHECK((p.normal - Vector3(0.6, 0.8, 0)).norm() < 1e-15);
}

TEST_CASE("a pair is found in either order, and two lines have none") {
  const auto pairs = make_pairs(*line({0, 0, 0}, {0, 1, 0}), *circle(1));
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].swapped);
  CHECK(make_pairs(*line({0, 0, 0}, {0, 1, 0}), *line({0, 0, 0}, {0, 1, 0})).empty());
  CHECK(partners("line") == std::vector<std::string>{"circle", "polygon"});
}

TEST_CASE("circle in arc: gap and normal on both sides, at the ends, and of a side that is kept") {
  const double quarter = M_PI / 2;
  const auto pair = first_pair(*circle(0.2), *arc(1, -quarter, quarter));
  BodyMotion a, b;
  a.p = Vector3(0.3, 0.4, 0);  // within
  const Proximity within = pair->closest(a, b, 0);
  CHECK(within.gap == doctest::Approx(1 - 0.5 - 0.2).epsilon(1e-14));
  CHECK((within.normal - Vector3(-0.6, -0.8, 0)).norm() < 1e-15);
  CHECK(within.side == 1);
  a.p = Vector3(1.2, 1.6, 0);  // without
  const Proximity without = pair->closest(a, b, 0);
  CHECK(without.gap == doctest::Approx(2 - 1 - 0.2).epsilon(1e-14));
  CHECK((without.normal - Vector3(0.6, 0.8, 0)).norm() < 1e-15);
  CHECK(pair->closest(a, b, 1).gap == doctest::Approx(1 - 2 - 0.2).epsilon(1e-14));  // came from within
  a.p = Vector3(-0.3, 1.4, 0);                                                       // past the end at (0, 1)
  const Proximity end = pair->closest(a, b, 0);
  CHECK(end.gap == doctest::Approx(0.5 - 0.2).epsilon(1e-14));
  CHECK((end.normal - Vector3(-0.6, 0.8, 0)).norm() < 1e-14);
  CHECK_THROWS_AS(make_pairs(*circle(0.6), *arc(1, 0, 2 * M_PI - 1)), InputError);  // 0.96 m wide at its ends
}

TEST_CASE(
    "gap function: the same gap and normal as the hole it describes; no distance is refused where it "
    "touches") {
  BodyMotion a, b;
  a.p = Vector3(0.3, 0.4, 0);
  const Proximity p = first_pair(*circle(0.2), *bowl(1))->closest(a, b, 0);
  const Proximity q = first_pair(*circle(0.2), *hole(1))->closest(a, b, 0);
  CHECK(p.gap == doctest::Approx(q.gap).epsilon(1e-14));
  CHECK((p.normal - q.normal).norm() < 1e-14);
  CHECK((p.point - q.point).norm() < 1e-14);
  const auto steep = first_pair(*circle(0.2), *bowl(1, 2));
  CHECK_NOTHROW(steep->closest(a, b, 0));  // 0.8 m away: no matter
  a.p = Vector3(0.54, 0.72, 0);            // 2 (1 − 0.9) − 0.2 = 0
  CHECK_THROWS_AS(steep->closest(a, b, 0), FunctionError);
  CHECK_THROWS_AS(make_pairs(*circle(1), *bowl(1)), InputError);
}

TEST_CASE("circle in hole and slot: gap and normal; one that does not fit is refused") {
  BodyMotion a, b;
  a.p = Vector3(0.3, 0.4, 0);
  const Proximity in_hole = first_pair(*circle(0.2), *hole(1))->closest(a, b, 0);
  CHECK(in_hole.gap == doctest::Approx(1 - 0.2 - 0.5).epsilon(1e-14));
  CHECK((in_hole.normal - Vector3(-0.6, -0.8, 0)).norm() < 1e-15);
  const Proximity in_slot = first_pair(*circle(0.2), *slot({-1, 0, 0}, {1, 0, 0}, 0.7))->closest(a, b, 0);
  CHECK(in_slot.gap == doctest::Approx(0.7 - 0.2 - 0.4).epsilon(1e-14));
  CHECK((in_slot.normal + Vector3::UnitY()).norm() < 1e-15);
  CHECK_THROWS_AS(make_pairs(*circle(1), *hole(1)), InputError);
}

TEST_CASE("circle on polygon: face, corner and inside") {
  const auto geometry = first_pair(*circle(0.1), *square(1));
  BodyMotion a, b;
  a.p = Vector3(0.5, 1.3, 0);
  CHECK(geometry->closest(a, b, 0).gap == doctest::Approx(0.2).epsilon(1e-14));
  a.p = Vector3(1.3, 1.4, 0);
  CHECK(geometry->closest(a, b, 0).gap == doctest::Approx(0.4).epsilon(1e-14));
  a.p = Vector3(0.9, 0.2, 0);
  CHECK(geometry->closest(a, b, 0).gap == doctest::Approx(-0.2).epsilon(1e-14));
  CHECK((geometry->closest(a, b, 0).normal - Vector3::UnitX()).norm() < 1e-15);
}

TEST_CASE("polygons touch in one place for each corner, and aligned ones carry each other") {
  const auto pairs = make_pairs(*square(1), *square(1));
  REQUIRE(pairs.size() == 8);
  CHECK((!pairs[3].swapped && pairs[4].swapped));
  BodyMotion a, b;
  a.p = Vector3(0, 2 - 1e-12, 0);  // squarely on top, in touch within rounding
  int carrying = 0;
  for (int i = 0; i < 4; ++i) {
    a.p[1] = 2 - 1e-12;
    const Proximity begin = pairs[i].pair->closest(a, b, 0);
    if (std::abs(begin.gap) > 1e-11) continue;
    CHECK((begin.normal - Vector3::UnitY()).norm() < 1e-15);
    a.p[1] = 2 - 1e-3;
    CHECK(pairs[i].pair->closest(a, b, begin.side).gap == doctest::Approx(-1e-3).epsilon(1e-10));
    ++carrying;
  }
  CHECK(carrying == 2);
}

TEST_CASE("polygon on segment: corners on the wall from the centroid's side, ends of the wall on the faces") {
  const auto pairs = make_pairs(*square(1), *segment({-3, 0, 0}, {3, 0, 0}));
  REQUIRE(pairs.size() == 6);
  CHECK(pairs[4].swapped);
  BodyMotion box, wall;
  for (const int side : {1, -1}) {  // the box stands on the wall, hangs under it
    CAPTURE(side);
    const ShapePair& near = *pairs[side > 0 ? 0 : 2].pair;  // of the corners {-1, -1} and {1, 1}
    box.p = Vector3(0, side * 0.999, 0);
    const Proximity deep = near.closest(box, wall, 0);
    CHECK(deep.gap == doctest::Approx(-0.001).epsilon(1e-12));
    CHECK((deep.normal - Vector3(0, side, 0)).norm() < 1e-14);
    CHECK(deep.side == side);
    box.p = Vector3(0, side * 1.5, 0);
    CHECK(near.closest(box, wall, 0).gap == doctest::Approx(0.5).epsilon(1e-14));
  }
  // Past the end, the box reaching over both sides of the wall's line: only the wall's end touches, the face.
  box.p = Vector3(3.999, 0.2, 0);
  for (int i = 0; i < 4; ++i) CHECK(pairs[i].pair->closest(box, wall, 0).gap > 0.5);
  const Proximity end = pairs[5].pair->closest(wall, box, 0);
  CHECK(end.gap == doctest::Approx(-0.001).epsilon(1e-12));
  CHECK((end.normal - Vector3(-1, 0, 0)).norm() < 1e-14);  // away from the box
  // A corner that slides off the end: the depth, or the wall that is left; then none.
  const ShapePair& corner = *pairs[0].pair;
  box.p = Vector3(3.9995, 0.999, 0);
  CHECK(corner.closest(box, wall, 1).gap == doctest::Approx(-0.0005).epsilon(1e-9));
  box.p[0] = 4.01;
  CHECK(corner.closest(box, wall, 1).gap == doctest::Approx(0.01).epsilon(1e-12));
}

// Which pairs there are, and that no other two shapes are taken for one.
TEST_CASE("pairs: a disc touches every shape, a polygon all but the arc, walls touch no walls") {
  const std::set<std::set<std::string>> expected = {
      {"circle"},          {"circle", "line"},         {"circle", "segment"},      {"circle", "arc"},
      {"circle", "hole"},  {"circle", "slot"},         {"circle", "gap_function"}, {"circle", "polygon"},
      {"polygon"},         {"polygon", "line"},        {"polygon", "segment"},     {"polygon", "hole"},
      {"polygon", "slot"}, {"polygon", "gap_function"}};
  const std::vector<std::shared_ptr<Shape>> shapes = {circle(0.1),
                                                      line({0, 0, 0}, {0, 1, 0}),
                                                      segment({-1, 0, 0}, {1, 0, 0}),
                                                      arc(1, 0, 1),
                                                      bowl(2),
                                                      hole(2),
                                                      slot({-1, 0, 0}, {1, 0, 0}, 2),
                                                      square(0.1)};
  REQUIRE(shapes.size() == planar_shape_catalog().size());
  for (const auto& a : shapes) {
    for (const auto& b : shapes) {
      CAPTURE(std::string(a->kind()));
      CAPTURE(std::string(b->kind()));
      const bool is_pair = expected.count({a->kind(), b->kind()}) > 0;
      CHECK(!make_pairs(*a, *b).empty() == is_pair);
      const auto touches = partners(a->kind());
      CHECK((std::find(touches.begin(), touches.end(), b->kind()) != touches.end()) == is_pair);
    }
  }
}

TEST_CASE("polygon: either order of its corners; hollow, doubled and too few corners are refused") {
  CHECK(square(1)->size() == doctest::Approx(1).epsilon(1e-15));
  CHECK(polygon({{-1, 1, 0}, {1, 1, 0}, {1, -1, 0}, {-1, -1, 0}})->size() ==
        doctest::Approx(1).epsilon(1e-15));
  CHECK_THROWS_AS(ConvexPolygon(*polygon({{0, 0, 0}, {2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}})), InputError);
  CHECK_THROWS_AS(ConvexPolygon(*polygon({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}})), InputError);
  CHECK_THROWS_AS(ConvexPolygon(*polygon({{0, 0, 0}, {1, 0, 0}})), InputError);
}

TEST_CASE("mass: disc, ring, rectangle, triangle, and an L by the parallel-axis theorem") {
  CHECK(mass_of_disc(0.5, 0, 8).inertia == doctest::Approx(8 * M_PI * 0.25 * 0.25 / 2).epsilon(1e-14));
  const MassProperties box = mass_of_polygon({{1, 2, 0}, {4, 2, 0}, {4, 4, 0}, {1, 4, 0}}, 2);
  CHECK(box.mass == doctest::Approx(12).epsilon(1e-14));
  CHECK(box.inertia == doctest::Approx(12 * (9 + 4) / 12.0).epsilon(1e-13));
  CHECK((box.center - Vector3(2.5, 3, 0)).norm() < 1e-14);
  // About its centroid J = m (a² + b² + c²)/36, sides 3, 4, 5.
  const MassProperties triangle = mass_of_polygon({{0, 0, 0}, {0, 4, 0}, {3, 0, 0}}, 1);
  CHECK(triangle.inertia == doctest::Approx(6 * 50 / 36.0).epsilon(1e-13));
  // Rectangles 2 × 1 at (1, 0.5) and 1 × 2 at (0.5, 2): masses 2 and 2, centre (0.75, 1.25).
  const MassProperties ell =
      mass_of_polygon({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}}, 1);
  const double apart = 0.25 * 0.25 + 0.75 * 0.75;
  CHECK((ell.center - Vector3(0.75, 1.25, 0)).norm() < 1e-14);
  CHECK(ell.inertia == doctest::Approx(2 * (2 * 5 / 12.0 + 2 * apart)).epsilon(1e-13));
}
