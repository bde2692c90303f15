#pragma once

#include "engine/joints/joint_frame.h"
#include "engine/math/frame.h"
#include "engine/model/field.h"

namespace perilune {

// One equation of a joint between two frames (Betsch & Steinmann 2002): their places are P = φ + cᵢ dᵢ, their axes
// D₁, D₂, D₃ linear in the directors, so that each is at most quadratic in the coordinates.
struct JointEquation {
  enum class Kind {
    meet,   // (P_b − P_a)·eᵢ, world axes
    along,  // Dᵢᵃ·(P_b − P_a), minus what it is at the start
    angle,  // Dᵢᵃ·Dⱼᵇ
  };
  Kind kind;
  int i = 0, j = 0;
};
inline constexpr JointEquation meet(int i) { return {JointEquation::Kind::meet, i, 0}; }
inline constexpr JointEquation along(int i) { return {JointEquation::Kind::along, i, 0}; }
inline constexpr JointEquation right_angle(int i, int j) { return {JointEquation::Kind::angle, i, j}; }

// What joints between two bodies in space share: a place, `at` in the initial configuration or a point of each body, and
// two frames, equal at the start unless a kind turns one of them. D₁ is the joint's axis or normal. The force and moment on
// the second body, at its point and in world axes, are its channels.
class SpatialJoint : public Joint {
 public:
  PointPair between;
  std::optional<Point> at;

  std::vector<BodyPointer> bodies() const override { return {between[0].body, between[1].body}; }
  int equations() const override { return static_cast<int>(list_.size()); }
  void place(const Motion& start) override;
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  std::vector<ChannelInfo> channels() const override;
  double channel(int index, const Motion& motion, const double* lambda) const override;
  void prepare() const;  // InputError: one body twice; a scalar coordinate; a body that cannot turn

 protected:
  explicit SpatialJoint(std::vector<JointEquation> list) : list_(std::move(list)) {}

  template <class Kind>
  static Field<Kind> between_field() {
    return {"between", "", "two points, or two bodies with `at`",
            static_cast<PointPair Kind::*>(&SpatialJoint::between)};
  }
  template <class Kind>
  static Field<Kind> at_field() {
    return {"at", "m", "where the joint is at t = 0",
            static_cast<std::optional<Point> Kind::*>(&SpatialJoint::at)};
  }
  // The columns are D₁, D₂, D₃ at the start, in world axes, of the first and of the second body.
  virtual std::array<Matrix3, 2> frames() const { return {Matrix3::Identity(), Matrix3::Identity()}; }
  // "angle" or "displacement" where the joint has one to show, else "".
  virtual const char* coordinate_name() const { return ""; }

  const Body& body(int k) const { return *between[k].body; }
  Matrix3 frame(const Motion& motion, int k) const;  // Dᵃ or Dᵇ
  // c = D₁ᵃ·(P_b − P_a) as a row; γ as that of a constraint.
  void evaluate_displacement(const Motion& motion, ConstraintRows& rows, int row, double factor = 1) const;
  // The angle by which b is turned against a about D₁, in (−π, π]; exact while both have this axis.
  void evaluate_angle(const Motion& motion, ConstraintRows& rows, int row, double factor = 1) const;

 private:
  struct Ends;
  void evaluate_one(const JointEquation& equation, double at_start, const Ends& ends, ConstraintRows& rows,
                    int row) const;
  Vector3 reaction(bool moment, const Motion& motion, const double* lambda) const;

  std::vector<JointEquation> list_;
  std::vector<double> at_start_;      // of along: where it is at the start [m]
  std::array<Matrix3, 2> axes_{};     // D₁, D₂, D₃ in the bodies' frames
  double displacement_at_start_ = 0;  // [m]
};

// A joint that has an axis, given in world components at t = 0.
class AxisJoint : public SpatialJoint {
 public:
  Vector3 axis = Vector3::Constant(required_number);

 protected:
  using SpatialJoint::SpatialJoint;
  template <class Kind>
  static std::vector<Field<Kind>> axis_fields(const char* name, const char* meaning) {
    return {SpatialJoint::between_field<Kind>(),
            SpatialJoint::at_field<Kind>(),
            {name, "", meaning, static_cast<Vector3 Kind::*>(&AxisJoint::axis)}};
  }
  std::array<Matrix3, 2> frames() const override {
    const Matrix3 frame = frame_about(axis);
    return {frame, frame};
  }
};

}  // namespace perilune
