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

// Which of a load's measures, and its rate, stand where in the view.
struct Viewed {
  int measure, place, rate;
};
constexpr int angle_measure = 3;
constexpr std::array<Viewed, 4> viewed_in_plane = {{{0, 1, 3}, {1, 2, 4}, {angle_measure, 5, 6}, {0, 7, 8}}};
constexpr std::array<Viewed, 4> viewed_in_space = {{{0, 1, 4}, {1, 2, 5}, {2, 3, 6}, {0, 10, 11}}};

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

bool LoadValue::measure_on(const JetPlaces& places, const Point& point, Jet* measures) const {
  if (dimension_ == Dimension::spatial && point.body->can_turn()) return false;
  const JetVector x = places.point(point);
  for (int i = 0; i < 3; ++i) measures[i] = x[i];
  measures[angle_measure] = point.body->can_turn() ? places.angle(*point.body) : Jet(0);
  return true;
}

bool LoadValue::find_slopes(const MeasuredForce::Measures& at, Slopes& slopes) const {
  slopes = {};
  if (!function_) {
    slopes.value.head(constant_.size()) = constant_;
    return true;
  }
  const bool is_planar = dimension_ == Dimension::planar;
  const auto &x = at.place, &v = at.rate;
  const std::array<double, view_size> inputs =
      is_planar
          ? std::array<double, view_size>{at.t, x[0], x[1], v[0], v[1], x[angle_measure], v[angle_measure],
                                          x[0], v[0]}
          : std::array<double, view_size>{at.t, x[0], x[1], x[2], v[0], v[1], v[2], 0, 0, 0, x[0], v[0]};
  const int count = function_->signature().inputs(), size = function_->signature().outputs();
  std::array<double, 3 * (1 + view_size)> outputs;
  if (!perilune::find_slopes(*function_, inputs.data(), count, outputs.data())) return false;
  const auto add = [&](auto& by, int measure, int input) {
    for (int i = 0; i < size; ++i) by(i, measure) += outputs[(1 + input) * size + i];
  };
  for (int i = 0; i < size; ++i) slopes.value[i] = outputs[i];
  for (const Viewed& number : is_planar ? viewed_in_plane : viewed_in_space) {
    add(slopes.by_place, number.measure, number.place);
    add(slopes.by_rate, number.measure, number.rate);
  }
  return true;
}

void PointForce::add(const Motion& motion, Loads& loads) const {
  Vector3 force = load_.at(motion, on);
  if (follower) force = motion.of(*on.body).direction(force);
  loads.add_force(on, force);
  loads.supply(force.dot(motion.velocity(on)));
}

bool PointForce::measure_on(const JetPlaces& places, Jet* measures) const {
  return load_.measure_on(places, on, measures);
}

// What follows the body is R f, ∂(R f)/∂θ = ẑ × R f.
bool PointForce::push_at(const Measures& at, Push& push) const {
  LoadValue::Slopes load;
  if (!load_.find_slopes(at, load)) return false;
  if (follower && on.body->can_turn()) {
    const Eigen::Matrix3d turn(Eigen::AngleAxisd(at.place[angle_measure], Vector3::UnitZ()));
    load.value = turn * load.value, load.by_place = turn * load.by_place, load.by_rate = turn * load.by_rate;
    load.by_place.col(angle_measure) += Vector3::UnitZ().cross(load.value);
  }
  push.force.head<3>() = load.value;
  push.by_place.topRows<3>() = load.by_place, push.by_rate.topRows<3>() = load.by_rate;
  return true;
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

bool Torque::measure_on(const JetPlaces& places, Jet* measures) const {
  if (!load_.measure_on(places, {driven(), Vector3::Zero()}, measures)) return false;
  measures[LoadValue::measures] = between ? places.angle(*(*between)[0]) : Jet(0);
  return true;
}

bool Torque::push_at(const Measures& at, Push& push) const {
  LoadValue::Slopes load;
  if (!load_.find_slopes(at, load)) return false;
  const auto act = [&](int measure, double sign) {
    push.force[measure] = sign * load.value[0];
    push.by_place.row(measure).head<LoadValue::measures>() = sign * load.by_place.row(0);
    push.by_rate.row(measure).head<LoadValue::measures>() = sign * load.by_rate.row(0);
  };
  act(angle_measure, 1);
  if (between) act(LoadValue::measures, -1);
  return true;
}

}  // namespace perilune
