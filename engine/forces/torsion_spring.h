#pragma once

#include "engine/joints/hinge_angle.h"
#include "engine/model/field.h"
#include "engine/model/force.h"
#include "engine/model/measured_force.h"
#include "engine/model/model.h"

namespace perilune {

// Spring and damper of the angle between two bodies a, b that share an axis (a hinge): the moment on b is −k (γ − γ₀) − c γ̇. In
// space the angle is counted within half a turn from that at the start.
struct TorsionSpring final : Force, MeasuredForce {
  BodyPair between;
  std::optional<Vector3> axis;
  double stiffness = required_number;  // k [N·m/rad]
  double damping = 0;                  // c [N·m·s/rad]
  double free_angle = 0;               // γ₀ [rad]

  static std::vector<Field<TorsionSpring>> fields(Dimension dimension) {
    using T = TorsionSpring;
    std::vector<Field<T>> list = {
        {"between", "", "two bodies, of which the first carries the axis", &T::between},
        {"stiffness", "N m/rad", "moment per angle", &T::stiffness, at_least(0)},
        {"damping", "N m s/rad", "moment per rate of the angle", &T::damping, at_least(0)},
        {"free_angle", "rad", "without moment, of the second body against the first since the start",
         &T::free_angle}};
    if (dimension == Dimension::spatial) list.push_back({"axis", "", "in the world at t = 0", &T::axis});
    return list;
  }
  std::vector<BodyPointer> bodies() const override { return {between[0], between[1]}; }
  void prepare(Dimension dimension) const;  // InputError: one body twice; no axis; bodies that do not turn
  void place(const Motion& start) override;
  void add(const Motion& motion, Loads& loads) const override;
  void add_over(const StepMotion& step, Loads& loads) const override;
  int measures() const override { return 1; }
  bool measure_on(const JetPlaces& places, Jet* angle) const override;  // in the plane, but for a constant
  bool push_at(const Measures& at, Push& push) const override;
  double potential(const Motion& motion) const override;
  std::vector<ChannelInfo> channels() const override { return {{"angle", "rad"}, {"moment", "N m"}}; }
  double channel(int index, const Motion& motion) const override;

 private:
  double moment(const Motion& motion) const;
  HingeAngle hinge_;
};

}  // namespace perilune
