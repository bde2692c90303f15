#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/constraint_rows.h"
#include "engine/model/force.h"

namespace perilune {

// Φ(q, t) = 0 between some bodies: joints, drives, users' constraints. The last velocity_equations() of them bind
// velocities only, Ψ(q, v, t) = 0: they write Φ = 0, Ψ_v as Φ_q, Ψ − Ψ_v v as Φ_t and −(Ψ_q v + Ψ_t) as γ, so that
// Φ_q v + Φ_t = Ψ and Φ_q q̈ = γ hold for all of them.
class Joint {
 public:
  virtual ~Joint() = default;

  std::string name;
  std::string origin;

  virtual const char* kind() const = 0;  // "revolute", "drive"
  virtual int equations() const = 0;
  virtual int velocity_equations() const { return 0; }
  virtual std::vector<BodyPointer> bodies() const = 0;
  // Whether it decides the initial velocities itself, so that none need be given (a drive).
  virtual bool sets_velocity() const { return false; }
  virtual void place(const Motion& start) { (void)start; }
  virtual void evaluate(const Motion& motion, ConstraintRows rows) const = 0;
  // Over a step, for methods that conserve energy: into `mean`, as Φ_q, a discrete derivative, whose product with the change of
  // positions is that of Φ (of what is quadratic, the derivative at the mean); into `end` what holds at the step's end.
  virtual void evaluate_over(const StepMotion& step, ConstraintRows mean, ConstraintRows end) const {
    evaluate(step.middle, mean);  // NOLINT: a view, as above
    evaluate(step.after, end);    // NOLINT
  }

  // The coordinate of the freedom the joint leaves, for drives: angle or displacement of the second body against the
  // first, 0 at the start. "" when it has none or more than one.
  virtual const char* coordinate_unit() const { return ""; }
  // Whether the coordinate is an angle known up to whole turns.
  virtual bool coordinate_wraps() const { return false; }
  // Writes the coordinate c(q) as if it were a constraint: its value, ∂c/∂q, and −(∂c/∂q v)_q v as γ.
  virtual void evaluate_coordinate(const Motion& motion,
                                   ConstraintRows rows) const {  // NOLINT: a view, as above
    (void)motion, (void)rows;
  }

  virtual std::vector<ChannelInfo> channels() const { return {}; }
  // lambda: the joint's multipliers, M q̈ + Φ_qᵀ λ = f.
  virtual double channel(int index, const Motion& motion, const double* lambda) const {
    (void)index, (void)motion, (void)lambda;
    return 0;
  }
};

using JointPointer = std::shared_ptr<Joint>;

}  // namespace perilune
