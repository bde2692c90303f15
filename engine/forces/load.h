#pragma once

#include "engine/model/field.h"
#include "engine/model/force.h"
#include "engine/model/measured_force.h"
#include "engine/model/model.h"

namespace perilune {

// A load whose components are constant or a user's function(t, s); s views the loaded point:
// .x .y .vx .vy [m, m/s], .angle .angular_velocity of its body, .position .velocity of a scalar coordinate; in space
// .x .y .z .vx .vy .vz and .wx .wy .wz [rad/s], world axes.
class LoadValue {
 public:
  // components: 1 for a torque or a scalar coordinate, 2 in the plane, 3 in space.
  void bind(const Quantity& value, const std::string& purpose, int components,
            Dimension dimension = Dimension::planar);
  Vector3 at(const Motion& motion, const Point& point) const;

  // What it looks at, on jets: x, y, z and the angle of the point's body. False: that turns in space.
  static constexpr int measures = 4;
  bool measure_on(const JetPlaces& places, const Point& point, Jet* measures) const;
  struct Slopes {
    Vector3 value = Vector3::Zero();
    Eigen::Matrix<double, 3, measures> by_place = Eigen::Matrix<double, 3, measures>::Zero();
    Eigen::Matrix<double, 3, measures> by_rate = Eigen::Matrix<double, 3, measures>::Zero();
  };
  // At measures that begin with these. False: a function without slopes.
  bool find_slopes(const MeasuredForce::Measures& at, Slopes& slopes) const;

 private:
  Dimension dimension_ = Dimension::planar;
  VectorX constant_;
  FunctionPointer function_;
};

// A force at a point: dead (world axes) or following its body.
struct PointForce final : Force, MeasuredForce {
  Point on;
  Quantity value;  // [N]
  bool follower = false;

  static std::vector<Field<PointForce>> fields() {
    return {
        {"on", "", "the point, or a scalar coordinate", &PointForce::on},
        {"value", "N", "{fx, fy} or function(t, s); one number on a scalar coordinate", &PointForce::value},
        {"follower", "", "true: the components turn with the body", &PointForce::follower}};
  }
  std::vector<BodyPointer> bodies() const override { return {on.body}; }
  void prepare(Dimension dimension = Dimension::planar) {
    const int size = dimension == Dimension::planar ? 2 : 3;
    load_.bind(value, "value of the force", on.body->is_scalar() ? 1 : size, dimension);
  }
  void add(const Motion& motion, Loads& loads) const override;
  int measures() const override { return LoadValue::measures; }
  bool measure_on(const JetPlaces& places, Jet* measures) const override;
  bool push_at(const Measures& at, Push& push) const override;

 private:
  LoadValue load_;
};

// A torque on a body, or between two bodies a, b: + on b, − on a.
struct Torque final : Force, MeasuredForce {
  std::optional<BodyPointer> on;
  std::optional<BodyPair> between;
  Quantity value;  // [N·m]

  static std::vector<Field<Torque>> fields() {
    return {{"on", "", "the body (or between)", &Torque::on},
            {"between", "", "two bodies: + on the second, - on the first (or on)", &Torque::between},
            {"value", "N m", "number or function(t, s)", &Torque::value}};
  }
  std::vector<BodyPointer> bodies() const override;
  void prepare();  // InputError: neither or both of on, between; a body that cannot turn
  void add(const Motion& motion, Loads& loads) const override;
  int measures() const override { return LoadValue::measures + 1; }  // and the angle of the other body
  bool measure_on(const JetPlaces& places, Jet* measures) const override;
  bool push_at(const Measures& at, Push& push) const override;

 private:
  BodyPointer driven() const { return on ? *on : (*between)[1]; }
  LoadValue load_;
};

}  // namespace perilune
