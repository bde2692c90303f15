#pragma once

#include <vector>

#include "engine/model/constraint_rows.h"
#include "engine/system/stick_solver.h"

namespace perilune {

// One set-valued friction at one instant: generalised force w T, slip velocity s = wᵀv, ṡ = wᵀq̈ + bias.
struct SlipRow {
  int contact = -1, friction = -1;  // whose: number of a contact, or of a dry friction
  std::vector<int> columns;         // of q that it acts on
  std::vector<double> weights;      // w there
  double displacement = 0;          // [m]
  double slip = 0;                  // s [m/s]
  double stick_speed = 0;           // [m/s] a falling slip is over there
  double bias = 0;                  // [m/s²]
  double limit = 0, kinetic = 0;    // [N]
  double force = 0;                 // T [N]

  template <class Vector>
  double along(const Vector& x) const {  // wᵀx
    double sum = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) sum += weights[k] * x[columns[k]];
    return sum;
  }
  template <class Vector>
  void add_to(Vector& f, double size) const {  // f += w size
    for (std::size_t k = 0; k < columns.size(); ++k) f[columns[k]] += weights[k] * size;
  }
};

// What a right-hand side leaves behind of all set-valued frictions, and its workspace.
struct StickSlip {
  std::vector<SlipRow> rows;  // contacts' in their order, then dry frictions'; the first `count` are in use
  int count = 0;
  std::vector<int> sticking;  // of them
  MatrixX responses;          // M̂⁻¹ W, by sticking row
  MatrixX matrix;             // A = Wᵀ M̂⁻¹ W
  VectorX free, limits;       // slip accelerations without stick forces; what they may become
  VectorX force;              // T
  VectorX acceleration;       // q̈ without stick forces
  Semidefinite inverse;
  StickSolver solver;

  SlipRow& append() {
    if (count == static_cast<int>(rows.size())) rows.emplace_back();
    return rows[count++];
  }
};

// Whose mode is to become which, for transitions that were seen on the interpolant.
struct SlipChange {
  int contact, friction, slip;
};

}  // namespace perilune
