#include "engine/forces/load.h"

#include <array>
#include <cmath>

#include "engine/model/error.h"

namespace perilune {
namespace {

constexpr int view_size = 12;

// The numbers a user's load may look at, in the order of load_signature().
std::array<double, view_size> view(const Motion& motion, const Point& point, Dimension dimension) {
  const BodyMotion& body = motion.of(*point.body);
  const Vector3 x = body.position(point.local), v = body.velocity(point.local), w = body.spin;
  if (dimension == Dimension::spatial)
    return {motion.t, x[0], x[1], x[2], v[0], v[1], v[2], w[0], w[1], w[2], x[0], v[0]};
  const double angle = point.body->can_turn() ? motion.positions(*point.body)[2] : 0;
  return {motion.t, x[0], x[1], v[0], v[1], angle, w[2], x[0], v[0]};
}

std::vector<RecordField> viewed(Dimension dimension) {
  if (dimension == Dimension::planar)
    return {{"x"}, {"y"}, {"vx"}, {"vy"}, {"angle"}, {"angular_velocity"}, {"position"}, {"velocity"}};
  return {{"x"}, {"y"}, {"z"}, {"vx"}, {"vy"}, {"vz"}, {"wx"}, {"wy"}, {"wz"}, {"position"}, {"velocity"}};
}

Signature load_signature(const std::string& purpose, int components, Dimension dimension) {
  static const std::array<const char*, 3> names = {"fx", "fy", "fz"};
  Signature signature;
  signature.purpose = purpose;
  signature.arguments = {{"t", {}}, {"s", viewed(dimension)}};
  for (int i = 0; i < components; ++i)
    signature.results.push_back({components == 1 ? "value" : names.at(i), {}});
  signature.array_result = components > 1;
  return signature;
}

}  // namespace

void LoadValue::bind(const Quantity& value, const std::string& purpose, int components, Dimension dimension) {
  dimension_ = dimension;
  if (value.function) {
    function_ = value.function->bind(load_signature(purpose, components, dimension));
    return;
  }
  constant_ = *value.constant;
  if (constant_.size() == components) return;
  throw InputError(
      "", "",
      "'value' has " + std::to_string(constant_.size()) + " numbers, it needs " + std::to_string(components),
      components == 1   ? "value = 3.0"
      : components == 2 ? "value = { fx, fy }"
                        : "value = { fx, fy, fz }");
}

Vector3 LoadValue::at(const Motion& motion, const Point& point) const {
  Vector3 result = Vector3::Zero();
  if (!function_) {
    result.head(constant_.size()) = constant_;
    return result;
  }
  const auto inputs = view(motion, point, dimension_);
  function_->evaluate(inputs.data(), result.data());
  return result;
}

void PointForce::add(const Motion& motion, Loads& loads) const {
  Vector3 force = load_.at(motion, on);
  if (follower) force = motion.of(*on.body).direction(force);
  loads.add_force(on, force);
  loads.supply(force.dot(motion.velocity(on)));
}

std::vector<BodyPointer> Torque::bodies() const {
  if (on) return {*on};
  return {(*between)[0], (*between)[1]};
}

void Torque::prepare() {
  if (on.has_value() == between.has_value()) {
    throw InputError("", "", "needs either 'on' or 'between'", "on = crank, or between = { a, b }");
  }
  load_.bind(value, "value of the torque", 1);
  const Body& body = *driven();
  if (!body.can_turn()) {
    throw InputError("", "", std::string(body.kind()) + " '" + body.name + "' does not turn",
                     "a torque needs a rigid body");
  }
}

void Torque::add(const Motion& motion, Loads& loads) const {
  const BodyPointer& body = on ? *on : (*between)[1];
  const Vector3 torque(0, 0, load_.at(motion, {body, Vector3::Zero()})[0]);
  Vector3 spin = motion.of(*body).spin;
  loads.add_torque(*body, torque);
  if (between) {
    const Body& partner = *(*between)[0];
    loads.add_torque(partner, -torque);
    spin -= motion.of(partner).spin;
  }
  loads.supply(torque.dot(spin));
}

}  // namespace perilune
