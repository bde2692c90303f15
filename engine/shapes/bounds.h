#pragma once

#include "engine/model/body.h"

namespace perilune {

// Bounds of the motion of a point fixed to a body at this offset from its reference point.
inline double point_speed(const MotionBound& body, double offset) { return body.speed + body.spin * offset; }
inline double point_acceleration(const MotionBound& body, double offset) {
  return body.acceleration + (body.spin_rate + body.spin * body.spin) * offset;
}

// |ẋ| of a point of body a seen from the frame of body b.
inline double relative_speed(const MotionBound& a, double offset, const MotionBound& b, double distance) {
  return point_speed(a, offset) + b.speed + b.spin * (distance + offset);
}

// |ẍ| of the same: relative, Coriolis, centrifugal and Euler parts.
inline double relative_acceleration(const MotionBound& a, double offset, const MotionBound& b,
                                    double distance) {
  const double speed = point_speed(a, offset) + b.speed;
  return point_acceleration(a, offset) + b.acceleration + 2 * b.spin * speed +
         (b.spin_rate + b.spin * b.spin) * (distance + offset);
}

// A place in the world seen from a body's frame.
inline Vector3 local_position(const BodyMotion& body, const Vector3& x) {
  return body.turns ? Vector3(body.directors.transpose() * (x - body.p)) : Vector3(x - body.p);
}
inline Vector3 local_direction(const BodyMotion& body, const Vector3& d) {
  return body.turns ? Vector3(body.directors.transpose() * d) : d;
}

}  // namespace perilune
