#include "engine/shapes/circle_pairs.h"

#include <algorithm>
#include <cmath>

#include "engine/shapes/bounds.h"

namespace perilune {

void CircleCircle::measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const {
  const Vector3 center_a = centered_ ? a.p : a.position(at_a_),
                center_b = centered_ ? b.p : b.position(at_b_);
  const Vector3 r = center_a - center_b;
  const double distance = r.norm();
  result.gap = distance - radius_a_ - radius_b_;
  if (distance > 0) result.normal = (1 / distance) * r;
  else result.normal = Vector3::UnitY();  // concentric: any will do
  result.point = center_b + (radius_b_ + result.gap / 2) * result.normal;
}

bool CircleCircle::turning(const BodyMotion&, const BodyMotion&, const Proximity& at,
                           NormalTurn& turn) const {
  const double distance = at.gap + radius_a_ + radius_b_;
  turn = {radius_a_, 1 / distance};
  return distance > 0;
}

// d²|r|/dt² = r̂·r̈ + |ṙ_⊥|²/|r|: distance is a convex function of r.
GapCurvature CircleCircle::curvature(const MotionBound& a, const MotionBound& b, double) const {
  const double oa = at_a_.norm(), ob = at_b_.norm();
  const double acceleration = point_acceleration(a, oa) + point_acceleration(b, ob);
  const double speed = point_speed(a, oa) + point_speed(b, ob);
  return {acceleration, acceleration + speed * speed / (0.5 * (radius_a_ + radius_b_))};
}

void CircleLine::measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const {
  const Vector3 center = a.position(a_.at);
  result.normal = b.direction(b_.normal);
  result.gap = result.normal.dot(center - b.position(b_.at)) - a_.radius;
  result.point = center - (a_.radius + result.gap / 2) * result.normal;
}

bool CircleLine::turning(const BodyMotion&, const BodyMotion&, const Proximity&, NormalTurn& turn) const {
  turn = {a_.radius, 0};
  return true;
}

GapCurvature CircleLine::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double bound = relative_acceleration(a, a_.at.norm(), b, distance + b_.at.norm());
  return {bound, bound};
}

void CircleSegment::measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const {
  const Vector3 center = a.position(a_.at), from = b.position(b_.from);
  const Vector3 along = b.direction(b_.to - b_.from);
  const double length = along.norm(), s = (center - from).dot(along) / (length * length);
  const Vector3 r = center - from - std::clamp(s, 0.0, 1.0) * along;
  const Vector3 left(-along[1] / length, along[0] / length, 0);
  const double height = left.dot(r), distance = r.norm();
  result.side = side != 0 ? side : (height >= 0 ? 1 : -1);
  const bool beside = s > 0 && s < 1;  // the foot lies inside the wall, not at an end
  if (beside || distance == 0) {
    result.normal = result.side * left;
    result.gap = result.side * height - a_.radius;
  } else {
    result.normal = r / distance;
    result.gap = distance - a_.radius;
  }
  result.point = center - (a_.radius + result.gap / 2) * result.normal;
}

bool CircleSegment::turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
                            NormalTurn& turn) const {
  const Vector3 along = b.direction(b_.to - b_.from);
  const double s = (a.position(a_.at) - b.position(b_.from)).dot(along) / along.squaredNorm();
  const bool beside = s > 0 && s < 1;
  const double distance = at.gap + a_.radius;  // from an end
  turn = {a_.radius, beside ? 0 : 1 / distance};
  return beside || distance > 0;
}

GapCurvature CircleSegment::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double reach = std::max(b_.from.norm(), b_.to.norm());
  const double acceleration = relative_acceleration(a, a_.at.norm(), b, distance + reach);
  const double speed = point_speed(a, a_.at.norm()) + b.speed + b.spin * (distance + reach);
  return {acceleration, acceleration + speed * speed / (0.5 * a_.radius)};
}

}  // namespace perilune
