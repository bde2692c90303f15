#pragma once

#include "engine/system/system.h"

namespace perilune {

// A mechanism near one position as equilibrium and linearization see it: contacts that overlap are pressed, the ways
// in which bodies can move (u, with q̇ = P u) are scaled by M^½ so that lengths are those of kinetic energy.
class Tangent {
 public:
  explicit Tangent(const Model& model);

  System& system() { return system_; }
  int freedoms() const { return system_.freedoms(); }
  const VectorX& scale() const { return scale_; }  // M^−½

  // Which contacts are pressed at y: those that overlap.
  void press(const Node& node);
  // By how much to move coordinates for central differences [m or rad].
  double difference(const Node& node) const;
  // Moved by dx along u, with du more velocity; not put back onto the constraints.
  Node moved(const Node& from, const VectorX& dx, const VectorX& du) const;
  // M^½ u.
  VectorX velocity(const Node& node) const { return rates(node, node.y).cwiseQuotient(scale_); }
  // M^½ u̇ under the constraints; leaves q̈ in node.dy.
  VectorX acceleration(Node& node);
  // Orthonormal basis of what Φ_q M^−½ leaves free, freedoms × degrees of freedom.
  MatrixX basis(const Node& node);
  // The same for positions and velocities together: the tangent space of Φ = 0, Φ̇ = 0 in [M^½ x; M^½ u].
  MatrixX state_basis(const Node& node);

 private:
  VectorX rates(const Node& node, const std::vector<double>& of) const;  // u, or u̇ where that is dy
  double least_penetration(const Node& node) const;  // of the pressed contacts [m]; ∞: none

  System system_;
  VectorX scale_;
};

// Orthonormal basis of the null space of a matrix of `columns` columns, relative cut √1e-8.
MatrixX null_space(const MatrixX& matrix, int columns);

}  // namespace perilune
