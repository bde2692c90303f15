#include "engine/shapes/hole_pairs.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/model/error.h"
#include "engine/shapes/bounds.h"

namespace perilune {
namespace {

Slot without_length(const Hole& hole) {
  Slot slot;
  slot.from = slot.to = hole.at, slot.radius = hole.radius;
  return slot;
}

void check_fit(double circle, double hole, const char* kind) {
  if (circle < hole) return;
  throw InputError(
      "", "",
      fmt::format("a circle of radius {} m does not fit into a {} of radius {} m", circle, kind, hole),
      "the radii must differ by the clearance");
}

}  // namespace

CircleSlot::CircleSlot(const Circle& a, const Slot& b) : a_(a), b_(b) {
  check_fit(a.radius, b.radius, "slot");
}
CircleSlot::CircleSlot(const Circle& a, const Hole& b) : a_(a), b_(without_length(b)) {
  check_fit(a.radius, b.radius, "hole");
}

void CircleSlot::measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const {
  const Vector3 center = a.position(a_.at), along = b.direction(b_.to - b_.from);
  Vector3 r = center - b.position(b_.from);
  const double square = along.squaredNorm();
  if (square > 0) {
    const double place = r.dot(along) / square;
    r -= (b_.is_endless ? place : std::clamp(place, 0.0, 1.0)) * along;
  }
  const double distance = r.norm();
  result.gap = b_.radius - a_.radius - distance;
  result.normal = distance > 0 ? Vector3(-r / distance) : Vector3::UnitY();  // in the middle: any will do
  result.point = center - (a_.radius + result.gap / 2) * result.normal;
}

// Beside the straight parts the normal stays; elsewhere it turns as the disc goes round the hollow.
bool CircleSlot::turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
                         NormalTurn& turn) const {
  const Vector3 along = b.direction(b_.to - b_.from);
  const double square = along.squaredNorm();
  const double place = square > 0 ? (a.position(a_.at) - b.position(b_.from)).dot(along) / square : 0;
  const bool beside = square > 0 && (b_.is_endless || (place > 0 && place < 1));
  const double distance = b_.radius - a_.radius - at.gap;
  turn = {a_.radius, beside ? 0 : -1 / distance};
  return distance > 0;
}

// d² has curvature at most 2 of the velocity's square: −ψ̈ ≤ (|ċ|² + d |c̈|)/ρ, d ≤ ρ where the gap is ≥ 0. Where
// it is ≤ 0 the gap is a concave function of c: it bends upwards by acceleration only.
GapCurvature CircleSlot::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double offset = a_.at.norm();
  const double acceleration = relative_acceleration(a, offset, b, distance);
  const double speed = relative_speed(a, offset, b, distance);
  return {acceleration + speed * speed / smooth_within(), acceleration};
}

}  // namespace perilune
