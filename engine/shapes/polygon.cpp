#include "engine/shapes/polygon.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/model/error.h"
#include "engine/shapes/mass_properties.h"

namespace perilune {
namespace {

constexpr double rounding = 1e-9;  // of the size: two faces nearer than this to a place are equally near

double cross(const Vector3& a, const Vector3& b) { return a[0] * b[1] - a[1] * b[0]; }

std::string text(const Vectors& points, std::size_t i) {
  return fmt::format("points[{}] = {{ {}, {} }}", i + 1, points[i][0], points[i][1]);
}

// Convex: every corner turns the same way, and all of them turn once round.
void check_convex(const Vectors& points) {
  const std::size_t n = points.size();
  if (n < 3) {
    throw InputError("", "",
                     fmt::format("points has {} corner{}, a polygon has three or more", n, n == 1 ? "" : "s"),
                     n == 2 ? "body:segment { from = …, to = … } is a thin wall" : "");
  }
  double twice_area = 0, turned = 0, reach = 0;
  for (std::size_t i = 0; i < n; ++i) {
    twice_area += cross(points[i] - points[0], points[(i + 1) % n] - points[0]);
    reach = std::max(reach, (points[i] - points[0]).norm());
  }
  const double orientation = twice_area < 0 ? -1 : 1;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = (i + n - 1) % n, after = (i + 1) % n;
    const Vector3 in = points[i] - points[before], out = points[after] - points[i];
    if (!(out.norm() > rounding * reach))
      throw InputError("", "", text(points, i) + fmt::format(" and points[{}] are the same place", after + 1),
                       "name each corner once; the last is joined to the first");
    const double turn = orientation * std::atan2(cross(in, out), in.dot(out));
    if (turn < -rounding)
      throw InputError("", "", text(points, i) + " is a hollow corner, a polygon must be convex",
                       "cut it into convex polygons, one contact each");
    turned += turn;
  }
  if (turned > 2 * M_PI + 1e-6) throw InputError("", "", "the edges cross: points go round more than once");
}

}  // namespace

double Polygon::radius_about_reference() const {
  double furthest = 0;
  for (const Vector3& point : points) furthest = std::max(furthest, point.norm());
  return furthest;
}

double Polygon::size() const { return ConvexPolygon(*this).size; }

ConvexPolygon::ConvexPolygon(const Polygon& polygon) : corner(polygon.points) {
  check_convex(corner);
  const std::size_t n = corner.size();
  double twice_area = 0;
  for (std::size_t i = 0; i < n; ++i)
    twice_area += cross(corner[i] - corner[0], corner[(i + 1) % n] - corner[0]);
  if (twice_area < 0) std::reverse(corner.begin(), corner.end());
  centroid = mass_of_polygon(corner, 1).center;
  size = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n; ++i) {
    const Vector3 edge = corner[(i + 1) % n] - corner[i];
    length.push_back(edge.norm());
    along.push_back(edge / length.back());
    normal.emplace_back(along.back()[1], -along.back()[0], 0);
    size = std::min(size, -height(static_cast<int>(i), centroid));
  }
}

// Of the faces whose height is within rounding of the most.
int ConvexPolygon::facing(const Vector3& x, const Vector3& toward, double most) const {
  int best = -1;
  for (int i = 0; i < faces(); ++i) {
    if (height(i, x) < most - rounding * size) continue;
    if (best < 0 || normal[i].dot(toward) > normal[best].dot(toward)) best = i;
  }
  return best;
}

ConvexPolygon::Nearest ConvexPolygon::nearest(const Vector3& x, const Vector3& toward) const {
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < faces(); ++i) most = std::max(most, height(i, x));
  if (most > 0) return outside(x, toward);
  const int face = facing(x, toward, most);
  return {most, normal[face], face};
}

ConvexPolygon::Nearest ConvexPolygon::outside(const Vector3& x, const Vector3& toward) const {
  Nearest best{std::numeric_limits<double>::infinity(), Vector3::UnitY(), 0};
  Vector3 from_edge = Vector3::Zero();
  for (int i = 0; i < faces(); ++i) {
    const double s = std::clamp(along[i].dot(x - corner[i]), 0.0, length[i]);
    const Vector3 r = x - corner[i] - s * along[i];
    const double distance = r.norm();
    if (distance < best.distance) best = {distance, normal[i], i}, from_edge = r;
  }
  // The direction of a distance that is mere rounding says nothing.
  if (best.distance > rounding * size) best.normal = from_edge / best.distance;
  else best.face = facing(x, toward, best.distance), best.normal = normal[best.face];
  return best;
}

}  // namespace perilune
