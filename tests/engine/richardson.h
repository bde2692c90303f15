#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/math/vector.h"

namespace perilune::testing {

// A derivative by central differences, extrapolated to h = 0 (Ridders 1982, Adv. Eng. Softw. 4, 75-76), with the error that
// the table shows: the largest of any entry, since one entry alone agrees with its neighbours in the table by chance.
struct Extrapolated {
  VectorX value;
  double error = std::numeric_limits<double>::infinity();
};

// along(h): what is differentiated, h away.
template <class Along>
Extrapolated extrapolate(double h, Along along) {
  constexpr int rows = 12;
  constexpr double shrink = 1.6, square = shrink * shrink;
  std::vector<VectorX> before, row;
  Extrapolated best;
  for (int i = 0; i < rows; ++i, h /= shrink) {
    row.assign(1, VectorX((along(h) - along(-h)) / (2 * h)));
    double factor = square;
    for (int j = 1; j <= i; ++j, factor *= square) {
      row.push_back((factor * row[j - 1] - before[j - 1]) / (factor - 1));
      const double error = std::max((row[j] - row[j - 1]).cwiseAbs().maxCoeff(),
                                    (row[j] - before[j - 1]).cwiseAbs().maxCoeff());
      if (error < best.error) best = {row[j], error};
    }
    before = row;
  }
  return best;
}

}  // namespace perilune::testing
