#pragma once

#include <complex>
#include <string>
#include <vector>

#include "engine/simulation/assemble.h"

namespace perilune {

struct Equilibrium {
  StartChange change;
  int iterations = 0;
  double acceleration = 0;  // [m/s² or rad/s²] left, at most
};

// Finds a static position near the model's start, and makes it the start: velocities 0, drives held at t = 0, contacts
// pressed. Newton's method on what joints leave free, with as much of the mass added to a stiffness that is not positive
// as makes it so: a stable position, except when the start is an unstable one.
// Set-valued frictions stick: every position is static in which they hold it, with forces of least norm where they are
// redundant, so that one from which nothing would move stays.
// InputError: none was found; names what still accelerates, or the friction that would have to hold more than its limit.
Equilibrium find_equilibrium(Model& model, const std::string& origin);

// Small motions about a state: ẋ = A x on the tangent space of the constraints.
struct Linearization {
  struct Mode {
    std::complex<double> eigenvalue;  // [1/s]
    VectorX shape;  // real part of the mode, by way a body can move (in space x, y, z and turns
                    // about the axes of the world), largest entry 1
  };
  MatrixX matrix;           // A [1/s], in coordinates orthonormal in the mass
  std::vector<Mode> modes;  // by |Im|, then Re; of a conjugate pair both
};

// About the model's start, positions and velocities projected onto the constraints. Contacts that are pressed stay so.
// Of a state that is no equilibrium, A is that of the instant, and its eigenvalues depend on the coordinates chosen.
Linearization linearize(const Model& model, const std::string& origin);

}  // namespace perilune
