#include "engine/integrators/step_equations.h"

namespace perilune {

void StepEquations::differentiate(const VectorX& unknowns, const VectorX& residual_here,
                                  std::vector<Eigen::Triplet<double>>& entries) {
  VectorX at = unknowns, moved;
  for (int i = 0; i < at.size(); ++i) {
    const double by = i < changes() ? 1e-7 : force_scale();
    at[i] = unknowns[i] + by;
    residual(at, moved);
    at[i] = unknowns[i];
    for (int r = 0; r < moved.size(); ++r) {
      const double slope = (moved[r] - residual_here[r]) / by;
      if (slope != 0) entries.emplace_back(r, i, slope);
    }
  }
}

}  // namespace perilune
