#pragma once

#include <array>

#include "engine/model/motion.h"

namespace perilune {

// The angle by which one body is turned against another about an axis that the first carries: 0 at the start, in space known up
// to whole turns, in (−π, π].
class HingeAngle {
 public:
  // axis: in the world at the start; in the plane z.
  void place(const Motion& start, BodyPointer a, BodyPointer b, const Vector3& axis);
  double angle(const Motion& motion) const;      // [rad]
  double rate(const Motion& motion) const;       // [rad/s]
  double at_start() const { return at_start_; }  // of planar bodies: difference of their angles [rad]
  Vector3 axis(const Motion& motion) const { return frame(motion, 0).col(0); }
  double change(const StepMotion& step) const;  // of the angle over a step, less than half a turn
  // What a unit moment about the axis is over a step, on b and against a: its work is exactly the change of the angle.
  Vector3 unit_moment(const StepMotion& step) const;
  Matrix3 frame(const Motion& motion, int k) const;  // the axis and two more, as body k carries them

 private:
  std::array<BodyPointer, 2> bodies_;
  std::array<Matrix3, 2> axes_{};  // the axis and two more, in the frames of the bodies
  double at_start_ = 0;            // [rad], of planar bodies, whose angles are numbers
};

}  // namespace perilune
