#pragma once

#include "engine/model/field.h"
#include "engine/model/joint.h"

namespace perilune {

// Prescribed motion of a body or coordinate: Φ = q − p(t), γ = p̈. ṗ and p̈ are derived from the user's p.
// The value has one number for each coordinate: {x, y, angle} for a planar body, {x, y} for a particle, one number
// for a scalar coordinate. Channels: the force with which it drives, fx fy moment, or effort of a coordinate.
struct Drive final : Joint {
  std::optional<BodyPointer> body, coordinate;
  Quantity value;

  static std::vector<Field<Drive>> fields() {
    return {
        {"body", "", "the body whose motion is prescribed (or coordinate)", &Drive::body},
        {"coordinate", "", "the scalar coordinate whose motion is prescribed (or body)", &Drive::coordinate},
        {"value", "m, rad", "function(t) returning { x, y, angle }; one number for a scalar coordinate",
         &Drive::value}};
  }
  void prepare();  // InputError: what it drives is missing or has no coordinates

  const char* kind() const override { return "drive"; }
  bool sets_velocity() const override { return true; }
  int equations() const override { return driven().coordinates(); }
  std::vector<BodyPointer> bodies() const override { return {body ? *body : *coordinate}; }
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  std::vector<ChannelInfo> channels() const override;
  double channel(int index, const Motion& motion, const double* lambda) const override;

 private:
  const Body& driven() const { return body ? **body : **coordinate; }
  VectorX constant_;
  FunctionPointer function_;
};

}  // namespace perilune
