#include "engine/joints/rolling.h"

#include "engine/model/error.h"

namespace perilune {

void Rolling::prepare() {
  if (center.body == place.body) {
    throw InputError("", "", "both shapes belong to '" + center.body->name + "'",
                     "a disc rolls on another body");
  }
  if (!center.body->can_turn()) {
    throw InputError("", "",
                     "'" + center.body->name + "' is a " + center.body->kind() + ", which does not turn",
                     "a disc that rolls belongs to a model:body");
  }
  normal.normalize();
}

// ṅ = ω τ, τ̇ = −ω n with ω of the edge's body; all for q̈ = 0:
//     Φ̈ = n·d̈ + 2ω τ·ḋ − ω² n·d,   Ψ̇ = τ·d̈ − 2ω n·ḋ − ω² τ·d.
void Rolling::evaluate(const Motion& motion, ConstraintRows rows) const {
  const JointPoint a(motion, center), b(motion, place);
  const BodyMotion& edge = motion.of(*place.body);
  const Vector3 n = edge.direction(normal), tangent(-n[1], n[0], 0);
  const Vector3 d = a.x - b.x, rate = a.v - b.v, bias = a.bias - b.bias;
  const double w = edge.spin[2];
  rows.error[0] = n.dot(d) - radius;
  rows.gamma[0] = -(n.dot(bias) + 2 * w * tangent.dot(rate) - w * w * n.dot(d));
  rows.gamma[1] = -(tangent.dot(bias) - 2 * w * n.dot(rate) - w * w * tangent.dot(d));
  a.add_to(rows.jacobian, 0, n);
  b.add_to(rows.jacobian, 0, -n);
  a.add_to(rows.jacobian, 1, tangent);
  b.add_to(rows.jacobian, 1, -tangent);
  rows.jacobian(1, a.column + turning_coordinate(*center.body)) -= radius;
  const int angle = turning_coordinate(*place.body);
  if (angle < 0) return;
  rows.jacobian(0, b.column + angle) += tangent.dot(d);
  rows.jacobian(1, b.column + angle) += radius - n.dot(d);
}

bool Rolling::evaluate_on(const JetPlaces& places, Jet* equations) const {
  const JetVector n = places.direction(*place.body, normal);
  const JetVector tangent{{Jet(0) - n[1], n[0], Jet(0)}};
  const Jet height = dot(n, places.point(center) - places.point(place));
  const Jet spin = places.angular_velocity(*center.body), edge = places.angular_velocity(*place.body);
  equations[0] = height - radius;
  equations[1] =
      dot(tangent, places.velocity(center) - places.velocity(place)) - edge * height - radius * (spin - edge);
  return true;
}

double Rolling::channel(int index, const Motion& motion, const double* lambda) const {
  const Vector3 n = motion.of(*place.body).direction(normal), tangent(-n[1], n[0], 0);
  if (index < 2) return lambda[0] * n[index] + lambda[1] * tangent[index];
  return index == 2 ? -lambda[0] : lambda[1];
}

}  // namespace perilune
