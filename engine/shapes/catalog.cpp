#include "engine/shapes/catalog.h"

#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "engine/model/error.h"
#include "engine/shapes/arc_pair.h"
#include "engine/shapes/circle_pairs.h"
#include "engine/shapes/ellipsoid_plane.h"
#include "engine/shapes/gap_function_pair.h"
#include "engine/shapes/hole_pairs.h"
#include "engine/shapes/plane.h"
#include "engine/shapes/polygon_pairs.h"
#include "engine/shapes/sphere.h"
#include "engine/shapes/stop.h"

namespace perilune {
namespace {

template <class Kind>
CatalogEntry<std::shared_ptr<Shape>> shape(const char* name, const char* summary,
                                           void (*check)(const Kind&) = nullptr) {
  return {name, summary, field_list<Kind>(),
          [check](const std::vector<Given>& values) -> std::shared_ptr<Shape> {
            auto made = std::make_shared<Kind>(make_from<Kind>(values));
            if (check) check(*made);
            return made;
          }};
}

void check_line(const Line& line) {
  if (line.normal.norm() > 0) return;
  throw InputError("", "", "'normal' is {0, 0}, a direction is needed", "normal = {0, 1} points up");
}

void check_plane(const Plane& plane) {
  if (plane.normal.norm() > 0) return;
  throw InputError("", "", "'normal' is {0, 0, 0}, a direction is needed", "normal = {0, 0, 1} points up");
}

void check_ellipsoid(const Ellipsoid& ellipsoid) {
  if (ellipsoid.radii.minCoeff() > 0) return;
  throw InputError("", "",
                   fmt::format("radii = {{ {:.6g}, {:.6g}, {:.6g} }} m: all must be > 0", ellipsoid.radii[0],
                               ellipsoid.radii[1], ellipsoid.radii[2]),
                   "radii = { 0.1, 0.1, 0.02 } is a lens");
}

void check_segment(const Segment& segment) {
  if (segment.size() > 0) return;
  throw InputError("", "", "'from' and 'to' are the same place", "a segment has two ends");
}

void check_arc(const Arc& arc) {
  if (arc.to > arc.from && arc.to - arc.from < 2 * M_PI) return;
  throw InputError(
      "", "",
      fmt::format("from = {} rad, to = {} rad: an arc goes counter-clockwise from the first to the "
                  "second, by less than a turn",
                  arc.from, arc.to),
      "hole { radius = … } is a whole circle");
}

void check_polygon(const Polygon& polygon) { ConvexPolygon checked(polygon); }

using Pairs = std::vector<TouchingPair>;

struct PairEntry {
  const char *a, *b;
  Pairs (*make)(const Shape& a, const Shape& b);
};

void add(Pairs& list, std::unique_ptr<ShapePair> pair, bool swapped = false) {
  list.push_back({std::move(pair), swapped});
}

template <class Pair, class A, class B>
Pairs one(const Shape& a, const Shape& b) {
  Pairs list;
  add(list, std::make_unique<Pair>(static_cast<const A&>(a), static_cast<const B&>(b)));
  return list;
}

// The shapes of spatial models, by their sections.
Pairs two_spheres(const Shape& a, const Shape& b) {
  Pairs list;
  add(list, std::make_unique<CircleCircle>(static_cast<const Sphere&>(a).section(),
                                           static_cast<const Sphere&>(b).section()));
  return list;
}

Pairs sphere_and_plane(const Shape& a, const Shape& b) {
  Pairs list;
  add(list, std::make_unique<CircleLine>(static_cast<const Sphere&>(a).section(),
                                         static_cast<const Plane&>(b).section()));
  return list;
}

Pairs sphere_in_hole(const Shape& a, const Shape& b) {
  Pairs list;
  add(list,
      std::make_unique<CircleSlot>(static_cast<const Sphere&>(a).section(), static_cast<const Hole&>(b)));
  return list;
}

// Each corner of a polygon as a disc without radius.
template <class Pair, class B>
Pairs corners(const Shape& a, const Shape& b) {
  Pairs list;
  for (const Vector3& corner : ConvexPolygon(static_cast<const Polygon&>(a)).corner) {
    Circle point;
    point.radius = 0, point.at = corner;
    add(list, std::make_unique<Pair>(point, static_cast<const B&>(b)));
  }
  return list;
}

// The corners of each against the other.
Pairs two_polygons(const Shape& a, const Shape& b) {
  const auto of_a = std::make_shared<const ConvexPolygon>(static_cast<const Polygon&>(a));
  const auto of_b = std::make_shared<const ConvexPolygon>(static_cast<const Polygon&>(b));
  Pairs list;
  for (const Vector3& corner : of_a->corner)
    add(list, std::make_unique<CornerPolygon>(corner, of_a->centroid, of_b));
  for (const Vector3& corner : of_b->corner)
    add(list, std::make_unique<CornerPolygon>(corner, of_b->centroid, of_a), true);
  return list;
}

// The corners on the wall, and the ends of the wall on the faces.
Pairs polygon_and_segment(const Shape& a, const Shape& b) {
  const auto polygon = std::make_shared<const ConvexPolygon>(static_cast<const Polygon&>(a));
  const auto& wall = static_cast<const Segment&>(b);
  Pairs list;
  for (const Vector3& corner : polygon->corner)
    add(list, std::make_unique<CornerSegment>(corner, polygon->centroid, wall));
  add(list, std::make_unique<CornerPolygon>(wall.from, wall.to, polygon), true);
  add(list, std::make_unique<CornerPolygon>(wall.to, wall.from, polygon), true);
  return list;
}

const std::vector<PairEntry>& pair_catalog() {
  static const std::vector<PairEntry> catalog = {
      {"circle", "circle", one<CircleCircle, Circle, Circle>},
      {"circle", "line", one<CircleLine, Circle, Line>},
      {"circle", "segment", one<CircleSegment, Circle, Segment>},
      {"circle", "hole", one<CircleSlot, Circle, Hole>},
      {"circle", "slot", one<CircleSlot, Circle, Slot>},
      {"circle", "arc", one<CircleArc, Circle, Arc>},
      {"circle", "gap_function", one<CircleGapFunction, Circle, GapFunction>},
      {"circle", "polygon", one<CirclePolygon, Circle, Polygon>},
      {"polygon", "segment", polygon_and_segment},
      {"polygon", "line", corners<CircleLine, Line>},
      {"polygon", "hole", corners<CircleSlot, Hole>},
      {"polygon", "slot", corners<CircleSlot, Slot>},
      {"polygon", "gap_function", corners<CircleGapFunction, GapFunction>},
      {"polygon", "polygon", two_polygons},
      {"sphere", "sphere", two_spheres},
      {"sphere", "plane", sphere_and_plane},
      {"sphere", "hole", sphere_in_hole},
      {"ellipsoid", "plane", one<EllipsoidPlane, Ellipsoid, Plane>},
      {"stop", "stop", one<StopStop, Stop, Stop>},
  };
  return catalog;
}

bool is(const Shape& shape, const char* kind) { return std::strcmp(shape.kind(), kind) == 0; }

}  // namespace

const std::vector<CatalogEntry<std::shared_ptr<Shape>>>& planar_shape_catalog() {
  static const std::vector<CatalogEntry<std::shared_ptr<Shape>>> catalog = {
      shape<Circle>("circle", "a disc"),
      shape<Line>("line", "a half-plane; its normal points out of the solid", check_line),
      shape<Segment>("segment", "a thin wall with two sides", check_segment),
      shape<Arc>("arc", "a thin wall bent to a part of a circle, with two sides", check_arc),
      shape<GapFunction>("gap_function", "a surface given by a function: the distance from it"),
      shape<Hole>("hole", "a circular hole; the solid lies outside"),
      shape<Slot>("slot", "a hole with parallel sides and round ends; the solid lies outside"),
      shape<Polygon>("polygon", "a convex polygon", check_polygon),
  };
  return catalog;
}

const std::vector<CatalogEntry<std::shared_ptr<Shape>>>& spatial_shape_catalog() {
  static const std::vector<CatalogEntry<std::shared_ptr<Shape>>> catalog = {
      shape<Sphere>("sphere", "a ball"),
      shape<Plane>("plane", "a half-space; its normal points out of the solid", check_plane),
      shape<Hole>("hole", "a spherical hole; the solid lies outside"),
      shape<Ellipsoid>("ellipsoid", "an ellipsoid along the body's axes", check_ellipsoid),
  };
  return catalog;
}

std::vector<TouchingPair> make_pairs(const Shape& a, const Shape& b) {
  for (const PairEntry& entry : pair_catalog()) {
    if (is(a, entry.a) && is(b, entry.b)) return entry.make(a, b);
    if (!is(b, entry.a) || !is(a, entry.b)) continue;
    Pairs list = entry.make(b, a);
    for (TouchingPair& touching : list) touching.swapped = !touching.swapped;
    return list;
  }
  return {};
}

std::vector<std::string> partners(const std::string& kind) {
  std::vector<std::string> list;
  for (const PairEntry& entry : pair_catalog()) {
    if (kind == entry.a) list.emplace_back(entry.b);
    else if (kind == entry.b) list.emplace_back(entry.a);
  }
  return list;
}

}  // namespace perilune
