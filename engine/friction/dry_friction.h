#pragma once

#include "engine/joints/prismatic.h"
#include "engine/model/dry_friction.h"
#include "engine/model/field.h"

namespace perilune {

// A magnitude that is constant or a user's function(c) of c.t, c.displacement and c.slip_speed.
class FrictionMagnitude {
 public:
  // purpose: "limit of dry_friction". InputError: not one number ≥ 0.
  void bind(const Quantity& value, const std::string& field);
  bool is_set() const { return function_ || constant_ >= 0; }
  double at(const SlipState& c) const;  // FunctionError: a user's function returns less than 0

 private:
  double constant_ = -1;
  FunctionPointer function_;
};

// Set-valued friction between scalar coordinates, along an axis between two bodies, or in the freedom of a joint. Slip is
// that of a past b; of a joint, of the second body past the first. In a joint the limit may be μ|F| of its reaction, in a
// revolute μ r |F|, r the radius of the journal; the moment of a guide is carried without friction.
class PlanarDryFriction final : public DryFriction {
 public:
  std::optional<PointPair> between;
  std::optional<JointPointer> joint;
  std::optional<Vector3> axis;
  std::optional<Quantity> limit_value;        // [N]
  std::optional<Quantity> kinetic_value;      // [N] none: the limit
  std::optional<double> coefficient, radius;  // [-], [m]: of the reaction of the joint
  std::string stick = "events", inverse = "mass_weighted";

  static std::vector<Field<PlanarDryFriction>> fields();
  void prepare();  // InputError: between and joint; no axis; a joint without one coordinate

  std::vector<BodyPointer> bodies() const override;
  void place(const Motion& start) override;
  void evaluate_displacement(const Motion& motion, ConstraintRows rows) const override;
  const Joint* loaded_by() const override { return coefficient ? joint->get() : nullptr; }
  double limit(const SlipState& c) const override {
    return coefficient ? *coefficient * radius.value_or(1) * c.load : limit_.at(c);
  }
  double kinetic(const SlipState& c) const override { return kinetic_.is_set() ? kinetic_.at(c) : limit(c); }

 private:
  void prepare_axis();
  void prepare_magnitude();
  bool is_scalar() const;
  FrictionMagnitude limit_, kinetic_;
  Prismatic guide_;  // its coordinate is the displacement along an axis
};

// model:dry_friction {…}.
const std::vector<CatalogEntry<DryFrictionPointer>>& dry_friction_catalog();

}  // namespace perilune
