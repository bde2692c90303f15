#include "engine/contact/broad_phase.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>

using namespace perilune;

namespace {

std::vector<std::pair<int, int>> all_pairs(const std::vector<Bounds>& shapes, double reach) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < static_cast<int>(shapes.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(shapes.size()); ++j) {
      const double distance = (shapes[i].center - shapes[j].center).norm();
      if (distance <= shapes[i].radius + shapes[j].radius + reach) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

std::vector<Bounds> random_shapes(std::mt19937& generator, int count, bool spatial) {
  std::uniform_real_distribution<double> place(-1, 1), size(0.01, 0.06);
  std::vector<Bounds> shapes;
  for (int i = 0; i < count; ++i) {
    const double z = place(generator);
    shapes.push_back({Vector3(place(generator), place(generator), spatial ? z : 0), size(generator)});
  }
  return shapes;
}

}  // namespace

TEST_CASE("broad phase: finds the same pairs as comparing all with all, in the plane and in space") {
  std::mt19937 generator(3);
  BroadPhase broad_phase;
  for (const bool spatial : {false, true}) {
    for (const double reach : {0.0, 0.02, 0.3}) {
      const std::vector<Bounds> shapes = random_shapes(generator, 300, spatial);
      const auto pairs = broad_phase.find(shapes, reach);
      CHECK(pairs == all_pairs(shapes, reach));
      CHECK(!pairs.empty());
    }
  }
}

TEST_CASE("broad phase: shapes that are much larger, or without end, meet all that are near") {
  std::mt19937 generator(4);
  std::vector<Bounds> shapes = random_shapes(generator, 100, false);
  shapes[17].radius = 0.8;
  shapes[40].radius = std::numeric_limits<double>::infinity();
  shapes[41].radius = std::numeric_limits<double>::infinity();
  BroadPhase broad_phase;
  CHECK(broad_phase.find(shapes, 0.01) == all_pairs(shapes, 0.01));
}

TEST_CASE("broad phase: points in one place, one shape, none") {
  BroadPhase broad_phase;
  CHECK(broad_phase.find({{Vector3::Zero(), 0}, {Vector3::Zero(), 0}}, 0).size() == 1);
  CHECK(broad_phase.find({{Vector3::Zero(), 1}}, 1).empty());
  CHECK(broad_phase.find({}, 1).empty());
}

TEST_CASE("broad phase: bodies that flew away beyond any grid") {
  const std::vector<Bounds> shapes = {{Vector3(1e300, 0, 0), 0.1},
                                      {Vector3(1e300, 0, 0), 0.1},
                                      {Vector3(-1e300, 0, 0), 0.1},
                                      {Vector3::Zero(), 0.1}};
  BroadPhase broad_phase;
  CHECK(broad_phase.find(shapes, 0.1) == all_pairs(shapes, 0.1));
}
