#pragma once

#include <array>

#include "engine/model/field.h"
#include "engine/model/jet_equations.h"
#include "engine/model/joint.h"

namespace perilune {

// Prescribed motion of a body, coordinate or joint: Φ = q − p(t), γ = p̈. ṗ and p̈ are derived from the user's p.
// The value has one number for each coordinate: {x, y, angle} for a planar body, {x, y} for a particle, one number
// for a scalar coordinate and for a joint (its angle or displacement from the start).
// Channels: the force with which it drives, fx fy moment, or effort of a coordinate or joint (on the second body).
struct Drive final : Joint, JetEquations {
  std::optional<BodyPointer> body, coordinate;
  std::optional<JointPointer> joint;
  Quantity value;

  static std::vector<Field<Drive>> fields() {
    return {{"body", "", "the body whose motion is prescribed (or coordinate, joint)", &Drive::body},
            {"coordinate", "", "the scalar coordinate whose motion is prescribed (or body, joint)",
             &Drive::coordinate},
            {"joint", "", "the joint whose angle or displacement is prescribed (or body, coordinate)",
             &Drive::joint},
            {"value", "m, rad", "function(t) returning { x, y, angle }; one number for a coordinate or joint",
             &Drive::value}};
  }
  void prepare();  // InputError: what it drives is missing or has no coordinates

  const char* kind() const override { return "drive"; }
  bool sets_velocity() const override { return true; }
  int equations() const override { return joint ? 1 : driven().coordinates(); }
  std::vector<BodyPointer> bodies() const override {
    if (joint) return (*joint)->bodies();
    return {body ? *body : *coordinate};
  }
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  void evaluate_over(const StepMotion& step, ConstraintRows mean, ConstraintRows end) const override;
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override;
  std::vector<ChannelInfo> channels() const override;
  double channel(int index, const Motion& motion, const double* lambda) const override;

 private:
  void check_choice() const;
  void bind(int size);
  std::array<Taylor, 12> value_at(double t) const;  // p and its derivatives
  const Body& driven() const { return body ? **body : **coordinate; }
  VectorX constant_;
  FunctionPointer function_;
};

}  // namespace perilune
