#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/math/vector.h"

namespace perilune::testing {

// A derivative by central differences, extrapolated to h = 0 entry by entry (Ridders 1982, Adv. Eng. Softw. 4, 75-76), with
// the error that the table shows.
struct Extrapolated {
  VectorX value, error;
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
    if (i == 0) {
      best.value = row[0];
      best.error = VectorX::Constant(row[0].size(), std::numeric_limits<double>::infinity());
    }
    double factor = square;
    for (int j = 1; j <= i; ++j, factor *= square) {
      row.push_back((factor * row[j - 1] - before[j - 1]) / (factor - 1));
      for (Eigen::Index k = 0; k < row[j].size(); ++k) {
        const double error =
            std::max(std::abs(row[j][k] - row[j - 1][k]), std::abs(row[j][k] - before[j - 1][k]));
        if (error < best.error[k]) best.error[k] = error, best.value[k] = row[j][k];
      }
    }
    before = row;
  }
  return best;
}

}  // namespace perilune::testing
