#pragma once

#include "engine/joints/joint_frame.h"
#include "engine/model/field.h"
#include "engine/model/jet_equations.h"

namespace perilune {

// A disc rolls on a straight edge of another body without slipping. n out of the edge, τ = ẑ×n, d from the edge's place
// to the disc's centre:
//     Φ = n·d − R,   Ψ = τ·ḋ − ω_b n·d − R (ω_a − ω_b): the slip of the two surfaces.
// Channels, on the second body where they touch: fx, fy and their parts along n, τ.
struct Rolling final : Joint, JetEquations {
  Point center;                       // of the disc
  double radius = required_number;    // [m]
  Point place;                        // on the edge
  Vector3 normal = Vector3::UnitY();  // out of the edge, in its body's frame

  void prepare();  // InputError: one body twice; a disc that cannot turn

  const char* kind() const override { return "rolling"; }
  int equations() const override { return 2; }
  int velocity_equations() const override { return 1; }
  std::vector<BodyPointer> bodies() const override { return {center.body, place.body}; }
  void evaluate(const Motion& motion, ConstraintRows rows) const override;
  bool evaluate_on(const JetPlaces& places, Jet* equations) const override;
  std::vector<ChannelInfo> channels() const override {
    return {{"fx", "N"}, {"fy", "N"}, {"normal_force", "N"}, {"friction_force", "N"}};
  }
  double channel(int index, const Motion& motion, const double* lambda) const override;
};

}  // namespace perilune
