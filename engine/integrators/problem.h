#pragma once

#include <vector>

namespace perilune {

class Jacobian;
class ConstrainedProblem;
struct Node;

// Which entries of ẏ feel which entries of y, for the controlled entries beyond the positions, counted from the first
// velocity: entry c feels and is felt through its own column and, for a velocity, that of its position, too. Row
// numbers of column c: rows[begin[c]] to rows[begin[c + 1]], ascending. (q̇ = v needs no saying.)
struct Coupling {
  std::vector<int> begin, rows;
  int columns() const { return static_cast<int>(begin.size()) - 1; }
};

// The initial value problem ẏ = F(t, y) that a method advances. y is ordered
//     [ q: positions | v = q̇: velocities | states under error control | integrals outside it ].
class Problem {
 public:
  virtual ~Problem() = default;
  virtual int size() const = 0;        // all of y
  virtual int positions() const = 0;   // n: q is y[0, n), v is y[n, 2n)
  virtual int controlled() const = 0;  // error control looks at y[0, controlled())

  // Writes F(t, y). May throw what a user's function throws; may write non-finite numbers.
  virtual void derivative(double t, const double* y, double* dy) = 0;

  // For implicit methods.
  virtual void couple(
      Coupling& coupling) const;                 // of the present right-hand side; unless known, all feel all
  virtual long coupling_version() { return 0; }  // another number when couple() would say something else
  // How far each of the controlled entries may be moved from `at` for a difference quotient, [units of y].
  virtual void increments(const Node& at, std::vector<double>& lengths) const;
  // ∂F/∂y at a node. By difference quotients, unless overridden.
  virtual void differentiate(const Node& at, Jacobian& jacobian);

  // The same as methods on positions see it; nullptr: it has no positions that constraints could bind.
  virtual ConstrainedProblem* constrained() { return nullptr; }
};

// One instant of a solution.
struct Node {
  double t = 0;
  std::vector<double> y, dy;
  void resize(int size) { y.resize(size), dy.resize(size); }
};

}  // namespace perilune
