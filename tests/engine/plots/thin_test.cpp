#include "engine/plots/thin.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace perilune;

namespace {

double distance(const Place& p, const Place& a, const Place& b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  const double s =
      length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (length * length), 0.0, 1.0) : 0;
  return std::hypot(p.x - a.x - s * dx, p.y - a.y - s * dy);
}

// How far the line strays at most from what is left of it.
double error_of(const std::vector<Place>& line, const std::vector<Place>& kept) {
  double most = 0;
  for (const Place& p : line) {
    double least = INFINITY;
    for (std::size_t i = 0; i + 1 < kept.size(); ++i)
      least = std::min(least, distance(p, kept[i], kept[i + 1]));
    most = std::max(most, least);
  }
  return most;
}

std::vector<Place> orbit(int points) {
  std::vector<Place> line;
  for (int i = 0; i < points; ++i) {
    const double t = 20.0 * i / points;
    line.push_back({100 * std::cos(t) * std::cos(0.1 * t), 80 * std::sin(1.03 * t)});
  }
  return line;
}

double highest(const std::vector<Place>& line) {
  double most = -INFINITY;
  for (const Place& p : line) most = std::max(most, p.y);
  return most;
}

}  // namespace

TEST_CASE("thin: an orbit of a hundred thousand points stays within the tolerance of a few hundred") {
  const std::vector<Place> all = orbit(100000), kept = thin(all, 0.1);
  CHECK(kept.size() < 600);
  std::vector<Place> some;
  for (std::size_t i = 0; i < all.size(); i += 97) some.push_back(all[i]);
  CHECK(error_of(some, kept) <= 0.1);
  CHECK(kept.front().x == all.front().x);
  CHECK(kept.back().y == all.back().y);
  CHECK(highest(kept) == highest(all));
}

TEST_CASE("thin: the single highest point of a long noisy series is kept to the bit") {
  std::vector<Place> line;
  for (int i = 0; i < 1000000; ++i)
    line.push_back({i * 480e-6, std::sin(1e3 * i) + (i == 123457 ? 7.125 : 0)});
  const std::vector<Place> kept = thin(line, 0.1);
  CHECK(kept.size() < 10000);
  CHECK(highest(kept) == highest(line));
}

TEST_CASE("thin: a straight line needs its ends") {
  std::vector<Place> line;
  for (int i = 0; i <= 50; ++i) line.push_back({0.5 * i, 0.25 * i});
  CHECK(thin(line, 0.01).size() == 2);
}

TEST_CASE("clip: a line that leaves and comes back is two lines with their ends on the edge") {
  const auto parts = clip({{1, 1}, {5, 1}, {5, 3}, {1, 3}}, {0, 0}, {4, 4});
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].back().x == 4);
  CHECK(parts[0].back().y == 1);
  CHECK(parts[1].front().x == 4);
  CHECK(parts[1].front().y == 3);
  CHECK(parts[1].back().x == 1);
}

TEST_CASE(
    "clip: a line through the corner region misses the rectangle; numbers that are none interrupt a line") {
  CHECK(clip({{-3, 2}, {2, 7}}, {0, 0}, {4, 4}).empty());
  CHECK(clip({{1, 1}, {2, 1}, {NAN, 1}, {3, 1}, {3.5, 1}}, {0, 0}, {4, 4}).size() == 2);
}
