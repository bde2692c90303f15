#pragma once

#include "engine/joints/joint_frame.h"
#include "engine/model/field.h"
#include "engine/model/jet_equations.h"

namespace perilune {

// What the joints between two bodies of a planar model share: two points, or two bodies and one place `at` in the
// initial configuration, from which both points are derived. Reactions are those on the second body, at its point, in
// world axes; the catalogue's joints put them into their multipliers:
//     M q̈ + Φ_qᵀ λ = f.
class PlanarJoint : public Joint {
 public:
  PointPair between;
  std::optional<Point> at;

  std::vector<BodyPointer> bodies() const override { return {between[0].body, between[1].body}; }
  void place(const Motion& start) override {
    if (!at) return;
    for (Point& point : between) point = fixed_to(point.body, start, start.position(*at));
  }
  void prepare() const;  // InputError: one body twice; a scalar coordinate

 protected:
  // The fields all of them have.
  template <class Kind>
  static Field<Kind> between_field(const char* meaning) {
    return {"between", "", meaning, static_cast<PointPair Kind::*>(&PlanarJoint::between)};
  }
  template <class Kind>
  static Field<Kind> at_field(const char* meaning) {
    return {"at", "m", meaning, static_cast<std::optional<Point> Kind::*>(&PlanarJoint::at)};
  }
  // Rows 0 and 1: Φ = x_b − x_a, its two points are in one place.
  void coincide(const Motion& motion, ConstraintRows& rows) const;
  void coincide_on(const JetPlaces& places, Jet* equations) const;
  const Body& first() const { return *between[0].body; }
  const Body& second() const { return *between[1].body; }
};

// Where two bodies cannot turn against each other: the difference of their angles stays as it is at the start.
class RelativeAngle {
 public:
  void place(const Motion& start, const Body& a, const Body& b) { at_start_ = difference(start, a, b); }
  // Φ = θ_b − θ_a − (θ_b − θ_a)₀
  void evaluate(const Motion& motion, const Body& a, const Body& b, ConstraintRows& rows, int row) const;
  Jet on(const JetPlaces& places, const Body& a, const Body& b) const {
    return places.angle(b) - places.angle(a) - at_start_;
  }

 private:
  static double angle(const Motion& motion, const Body& body);
  static double difference(const Motion& motion, const Body& a, const Body& b) {
    return angle(motion, b) - angle(motion, a);
  }
  double at_start_ = 0;  // [rad]
};

}  // namespace perilune
