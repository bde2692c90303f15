#include "engine/shapes/arc_pair.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/model/error.h"
#include "engine/shapes/bounds.h"

namespace perilune {

CircleArc::CircleArc(const Circle& a, const Arc& b)
    : a_(a),
      b_(b),
      from_(b.end(b.from)),
      to_(b.end(b.to)),
      smooth_within_(std::min(0.5 * (b.radius - a.radius), b.half_opening() - a.radius)) {
  if (smooth_within_ > 0) return;
  throw InputError(
      "", "",
      fmt::format("a circle of radius {} m does not fit into an arc of radius {} m, {} m wide at its ends",
                  a.radius, b.radius, 2 * b.half_opening()),
      "hole { radius = … } is a circle without an opening");
}

// Whether the place r, seen from the arc's centre in the body's frame, lies within its angles.
bool CircleArc::is_beside(const Vector3& r) const {
  const double angle = std::atan2(r[1], r[0]) - b_.from, turn = 2 * M_PI;
  return angle - turn * std::floor(angle / turn) < b_.to - b_.from;
}

void CircleArc::measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const {
  const Vector3 center = a.position(a_.at), local = local_position(b, center), r = local - b_.at;
  const double distance = r.norm();
  result.side = side != 0 ? side : (distance <= b_.radius ? 1 : -1);
  if (is_beside(r) || distance == 0) {
    const Vector3 outwards = distance > 0 ? Vector3(r / distance) : Vector3::UnitX();
    result.gap = result.side * (b_.radius - distance) - a_.radius;
    result.normal = b.direction(-result.side * outwards);
  } else {
    const Vector3 to_from = local - from_, to_to = local - to_;
    const Vector3& nearest = to_from.squaredNorm() <= to_to.squaredNorm() ? to_from : to_to;
    const double away = nearest.norm();
    result.gap = away - a_.radius;
    result.normal = away > 0 ? b.direction(nearest / away) : Vector3::UnitY();
  }
  result.point = center - (a_.radius + result.gap / 2) * result.normal;
}

// Seen from inside the disc goes round a hollow, from outside round a disc, at the ends round a corner.
bool CircleArc::turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
                        NormalTurn& turn) const {
  const Vector3 r = local_position(b, a.position(a_.at)) - b_.at;
  const double from_center = r.norm(), from_end = at.gap + a_.radius;
  turn = {a_.radius, is_beside(r) ? -at.side / from_center : 1 / from_end};
  return from_center > 0 && (is_beside(r) || from_end > 0);
}

// On the hollow side the distance from the wall bends with 1/d, d ≥ R − r − κ where the gap is below κ; its level
// loses ġ²/κ besides. Outside and at the ends distances bend upwards only.
GapCurvature CircleArc::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double offset = a_.at.norm();
  const double acceleration = relative_acceleration(a, offset, b, distance + b_.at.norm());
  const double speed = relative_speed(a, offset, b, distance + b_.at.norm());
  const double hollow = b_.radius - a_.radius - smooth_within_;
  const double bound = acceleration + speed * speed * (1 / hollow + 1 / smooth_within_);
  return {bound, bound};
}

}  // namespace perilune
