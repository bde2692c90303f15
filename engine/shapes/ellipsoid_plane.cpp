#include "engine/shapes/ellipsoid_plane.h"

#include "engine/shapes/bounds.h"

namespace perilune {

void EllipsoidPlane::measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const {
  const Vector3 center = a.position(a_.at);
  result.normal = b.direction(b_.normal);
  const Vector3 stretched = a_.radii.cwiseProduct(Vector3(a.directors.transpose() * result.normal));
  const double support = stretched.norm();
  result.gap = result.normal.dot(center - b.position(b_.at)) - support;
  result.point =
      center - a.direction(a_.radii.cwiseProduct(stretched)) / support - 0.5 * result.gap * result.normal;
}

// n turns against the ellipsoid with at most ω and ω̇: ḧ lies between −R(ω² + ω̇) and that and the curvature R²ω²/r, R the
// largest and r the smallest radius, since h ≥ r.
GapCurvature EllipsoidPlane::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double of_centers = relative_acceleration(a, a_.at.norm(), b, distance + b_.at.norm());
  const double spin = a.spin + b.spin, largest = a_.radii.maxCoeff();
  const double turning = largest * (spin * spin + a.spin_rate + b.spin_rate);
  const double bending = largest * largest * spin * spin / a_.radii.minCoeff();
  return {of_centers + turning + bending, of_centers + turning};
}

}  // namespace perilune
