#include "engine/integrators/adams_selection.h"

#include <algorithm>
#include <cmath>

#include "engine/integrators/adams_coefficients.h"

namespace perilune {
namespace {
constexpr int most_order = AdamsCoefficients::most_order;
constexpr double half_tolerance = 0.5;  // steps are chosen for half the tolerance, so that few fail
}  // namespace

bool should_lower(int k, const AdamsErrors& errors) {
  if (k > 2) return std::max(errors.lower, errors.two_lower) <= errors.same;
  return k == 2 && errors.lower <= 0.5 * errors.same;
}

AdamsPlan plan_order(int k, bool is_rising, const AdamsErrors& errors) {
  const bool lowers = should_lower(k, errors);
  const AdamsPlan lowered{k - 1, errors.lower, false, 0}, kept{k, errors.same, false, 0};
  const AdamsPlan raised{k + 1, errors.higher, false, 0};
  if (lowers) return lowered;
  if (is_rising && k < most_order) return {k + 1, 0, true, 0};
  if (!errors.knows_higher) return kept;
  if (k == 1) return errors.higher < 0.5 * errors.same ? raised : kept;
  if (errors.lower <= std::min(errors.same, errors.higher)) return lowered;
  return errors.higher < errors.same && k < most_order ? raised : kept;
}

double plan_step(const AdamsPlan& plan) {
  if (plan.is_rising || half_tolerance >= plan.error * std::ldexp(1, plan.order + 1)) return 2;
  if (half_tolerance >= plan.error) return 1;
  return std::clamp(std::pow(half_tolerance / plan.error, 1.0 / (plan.order + 1)), 0.5, 0.9);
}

// The differences lose digits in proportion: over 1000 of the shorter steps, three of sixteen.
double resumed_step(double next, double h, double proposed) {
  return std::max(next, std::min(proposed, 1000 * h));
}

// Halved; from the fourth failure on, by when the order is 1, what the estimate asks for.
double retry_factor(int failures, const AdamsErrors& errors) {
  if (failures > 3 && half_tolerance < 0.25 * errors.same) return std::sqrt(half_tolerance / errors.same);
  return 0.5;
}

}  // namespace perilune
