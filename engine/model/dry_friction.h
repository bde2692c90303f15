#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/body.h"
#include "engine/model/joint.h"
#include "engine/model/motion.h"

namespace perilune {

// What the magnitude of a dry friction may look at.
struct SlipState {
  double t = 0;             // [s]
  double displacement = 0;  // [m] or [rad]
  double slip_speed = 0;    // [m/s] or [rad/s] ≥ 0
  double load = 0;          // [N] ≥ 0, with which the reaction of a joint presses its surfaces
};

// Set-valued friction along one direction w(q), slip velocity s = wᵀv:
//     |T| ≤ limit while s = 0,   T = −sign(s) kinetic while s ≠ 0,   generalised force w T.
class DryFriction {
 public:
  virtual ~DryFriction() = default;

  std::string name;
  std::string origin;
  // As Oprea (2013) has it, fig. 2: transitions are noticed at the ends of steps instead of being located, modes are
  // guessed by clamping; and stick forces by his eq. 17, without the inverse mass.
  bool by_flowchart = false, is_plain = false;

  virtual std::vector<BodyPointer> bodies() const = 0;
  virtual void place(const Motion& start) = 0;
  // The displacement as if it were a constraint: its value, ∂/∂q = wᵀ, and −ẇᵀv as γ.
  virtual void evaluate_displacement(const Motion& motion,
                                     ConstraintRows rows) const = 0;  // NOLINT: a view, as in Joint
  // The joint whose reaction loads it; nullptr: its magnitudes are functions of the state alone.
  virtual const Joint* loaded_by() const { return nullptr; }
  virtual double limit(const SlipState& c) const = 0;    // [N] or [N·m] ≥ 0
  virtual double kinetic(const SlipState& c) const = 0;  // [N] or [N·m] ≥ 0
};

using DryFrictionPointer = std::shared_ptr<DryFriction>;

}  // namespace perilune
