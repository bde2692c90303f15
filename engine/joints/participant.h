#pragma once

#include "engine/joints/joint_frame.h"
#include "engine/law/function.h"
#include "engine/model/constraint_rows.h"
#include "engine/model/jet_places.h"
#include "engine/model/model.h"

namespace perilune {

// One of those whom a user's constraint binds, as its function sees it: x, y of a point and the angle of its body, in space
// x, y, z and the directors d1, d2, d3; the position of a scalar coordinate. Functions of velocities also see their rates.
class Participant {
 public:
  explicit Participant(Point point, Dimension dimension = Dimension::planar)
      : point_(std::move(point)), dimension_(dimension) {}

  const Point& point() const { return point_; }
  const Body& body() const { return *point_.body; }
  // x, y[, angle], x, y, z[, directors] or position: the numbers that say where it is. Particles have neither.
  int positions() const;
  std::vector<RecordField> fields(bool with_velocities) const;
  // What the fields are now, each with its derivatives along the motion for q̈ = 0.
  void view(const Motion& motion, bool with_velocities, Taylor* fields) const;
  // What they are now, and nothing more.
  void look(const Motion& motion, bool with_velocities, double* fields) const;
  // The same on jets; false: it turns in space.
  bool view_on(const JetPlaces& places, bool with_velocities, Jet* fields) const;
  // The numbers that say how it moves: as many, but in space vx, vy, vz[, wx, wy, wz].
  int rates() const;
  // Adds to a row of Φ_q the part of this participant, wᵀ ∂(positions)/∂q, or wᵀ ∂(rates)/∂q̇.
  void add_to(const Motion& motion, JacobianRows& rows, int row, const double* w) const;
  void add_rates_to(const Motion& motion, JacobianRows& rows, int row, const double* w) const;

 private:
  bool has_frame() const;
  bool is_in_space() const { return dimension_ == Dimension::spatial && !body().is_scalar(); }
  std::vector<RecordField> fields_in_space(bool with_velocities) const;
  void view_in_space(const Motion& motion, bool with_velocities, Taylor* fields) const;
  void add_turning(const Motion& motion, JacobianRows& rows, int row, const Vector3& moment) const;
  void add_in_space(const Motion& motion, JacobianRows& rows, int row, const double* w) const;
  Point point_;
  Dimension dimension_;
};

}  // namespace perilune
