#pragma once

#include "engine/joints/coordinate_row.h"
#include "engine/model/field.h"

namespace perilune {

// The coordinates of two joints, angles or displacements, in a fixed ratio: Φ = c_b − i c_a, from the start. Angles are known
// up to whole turns, of which Φ takes those that make it least: where the ratio is p/q, a quotient of whole numbers as those of
// teeth, it is known up to 2π/q, and the wheels turn for ever. A rack is a prismatic joint, its ratio in m/rad.
struct SpatialGear final : Joint {
  JointPair between;
  double ratio = required_number;

  static std::vector<Field<SpatialGear>> fields() {
    return {{"between", "", "two joints that turn or slide", &SpatialGear::between},
            {"ratio", "-, m or 1/m", "coordinate of the second over that of the first", &SpatialGear::ratio}};
  }
  // InputError: one joint twice, a joint without a coordinate, a ratio of angles that is no quotient of teeth.
  void prepare();

  const char* kind() const override { return "gear"; }
  int equations() const override { return 1; }
  std::vector<BodyPointer> bodies() const override;
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  void evaluate_over(const StepMotion& step, ConstraintRows mean, ConstraintRows end) const override;
  std::vector<ChannelInfo> channels() const override { return {{"effort", "N m or N"}}; }
  double channel(int, const Motion&, const double* lambda) const override { return -lambda[0]; }

 private:
  void write(const CoordinateRow& first, const CoordinateRow& second, ConstraintRows& rows) const;
  double period_ = 0;  // within which Φ is known; 0: wholly
};

}  // namespace perilune
