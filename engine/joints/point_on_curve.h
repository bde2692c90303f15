#pragma once

#include "engine/joints/curve.h"
#include "engine/joints/planar_joint.h"

namespace perilune {

// A point of the second body stays on a curve of the first (slot, cam), or at a distance from it (a roller):
//     Φ = n·(X − c(u)) − offset,   c'(u)·(X − c(u)) = 0,
// X the point in the first body's frame, n to the left of the curve where it is closest. That makes Φ the signed distance,
// whose derivatives are known without u: ∂Φ/∂X = n, ∂²Φ/∂X² = −κ/(1 − κd) t tᵀ. On the second body acts −λ n.
struct PointOnCurve final : PlanarJoint, JetEquations {
  std::optional<Vectors> points;               // [m] in the first body's frame, from its place
  std::optional<FunctionSourcePointer> curve;  // the same as function(u)
  std::optional<Vector3> range;                // u₀, u₁
  bool closed = false;
  double offset = 0;  // [m] of the point from the curve, to its left

  static std::vector<Field<PointOnCurve>> fields() {
    return {between_field<PointOnCurve>(
                "the body of the curve (or the place from which the curve is given), the point"),
            {"points", "m", "the curve: a spline through them", &PointOnCurve::points},
            {"curve", "m", "or function(u) returning { x, y }", &PointOnCurve::curve},
            {"range", "-", "{ u0, u1 } of the function", &PointOnCurve::range},
            {"closed", "", "whether the curve ends where it begins", &PointOnCurve::closed},
            {"offset", "m", "distance of the point from the curve, > 0 to its left", &PointOnCurve::offset}};
  }
  void prepare();  // InputError: not one curve; no smooth curve

  const char* kind() const override { return "point_on_curve"; }
  int equations() const override { return 1; }
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override;
  std::vector<ChannelInfo> channels() const override { return {{"fx", "N"}, {"fy", "N"}, {"force", "N"}}; }
  double channel(int index, const Motion& motion, const double* lambda) const override;

 private:
  Curve::Place closest(const Motion& motion) const;
  CurvePointer path_;
};

}  // namespace perilune
