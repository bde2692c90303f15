#include "engine/shapes/polygon_pairs.h"

#include <algorithm>

#include "engine/shapes/bounds.h"

namespace perilune {
namespace {
constexpr double ledge = 0.01;         // of the polygon's size
constexpr double sharp_corner = 0.55;  // n·n' of its faces at most: turns by 57° or more

// A place seen from a wall: along it from its first end, and over it to the left [m].
struct OverWall {
  double along, height;
};

// Whether the line from one place to another, on different sides of a wall, crosses it between its ends.
bool crosses(const OverWall& from, const OverWall& to, double length) {
  const double s = from.along + (to.along - from.along) * from.height / (from.height - to.height);
  return s > 0 && s < length;
}
}  // namespace

void CirclePolygon::measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const {
  const Vector3 center = a.position(a_.at), x = local_position(b, center);
  const ConvexPolygon::Nearest nearest = b_.nearest(x, x - b_.centroid);
  result.gap = nearest.distance - a_.radius;
  result.normal = b.direction(nearest.normal);
  result.point = center - (a_.radius + result.gap / 2) * result.normal;
}

bool CirclePolygon::turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
                            NormalTurn& turn) const {
  const Vector3 x = local_position(b, a.position(a_.at));
  const bool at_corner = b_.is_at_corner(b_.nearest(x, x - b_.centroid), x);
  turn = {a_.radius, at_corner ? 1 / (at.gap + a_.radius) : 0};
  return true;
}

GapCurvature CirclePolygon::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double offset = a_.at.norm();
  const double acceleration = relative_acceleration(a, offset, b, distance);
  const double speed = relative_speed(a, offset, b, distance);
  return {acceleration, acceleration + speed * speed / (0.5 * a_.radius)};
}

// The height over the face, unless another face is so much nearer that the corner has left this one.
ConvexPolygon::Nearest CornerPolygon::on_face(int face, const Vector3& x) const {
  ConvexPolygon::Nearest kept{b_->height(face, x), b_->normal[face], face};
  for (int i = 0; i < b_->faces(); ++i) {
    const bool sharp = b_->normal[i].dot(b_->normal[face]) <= sharp_corner;
    const double height = b_->height(i, x) - (sharp ? ledge * b_->size : 0);
    if (height > kept.distance) kept = {height, b_->normal[i], face};
  }
  return kept;
}

void CornerPolygon::measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const {
  const Vector3 corner = a.position(corner_), x = local_position(b, corner);
  const ConvexPolygon::Nearest nearest =
      side > 0 ? on_face(side - 1, x) : b_->nearest(x, local_direction(b, a.direction(inward_)));
  result.side = nearest.face + 1;
  result.gap = nearest.distance;
  result.normal = b.direction(nearest.normal);
  result.point = corner - 0.5 * result.gap * result.normal;
}

// Off the polygon a corner may see another one.
bool CornerPolygon::turning(const BodyMotion&, const BodyMotion&, const Proximity& at,
                            NormalTurn& turn) const {
  turn = {0, 0};
  return at.gap <= 0;
}

// Inside, the gap is the largest of heights over planes, each of which bends by acceleration only.
GapCurvature CornerPolygon::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double bound = relative_acceleration(a, corner_.norm(), b, distance);
  return {bound, bound};
}

void CornerSegment::measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const {
  const Vector3 corner = a.position(corner_), from = b.position(b_.from);
  const Vector3 wall = b.direction(b_.to - b_.from);
  const double length = wall.norm();
  const Vector3 along = wall / length, left(-along[1], along[0], 0);
  const auto over_wall = [&](const Vector3& x) { return OverWall{along.dot(x - from), left.dot(x - from)}; };
  const OverWall at = over_wall(corner), centroid = over_wall(a.position(centroid_));
  result.side = side != 0 ? side : (centroid.height >= 0 ? 1 : -1);
  const double height = result.side * at.height;
  const bool through = height < 0 && at.height * centroid.height < 0 && crosses(at, centroid, length);
  const double past = std::max(-at.along, at.along - length);  // an end; < 0: beside the wall
  if (side != 0 || through) {
    result.gap = std::max(height, past);
    result.normal =
        height >= past ? Vector3(result.side * left) : Vector3(at.along > length / 2 ? along : -along);
  } else {
    const Vector3 r = corner - from - std::clamp(at.along, 0.0, length) * along;
    result.gap = r.norm();
    // On the wall the direction of a distance that is mere rounding says nothing.
    result.normal = past < 0 || result.gap == 0 ? Vector3((height < 0 ? -result.side : result.side) * left)
                                                : Vector3(r / result.gap);
  }
  result.point = corner - 0.5 * result.gap * result.normal;
}

// Off the wall a corner sees its nearest place, which may be an end.
bool CornerSegment::turning(const BodyMotion&, const BodyMotion&, const Proximity& at,
                            NormalTurn& turn) const {
  turn = {0, 0};
  return at.gap <= 0;
}

// The distance from a segment and the largest of heights over planes: convex in the wall's frame.
GapCurvature CornerSegment::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double reach = std::max(b_.from.norm(), b_.to.norm());
  const double bound = relative_acceleration(a, corner_.norm(), b, distance + reach);
  return {bound, bound};
}

}  // namespace perilune
