#pragma once

#include <vector>

namespace perilune {

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
};

// One instant of a solution.
struct Node {
  double t = 0;
  std::vector<double> y, dy;
  void resize(int size) { y.resize(size), dy.resize(size); }
};

}  // namespace perilune
