#pragma once

#include "engine/joints/spatial/spatial_joint.h"

namespace perilune {

// A cylindrical joint that moves on by `pitch` with every turn: u = p γ/2π. The angle is known up to whole turns, of which
// the displacement says how many: Φ = u − p γ/2π, reduced to half a pitch.
struct Screw final : AxisJoint {
  double pitch = required_number;

  Screw() : AxisJoint({along(1), along(2), right_angle(0, 1), right_angle(0, 2)}) {}
  static std::vector<Field<Screw>> fields() {
    std::vector<Field<Screw>> list = axis_fields<Screw>("axis", "of the thread, in the world at t = 0");
    list.push_back(
        {"pitch", "m", "displacement of the second body with a turn, right-handed > 0", &Screw::pitch});
    return list;
  }
  const char* kind() const override { return "screw"; }
  int equations() const override { return 5; }
  const char* coordinate_unit() const override { return "m"; }
  const char* coordinate_name() const override { return "displacement"; }
  void prepare() const;  // InputError: no pitch
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  void evaluate_coordinate(const Motion& motion, ConstraintRows rows) const override {
    rows.error[0] = rows.gamma[0] = 0;
    evaluate_displacement(motion, rows, 0);
  }
  // The thread pushes along the axis and turns about it.
  double channel(int index, const Motion& motion, const double* lambda) const override;
};

}  // namespace perilune
