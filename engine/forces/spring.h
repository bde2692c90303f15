#pragma once

#include "engine/forces/point_line.h"
#include "engine/model/field.h"
#include "engine/model/force.h"
#include "engine/model/measured_force.h"

namespace perilune {

// Linear spring and damper along the line between two points,
//     F = k (l − l₀) + c l̇,   pulling the points together when F > 0.
// Between scalar coordinates a, b the "length" is q_b − q_a, signed. Coincident points have no line: no force.
struct Spring final : Force, MeasuredForce {
  PointPair between;
  double stiffness = required_number;  // k [N/m]
  double damping = 0;                  // c [N·s/m]
  std::optional<double> free_length;   // l₀ [m]

  static std::vector<Field<Spring>> fields() {
    return {{"between", "", "two points, or two scalar coordinates", &Spring::between},
            {"stiffness", "N/m", "force per length", &Spring::stiffness, at_least(0)},
            {"damping", "N s/m", "force per rate of length", &Spring::damping, at_least(0)},
            {"free_length", "m", "without force; default: the initial distance, 0 between scalar coordinates",
             &Spring::free_length}};
  }

  std::vector<BodyPointer> bodies() const override { return {between[0].body, between[1].body}; }
  void place(const Motion& start) override;
  void add(const Motion& motion, Loads& loads) const override;
  void add_over(const StepMotion& step, Loads& loads) const override;
  int measures() const override { return 1; }
  bool measure_on(const JetPlaces& places, Jet* length) const override;
  bool push_at(const Measures& at, Push& push) const override;
  double potential(const Motion& motion) const override;
  std::vector<ChannelInfo> channels() const override;
  double channel(int index, const Motion& motion) const override;

  void check() const;  // InputError: one end scalar, the other a point in the plane

 private:
  double force(const PointLine& line) const {
    return stiffness * (line.length - rest_) + damping * line.rate;
  }

  double rest_ = 0;  // l₀ in force [m]
};

}  // namespace perilune
