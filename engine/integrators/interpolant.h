#pragma once

#include "engine/integrators/method.h"
#include "engine/integrators/problem.h"

namespace perilune {

// The solution between the ends of a trial, whatever method made it:
//   positions q: Hermite through (q, v, v̇) at the ends, error O(h⁶); with a middle node degree 8, O(h⁹);
//   velocities:  the time derivative of that polynomial, so v = q̇ holds exactly between the ends, too;
//   the rest:    Hermite through (z, ż), O(h⁴); with a middle node O(h⁶).
// At the ends the nodes' own numbers are returned, to the last bit.
struct Interpolant {
  const Node* a = nullptr;       // t
  const Node* b = nullptr;       // t + h
  const Node* middle = nullptr;  // t + h/2, or nullptr
  int positions = 0;             // n

  Interpolant() = default;
  Interpolant(const Node* a, const Node* b, const Node* middle, int positions)
      : a(a), b(b), middle(middle), positions(positions) {}
  // Of a trial; refers to both arguments.
  Interpolant(const Node& before, const Trial& trial, int positions)
      : Interpolant(&before, &trial.after, trial.has_middle ? &trial.middle : nullptr, positions) {}

  // All of y at t [s]; times outside the step give the nearer end.
  void evaluate(double t, double* y) const;

  // Only the coordinates [offset, offset + count) and their velocities: one look at a contact.
  void evaluate_block(double t, int offset, int count, double* q, double* v) const;

  // For each of these coordinates an upper bound of |q̇| and |q̈| of the polynomial over the whole step
  // (convex hull of its control points): what proves that a gap did not close unseen.
  void second_derivative_bound(int offset, int count, double* speed, double* acceleration) const;

 private:
  void copy_block(const Node& node, int offset, int count, double* q, double* v) const;
  void evaluate_rest(double t, double* y) const;
};

}  // namespace perilune
