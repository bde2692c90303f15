#include "engine/drawing/outlines.h"

#include <cmath>
#include <string>

#include "engine/shapes/arc.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/ellipsoid.h"
#include "engine/shapes/hole.h"
#include "engine/shapes/line.h"
#include "engine/shapes/plane.h"
#include "engine/shapes/polygon.h"
#include "engine/shapes/segment.h"
#include "engine/shapes/slot.h"
#include "engine/shapes/sphere.h"

namespace perilune {
namespace {

using Kind = BodyPart::Kind;

BodyPart part(const Shape& shape, Kind kind, std::vector<Vector3> points, double radius = 0) {
  BodyPart made;
  made.body = shape.body->index, made.kind = kind, made.points = std::move(points), made.radius = radius;
  return made;
}

BodyPart draw(const Circle& shape) { return part(shape, Kind::disc, {shape.at}, shape.radius); }
BodyPart draw(const Hole& shape) { return part(shape, Kind::hole, {shape.at}, shape.radius); }
BodyPart draw(const Line& shape) {
  return part(shape, Kind::half_plane, {shape.at, shape.normal.normalized()});
}
BodyPart draw(const Sphere& shape) { return part(shape, Kind::disc, {shape.at}, shape.radius); }
BodyPart draw(const Ellipsoid& shape) {
  const Matrix3 half = shape.radii.asDiagonal();
  return part(shape, Kind::ellipsoid, {shape.at, half.col(0), half.col(1), half.col(2)});
}
BodyPart draw(const Plane& shape) {
  return part(shape, Kind::half_plane, {shape.at, shape.normal.normalized()});
}
BodyPart draw(const Segment& shape) { return part(shape, Kind::wall, {shape.from, shape.to}); }
BodyPart draw(const Arc& shape) {
  std::vector<Vector3> points;
  const int pieces = 2 + static_cast<int>(20 * (shape.to - shape.from));
  for (int i = 0; i <= pieces; ++i)
    points.push_back(shape.end(shape.from + (shape.to - shape.from) * i / pieces));
  return part(shape, Kind::wall, std::move(points));
}
BodyPart draw(const Slot& shape) {
  BodyPart made = part(shape, Kind::slot, {shape.from, shape.to}, shape.radius);
  made.is_endless = shape.is_endless;
  return made;
}
BodyPart draw(const Polygon& shape) {
  return part(shape, Kind::polygon, {shape.points.begin(), shape.points.end()});
}

struct Entry {
  const char* kind;
  BodyPart (*draw)(const Shape&);
};

template <class Kind>
Entry entry(const char* kind) {
  return {kind, [](const Shape& shape) { return draw(static_cast<const Kind&>(shape)); }};
}

const Entry entries[] = {entry<Circle>("circle"),      entry<Hole>("hole"),     entry<Line>("line"),
                         entry<Segment>("segment"),    entry<Arc>("arc"),       entry<Slot>("slot"),
                         entry<Polygon>("polygon"),    entry<Sphere>("sphere"), entry<Plane>("plane"),
                         entry<Ellipsoid>("ellipsoid")};

}  // namespace

std::vector<BodyPart> outline_of(const Shape& shape) {
  for (const Entry& entry : entries) {
    if (std::string(entry.kind) == shape.kind()) return {entry.draw(shape)};
  }
  return {};
}

}  // namespace perilune
