#pragma once

#include "engine/joints/joint_frame.h"
#include "engine/law/function.h"
#include "engine/model/constraint_rows.h"

namespace perilune {

// One of those whom a user's constraint binds, as its function sees it: x, y of a point and the angle of its body; the
// position of a scalar coordinate. Functions of velocities also see their rates.
class Participant {
 public:
  explicit Participant(Point point) : point_(std::move(point)) {}

  const Point& point() const { return point_; }
  const Body& body() const { return *point_.body; }
  // x, y[, angle] or position: the numbers that say where it is. Particles have no angle.
  int positions() const;
  std::vector<RecordField> fields(bool with_velocities) const;
  // What the fields are now, each with its derivatives along the motion for q̈ = 0.
  void view(const Motion& motion, bool with_velocities, Taylor* fields) const;
  // Adds to a row of Φ_q the part of this participant, wᵀ ∂(positions)/∂q.
  void add_to(const Motion& motion, JacobianRows& rows, int row, const double* w) const;

 private:
  bool has_angle() const;
  Point point_;
};

}  // namespace perilune
