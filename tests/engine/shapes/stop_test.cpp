#include <doctest/doctest.h>

#include "engine/shapes/catalog.h"
#include "engine/shapes/stop.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

std::unique_ptr<ShapePair> stop_pair(double gap) {
  Stop a, b;
  a.gap = b.gap = gap;
  auto pairs = make_pairs(a, b);
  REQUIRE(pairs.size() == 1);
  CHECK_FALSE(pairs[0].swapped);
  return std::move(pairs[0].pair);
}

}  // namespace

TEST_CASE("stop: the gap is the free distance + b - a, and contact pushes a down and b up") {
  Bench bench({coordinate(1), coordinate(2)});
  bench.q << 0.3, 0.1;
  bench.update();
  const BodyMotion &a = bench.motion.bodies[1], &b = bench.motion.bodies[2];
  const Proximity at = stop_pair(0.5)->closest(a, b, 0);
  CHECK(at.gap == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(at.normal == Vector3(-1, 0, 0));
  CHECK(stop_pair(-0.5)->closest(b, a, 0).gap == doctest::Approx(-0.3).epsilon(1e-15));
}

TEST_CASE("stop: the gap bends no more than the bound says, and reaches it when both accelerate apart") {
  const MotionBound a{5, 3, 0, 0}, b{7, 4, 0, 0};
  const GapCurvature bound = stop_pair(0.1)->curvature(a, b, 0);
  CHECK(bound.below == 7);
  CHECK(bound.above == 7);
}

TEST_CASE("stop: touches nothing but a stop") { CHECK(partners("stop") == std::vector<std::string>{"stop"}); }
