#pragma once

#include <array>
#include <vector>

#include "engine/integrators/problem.h"

namespace perilune {

// The entries of y outside error control, for a multistep method: integrals of rates that nothing else depends on. Over a
// step they follow from the polynomial through the rates at its ends and at up to three nodes before, on whatever order
// and spacing the method has settled: where the motion is simple and its order low, powers need not be.
class Integrals {
 public:
  void restart(int entries);  // rates before this node belong to another right-hand side

  // Writes them at `after`, from y and dy at `before` and dy at `after`, entries from `first` on.
  void advance(const Node& before, int first, Node& after) const;
  // The step of length h from `before` stands.
  void commit(const Node& before, double h, int first);

 private:
  static constexpr int most_known = 3, most_nodes = most_known + 2;
  using Weights = std::array<double, most_nodes>;
  // Of ∫ over [0, 1] by the rates at these places, what each of them adds to those before; how many of them are used.
  static int weigh(const Weights& places, int count, std::array<Weights, most_nodes>& terms);
  static double sum_of(const std::array<double, most_nodes>& terms, int used);

  struct Rates {
    double t = 0;
    std::vector<double> dy;
  };
  std::array<Rates, most_known> past_;  // the newest first
  int known_ = 0;
};

}  // namespace perilune
