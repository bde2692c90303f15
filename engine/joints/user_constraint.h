#pragma once

#include <memory>
#include <optional>

#include "engine/joints/user_equations.h"
#include "engine/model/field.h"
#include "engine/model/jet_equations.h"
#include "engine/model/joint.h"

namespace perilune {

// A user's own constraint: Φ(q, t) = 0 by `equations`, Ψ(q, v, t) = 0 by `velocity_equations`, or both. Channels: what
// it does to the second of `between` (to the only one): fx, fy at its point and the moment about it, world axes (in space fx
// fy fz, mx my mz); effort of a scalar coordinate.
struct UserConstraint final : Joint, JetEquations {
  Points between;
  std::optional<FunctionSourcePointer> equations_of_positions, equations_of_velocities;
  // Of a reusable kind: what it is called, and the parameters its functions get as p.
  std::string kind_name = "constraint";
  std::optional<JointParameters> parameters;
  Dimension dimension = Dimension::planar;

  static std::vector<Field<UserConstraint>> fields() {
    return {{"between", "", "whom it binds: points, bodies (their centres), scalar coordinates",
             &UserConstraint::between},
            {"equations", "", "function(a, b, t) returning { Φ₁, … }, 0 where it holds",
             &UserConstraint::equations_of_positions},
            {"velocity_equations", "",
             "function(a, b, t) returning { Ψ₁, … }: the same from a.vx, a.vy, a.angular_velocity (in space "
             "a.wx …), too",
             &UserConstraint::equations_of_velocities}};
  }
  void prepare();  // InputError: no equations; nobody who could move

  const char* kind() const override { return kind_name.c_str(); }
  int equations() const override { return sizes_[0] + sizes_[1]; }
  int velocity_equations() const override { return sizes_[1]; }
  std::vector<BodyPointer> bodies() const override;
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override;
  std::vector<ChannelInfo> channels() const override;
  double channel(int index, const Motion& motion, const double* lambda) const override;

 private:
  Participant participant(const Point& point) const { return Participant(point, dimension); }
  double load(int part, const Motion& motion, int number, const double* lambda) const;
  int second() const { return between.size() > 1 ? 1 : 0; }
  std::shared_ptr<UserEquations> parts_[2];  // of positions, of velocities; null: none
  int sizes_[2] = {0, 0};
};

}  // namespace perilune
