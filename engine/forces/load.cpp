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

Lever::LoadSlopes LoadValue::slopes(const Motion& motion, const Point& point) const {
  Lever::LoadSlopes slopes = Lever::LoadSlopes::Zero();
  if (!function_) return slopes;
  const auto inputs = view(motion, point, dimension_);
  const int results = function_->signature().outputs();
  // t, then x, y, vx, vy, angle, angular velocity, and of scalar coordinates the first and third again
  static constexpr std::array<int, 9> place = {-1, 0, 1, 3, 4, 2, 5, 0, 3};
  std::array<double, 2 * (1 + place.size())> columns{};
  function_->evaluate_with_slopes(inputs.data(), static_cast<int>(place.size()), columns.data());
  for (std::size_t i = 1; i < place.size(); ++i)
    for (int k = 0; k < results; ++k)
      slopes(k, place[i]) +=
          columns[(1 + i) * static_cast<std::size_t>(results) + static_cast<std::size_t>(k)];
  return slopes;
}

// Q = B F(u), with a follower F = D f(u), which turns with its body: ∂F/∂θ = ẑ × F.
bool PointForce::add_slopes(const Motion& motion, Slopes& slopes) const {
  if (!load_.is_planar()) return false;
  const Lever lever(motion, on);
  Lever::LoadSlopes load = load_.slopes(motion, on);
  Vector3 force = load_.at(motion, on);
  if (follower) {
    const BodyMotion& of = motion.of(*on.body);
    force = of.direction(force), load = of.directors * load;
    const bool turns = on.body->can_turn();
    if (turns) load.col(2) += Vector3(-force[1], force[0], 0);
  }
  lever.add_turning(force, slopes);
  lever.add(load, lever, slopes);
  return true;
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

bool Torque::add_slopes(const Motion& motion, Slopes& slopes) const {
  const Lever lever(motion, Point{driven()});
  const Lever::LoadSlopes value = load_.slopes(motion, Point{driven()});
  Lever::LoadSlopes moment = Lever::LoadSlopes::Zero();
  moment.row(2) = value.row(0);
  lever.add(moment, lever, slopes);
  if (between) Lever(motion, Point{(*between)[0]}).add(-moment, lever, slopes);
  return true;
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
