#pragma once

#include <cmath>
#include <vector>

#include "tests/engine/law/long_double.h"

namespace perilune::ir::testing {

// ∂f/∂x_k by differences of fourth order in 80 bits: h = 1e-4 leaves 1e-16 of truncation, 1e-15 of rounding.
inline long double slope(const Routine& routine, const std::vector<double>& at, int k, long double h = 1e-4L,
                         int output = 0) {
  const auto f = [&](long double shift) {
    std::vector<long double> x(at.begin(), at.end());
    x[static_cast<std::size_t>(k)] += shift;
    const std::vector<long double> results = LongDouble::evaluate(routine, x);
    return results.empty() ? std::nanl("") : results[static_cast<std::size_t>(output)];
  };
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

// f' and f'' of one output along the curve whose Taylor coefficients the inputs are, by differences of fourth order in
// 80 bits: h = 1e-3 leaves 1e-12 of truncation, 1e-12 of rounding.
inline std::vector<long double> along_curve(const Routine& routine, const std::vector<double>& inputs,
                                            int output, long double h = 1e-3L) {
  const auto f = [&](long double s) {
    std::vector<long double> x;
    for (std::size_t i = 0; i < inputs.size(); i += 3)
      x.push_back(inputs[i] + s * (inputs[i + 1] + s * inputs[i + 2] / 2));
    const std::vector<long double> results = LongDouble::evaluate(routine, x);
    return results.empty() ? std::nanl("") : results[static_cast<std::size_t>(output)];
  };
  const long double f0 = f(0), f1 = f(h), g1 = f(-h), f2 = f(2 * h), g2 = f(-2 * h);
  return {(8 * (f1 - g1) - (f2 - g2)) / (12 * h), (16 * (f1 + g1) - (f2 + g2) - 30 * f0) / (12 * h * h)};
}

}  // namespace perilune::ir::testing
