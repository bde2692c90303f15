#include "engine/forces/spatial_torque.h"

#include "engine/bodies/angle_coordinate.h"
#include "engine/joints/angle_binding.h"
#include "engine/model/error.h"

namespace perilune {

std::vector<BodyPointer> SpatialTorque::bodies() const {
  if (on) return {*on};
  std::vector<BodyPointer> list = {(*between)[0], (*between)[1]};
  if (angle_) list.push_back(angle_);
  return list;
}

std::vector<BodyPointer> SpatialTorque::own_bodies() const {
  if (!angle_) return {};
  return {angle_};
}

void SpatialTorque::prepare() {
  if (on.has_value() == between.has_value()) {
    throw InputError("", "", "needs either 'on' or 'between'",
                     "on = top, or between = { a, b }, axis = { 0, 0, 1 }");
  }
  if (axis && !(axis->norm() > 0)) {
    throw InputError("", "", "'axis' is {0, 0, 0}, a direction is needed", "axis = { 0, 0, 1 }");
  }
  if (between && !axis)
    throw InputError("", "", "between two bodies it needs an 'axis'", "axis = { 0, 0, 1 }");
  load_.bind(value, "value of the torque", axis ? 1 : 3, Dimension::spatial);
  const Body& body = *driven();
  if (!body.can_turn()) {
    throw InputError("", "", std::string(body.kind()) + " '" + body.name + "' does not turn",
                     "a torque needs a rigid body");
  }
  const bool is_classical = formulation == "classical_augmentation";
  if (on && (is_classical || formulation == "augmentation")) {
    throw InputError("", "", "formulation = \"" + formulation + "\" is of the angle between two bodies",
                     "between = { a, b }, axis = { 0, 0, 1 }");
  }
  if (!is_classical) return;
  const auto& [a, b] = *between;
  angle_ = std::make_shared<AngleCoordinate>(a, b, *axis);
  own_joints_ = {std::make_shared<AngleBinding>(a, b, angle_, *axis, AngleBinding::Augmentation::classical)};
}

void SpatialTorque::place(const Motion& start) {
  if (between) hinge_.place(start, (*between)[0], (*between)[1], *axis);
}

Vector3 SpatialTorque::torque(const Motion& motion) const {
  const Vector3 given = load_.at(motion, {driven(), Vector3::Zero()});
  if (!axis) return given;
  return given[0] * (between ? hinge_.axis(motion) : axis->normalized());
}

void SpatialTorque::add(const Motion& motion, Loads& loads) const {
  const Vector3 M = torque(motion);
  const auto apply = [&](const Body& body, const Vector3& moment) {
    loads.add_torque(body, moment);
    loads.supply(moment.dot(motion.of(body).spin));
  };
  apply(*driven(), M);
  if (between) apply(*(*between)[0], -M);
}

namespace {

// Σ dᵢ × (½ M × dᵢ): the moment of naive director forces where directors are not orthonormal.
Vector3 naive(const BodyMotion& body, const Vector3& M) {
  const Matrix3& D = body.directors;
  return 0.5 * (D.squaredNorm() * M - D * (D.transpose() * M));
}

}  // namespace

void SpatialTorque::add_over(const StepMotion& step, Loads& loads) const {
  if (angle_) {
    const double moment = load_.at(step.middle, {driven(), Vector3::Zero()})[0];
    loads.add_force(*angle_, Vector3::Zero(), moment * Vector3::UnitX());
    loads.supply(moment * step.middle.of(*angle_).v[0]);
    return;
  }
  Vector3 M = torque(step.middle);
  if (formulation == "augmentation")
    M = load_.at(step.middle, {driven(), Vector3::Zero()})[0] * hinge_.unit_moment(step);
  const bool is_naive = formulation == "naive";
  const auto apply = [&](const Body& body, const Vector3& moment) {
    const BodyMotion& middle = step.middle.of(body);
    const Vector3 acting = is_naive && middle.turns ? naive(middle, moment) : moment;
    loads.add_torque(body, acting);
    loads.supply(acting.dot(middle.spin));
  };
  apply(*driven(), M);
  if (between) apply(*(*between)[0], -M);
}

}  // namespace perilune
