#pragma once

#include <vector>

#include "engine/integrators/problem.h"

namespace perilune {

// ∂F/∂y of the controlled entries. With x = [v | states], counted from the first velocity, and q̇ = v,
//     ẋ = G(t, q, x),   by_position = ∂G/∂q,   by_rate = ∂G/∂x,
// both with the places of `coupling`; the columns of positions are those of their velocities.
class Jacobian {
 public:
  Coupling coupling;
  std::vector<double> by_position;  // as coupling.rows, of the first n columns
  std::vector<double> by_rate;      // as coupling.rows

  // Takes over the coupling and makes room for its numbers. Whether it is another one than before.
  bool prepare(Problem& problem);

  // Columns that no row has in common: their quotients come from one evaluation. colour_of[column].
  const std::vector<int>& colour_of() const { return colour_of_; }
  int colours() const { return colours_; }

  // Difference quotients, twice as many evaluations as the velocities have colours.
  void difference(Problem& problem, const Node& at);

 private:
  void colour();
  void move(const Problem& problem, const Node& at, int colour, bool by_position);
  void divide(const Problem& problem, const Node& at, int colour, bool by_position);

  long version_ = -1;
  std::vector<int> colour_of_;
  int colours_ = 0;
  std::vector<char> taken_;  // rows by colour, while colouring
  std::vector<double> increments_, y_, dy_;
};

}  // namespace perilune
