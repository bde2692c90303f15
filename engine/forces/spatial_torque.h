#pragma once

#include <optional>

#include "engine/forces/load.h"
#include "engine/joints/hinge_angle.h"
#include "engine/model/joint.h"

namespace perilune {

// A torque in space: on a body, along axes of the world, or between two bodies a, b: + on b, − on a, along an axis that a
// carries. How it enters coordinates that are directors matters only to methods that evaluate it where these are not
// orthonormal, as the middle of a step of energy_momentum: 'contravariant' (Sänger, Betsch & Hesch: Fᵢ = ½ M × dⁱ) keeps
// angular momentum there, 'naive' (Fᵢ = ½ M × dᵢ) does not, and 'augmentation' (their variable one, eq. 20 ff.) makes the
// work that of the angle, M Δγ, as well. 'classical_augmentation', for teaching, has the angle as a coordinate, NAME angle, that
// the torque acts on, bound to the bodies by an equation that has a second, wrong solution (AngleBinding).
struct SpatialTorque final : Force {
  std::optional<BodyPointer> on;
  std::optional<BodyPair> between;
  std::optional<Vector3> axis;
  Quantity value;  // [N·m]
  std::string formulation = "contravariant";

  static std::vector<Field<SpatialTorque>> fields() {
    using T = SpatialTorque;
    return {
        {"on", "", "the body (or between)", &T::on},
        {"between", "", "two bodies: + on the second, - on the first (or on)", &T::between},
        {"axis", "", "direction in the world at t = 0; between two bodies the first one carries it",
         &T::axis},
        {"value", "N m", "number or function(t, s) along the axis; without axis { mx, my, mz }", &T::value},
        Field<T>("formulation", "", "how directors take it up over a step of energy_momentum",
                 &T::formulation)
            .choose({"contravariant", "augmentation", "naive", "classical_augmentation"})};
  }
  std::vector<BodyPointer> bodies() const override;
  std::vector<BodyPointer> own_bodies() const override;
  std::vector<JointPointer> own_joints() const override { return own_joints_; }
  // InputError: neither or both of on, between; a body that cannot turn; no axis between two bodies; an augmentation
  // without two bodies.
  void prepare();
  void place(const Motion& start) override;
  void add(const Motion& motion, Loads& loads) const override;
  void add_over(const StepMotion& step, Loads& loads) const override;

 private:
  BodyPointer driven() const { return on ? *on : (*between)[1]; }
  Vector3 torque(const Motion& motion) const;  // on the driven body, world axes [N·m]
  LoadValue load_;
  HingeAngle hinge_;   // between two bodies
  BodyPointer angle_;  // of classical_augmentation
  std::vector<JointPointer> own_joints_;
};

}  // namespace perilune
