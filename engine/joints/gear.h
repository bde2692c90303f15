#pragma once

#include "engine/joints/joint_frame.h"
#include "engine/model/field.h"
#include "engine/model/jet_equations.h"

namespace perilune {

// The second turns `ratio` times as far as the first: Φ = (q_b − q_b₀) − i (q_a − q_a₀), angles of bodies or numbers
// of scalar coordinates. Wheels that mesh outside have i < 0. `moment` acts on the second: −λ.
struct Gear final : Joint, JetEquations {
  BodyPair between;
  double ratio = required_number;

  static std::vector<Field<Gear>> fields() {
    return {{"between", "", "two bodies that turn, or scalar coordinates", &Gear::between},
            {"ratio", "-", "angle of the second over that of the first", &Gear::ratio}};
  }
  void prepare() const;  // InputError: one twice; a body that cannot turn

  const char* kind() const override { return "gear"; }
  int equations() const override { return 1; }
  std::vector<BodyPointer> bodies() const override { return {between[0], between[1]}; }
  void place(const Motion& start) override { at_start_ = offset(start); }
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override {
    equations[0] = places.angle(*between[1]) - ratio * places.angle(*between[0]) - at_start_;
    return true;
  }
  std::vector<ChannelInfo> channels() const override { return {{"moment", "N m"}}; }
  double channel(int, const Motion&, const double* lambda) const override { return -lambda[0]; }

 private:
  double offset(const Motion& motion) const;
  double at_start_ = 0;
};

}  // namespace perilune
