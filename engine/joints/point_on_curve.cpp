#include "engine/joints/point_on_curve.h"

#include "engine/model/error.h"

namespace perilune {
namespace {

Vector3 left_of(const Vector3& direction) { return Vector3(-direction[1], direction[0], 0).normalized(); }

Vector3 to_local(const BodyMotion& frame, const Vector3& direction) {
  return frame.turns ? Vector3(frame.directors.transpose() * direction) : direction;
}

}  // namespace

void PointOnCurve::prepare() {
  PlanarJoint::prepare();
  if (points.has_value() == curve.has_value()) {
    throw InputError("", "", "needs either 'points' or 'curve'",
                     "points = { { 0, 0 }, { 0.1, 0.02 }, … }, or curve = function(u) return { … } end");
  }
  if (points) {
    if (range) throw InputError("", "", "'range' belongs to 'curve', the points have none");
    path_ = make_curve(*points, closed);
    return;
  }
  if (!range) {
    throw InputError("", "", "'range' is missing: { u0, u1 } of the function", "range = { 0, 2 * math.pi }");
  }
  if (!((*range)[0] < (*range)[1])) {
    throw InputError("", "", "range must rise: its first number is the smaller one");
  }
  path_ = make_curve(**curve, (*range)[0], (*range)[1], closed);
}

Curve::Place PointOnCurve::closest(const Motion& motion) const {
  const Vector3 d = motion.position(between[1]) - motion.position(between[0]);
  return path_->closest(to_local(motion.of(first()), d));
}

// With d = x_b − x_a and ω of the first body, in its frame but world axes: X' = ḋ − ω ẑ×d, X'' = d̈ − 2ω ẑ×X' + ω² d;
// Φ̈ = n·X'' − κ/(1 − κd) (t·X')².
void PointOnCurve::evaluate(const Motion& motion, ConstraintRows rows) const {
  const JointPoint a(motion, between[0]), b(motion, between[1]);
  const BodyMotion& frame = motion.of(first());
  const double w = frame.spin[2];
  const Vector3 d = b.x - a.x, turned(-d[1], d[0], 0);
  const Vector3 rate = b.v - a.v - w * turned, turned_rate(-rate[1], rate[0], 0);
  const Vector3 bias = b.bias - a.bias - 2 * w * turned_rate + w * w * d;

  const Vector3 local = to_local(frame, d);
  const Curve::Place place = path_->closest(local);
  const Vector3 left = left_of(place.first), n = frame.direction(left);
  const Vector3 t = frame.direction(place.first.normalized());
  const double distance = left.dot(local - place.x);
  const double curvature = place.second.dot(left) / place.first.squaredNorm(), along = t.dot(rate);
  rows.error[0] = distance - offset;
  rows.gamma[0] = -(n.dot(bias) - curvature / (1 - curvature * distance) * along * along);
  b.add_to(rows.jacobian, 0, n);
  a.add_to(rows.jacobian, 0, -n);
  const int angle = turning_coordinate(first());
  if (angle >= 0) rows.jacobian(0, a.column + angle) -= n.dot(turned);
}

double PointOnCurve::channel(int index, const Motion& motion, const double* lambda) const {
  if (index == 2) return -lambda[0];
  return -lambda[0] * motion.of(first()).direction(left_of(closest(motion).first))[index];
}

}  // namespace perilune
