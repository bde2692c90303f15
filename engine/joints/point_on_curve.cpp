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

// The closest place u moves with X such that h = c'(u)·(X − c(u)) stays 0: with e = X − c and s = −∂h/∂u, order by order
//     s u₁ = c'·X₁,   s u₂ = c'·(X₂ − ½ c" u₁²) + u₁ c"·(X₁ − c' u₁) + ½ u₁² c'''·e.
// The gradient of Φ is n(u): its coefficients give those of Φ and their slopes.
bool PointOnCurve::evaluate_on(const JetPlaces& places, Jet* equations) const {
  const JetVector d = places.point(between[1]) - places.point(between[0]);
  const std::array<Jet, 2> local = {dot(places.direction(first(), Vector3::UnitX()), d),
                                    dot(places.direction(first(), Vector3::UnitY()), d)};
  const auto coefficient = [&](std::size_t k) {
    return Vector3(local[0].term[k].value, local[1].term[k].value, 0);
  };
  const Vector3 x = coefficient(0), x1 = coefficient(1), x2 = coefficient(2);
  const Curve::Place c = path_->closest(x);
  Vector3 third;
  if (!path_->third_derivative(c.u, third)) return false;
  const Vector3 e = x - c.x;
  const double s = c.first.squaredNorm() - c.second.dot(e), u1 = c.first.dot(x1) / s;
  const double u2 = (c.first.dot(x2 - 0.5 * u1 * u1 * c.second) + u1 * c.second.dot(x1 - u1 * c.first) +
                     0.5 * u1 * u1 * third.dot(e)) /
                    s;
  const Vector3 turn = u1 * c.second, bend = u2 * c.second + 0.5 * u1 * u1 * third;  // of c'(u)
  const Jet tx = Jet::path(c.first[0], turn[0], bend[0]), ty = Jet::path(c.first[1], turn[1], bend[1]);
  const Jet length = sqrt(tx * tx + ty * ty);
  const std::array<Jet, 2> n = {Jet(0) - ty / length, tx / length};
  Jet distance(left_of(c.first).dot(e) - offset);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::array<double, 3> gradient = {n[i].value(), n[i].term[1].value, n[i].term[2].value};
    distance.term[1].value += gradient[0] * local[i].term[1].value;
    distance.term[2].value +=
        gradient[0] * local[i].term[2].value + 0.5 * gradient[1] * local[i].term[1].value;
    add_slopes(distance, gradient, local[i]);
  }
  equations[0] = distance;
  return true;
}

double PointOnCurve::channel(int index, const Motion& motion, const double* lambda) const {
  if (index == 2) return -lambda[0];
  return -lambda[0] * motion.of(first()).direction(left_of(closest(motion).first))[index];
}

}  // namespace perilune
