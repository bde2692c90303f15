#pragma once

#include <array>

#include "engine/model/field.h"
#include "engine/model/force.h"
#include "engine/model/measured_force.h"
#include "engine/model/model.h"

namespace perilune {

// A soft joint: springs and dampers along and about three axes that the first body carries. With P the points, equal frames
// D, E of the bodies at the start and r = P_b − P_a,
//     sᵢ = Dᵢ·r − that at the start,   w = ½ Σ Dᵢ × Eᵢ in components of the frames,
// the potential is ½ Σ kᵢ sᵢ² + ½ Σ κᵢ wᵢ². w is the axis of the second's turn times its sine, the turn itself while that is small;
// sᵢ and wᵢ are quadratic in the coordinates, so that energy_momentum has exact work without more ado.
struct Bushing final : Force, MeasuredForce {
  PointPair between;
  std::optional<Point> at;
  std::optional<Vector3> axis;
  Vector3 stiffness = Vector3::Constant(required_number);  // kᵢ [N/m]
  Vector3 damping = Vector3::Zero();                       // [N·s/m]
  Vector3 rotational_stiffness = Vector3::Zero();          // κᵢ [N·m/rad]
  Vector3 rotational_damping = Vector3::Zero();            // [N·m·s/rad]
  double stiffness_in_plane = 0, damping_in_plane = 0;     // of a planar one, about z

  static std::vector<Field<Bushing>> fields(Dimension dimension);
  // InputError: one body twice; what cannot turn; a negative number; a direction of no length.
  void prepare(Dimension dimension);
  std::vector<BodyPointer> bodies() const override { return {between[0].body, between[1].body}; }
  void place(const Motion& start) override;
  void add(const Motion& motion, Loads& loads) const override;
  void add_over(const StepMotion& step, Loads& loads) const override;
  // In the plane: the shifts along its two axes and the sine of the turn.
  int measures() const override { return 3; }
  bool measure_on(const JetPlaces& places, Jet* measures) const override;
  bool push_at(const Measures& at, Push& push) const override;
  double potential(const Motion& motion) const override;
  std::vector<ChannelInfo> channels() const override;
  double channel(int index, const Motion& motion) const override;

 private:
  struct Strain {
    Vector3 shift, turn;  // s [m], w [rad]
  };
  struct Geometry {
    Matrix3 a, b;             // D, E as columns
    Vector3 r;                // [m]
    Matrix3 turning() const;  // columns: ∂wᵢ by the turn of b against a
  };
  Geometry geometry(const Motion& motion) const;
  Strain strain(const Motion& motion) const;
  Strain rate(const Motion& motion) const;
  Strain stress(const Strain& strain,
                const Strain& rate) const;  // forces [N] and moments [N·m] on b, by axes
  void push(const Motion& motion, const Strain& stress, Loads& loads) const;
  double loss(const Strain& rate) const;  // [W]

  Dimension dimension_ = Dimension::spatial;
  std::array<Matrix3, 2> axes_{};  // the frames in the bodies'
  Vector3 at_start_ = Vector3::Zero();
};

}  // namespace perilune
