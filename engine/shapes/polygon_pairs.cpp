#include "engine/shapes/polygon_pairs.h"

#include "engine/shapes/bounds.h"

namespace perilune {
namespace {
constexpr double ledge = 0.01;         // of the polygon's size
constexpr double sharp_corner = 0.55;  // n·n' of its faces at most: turns by 57° or more
}  // namespace

void CirclePolygon::measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const {
  const Vector3 center = a.position(a_.at), x = local_position(b, center);
  const ConvexPolygon::Nearest nearest = b_.nearest(x, x - b_.centroid);
  result.gap = nearest.distance - a_.radius;
  result.normal = b.direction(nearest.normal);
  result.point = center - (a_.radius + result.gap / 2) * result.normal;
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

// Inside, the gap is the largest of heights over planes, each of which bends by acceleration only.
GapCurvature CornerPolygon::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double bound = relative_acceleration(a, corner_.norm(), b, distance);
  return {bound, bound};
}

}  // namespace perilune
