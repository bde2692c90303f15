#include "engine/contact_laws/stiffness.h"

#include <fmt/core.h>

#include <cmath>

#include "engine/model/error.h"

namespace perilune {
namespace {

void check_positive(const char* field, double x, const char* unit) {
  if (x > 0 && std::isfinite(x)) return;
  throw InputError("", "", fmt::format("{} = {} {} must be > 0 and finite", field, x, unit));
}

// σ = (1 − ν²)/E [1/Pa]
double compliance(const char* which, double young, double poisson) {
  check_positive(fmt::format("young_{}", which).c_str(), young, "Pa");
  if (!(poisson > -1 && poisson <= 0.5)) {
    throw InputError("", "", fmt::format("poisson_{} = {} must be above -1 and at most 0.5", which, poisson),
                     "steel has about 0.3, rubber about 0.5");
  }
  return (1 - poisson * poisson) / young;
}

// R_i R_j/(R_i + R_j) [m]
double effective_radius(double radius_i, std::optional<double> radius_j) {
  check_positive("radius_i", radius_i, "m");
  if (!radius_j) return radius_i;
  if (!std::isfinite(*radius_j) || *radius_j == 0) {
    throw InputError("", "", fmt::format("radius_j = {} m must be finite and not 0", *radius_j),
                     "leave radius_j out for a plane; a negative radius_j is a hole");
  }
  if (*radius_j < 0 && !(-*radius_j > radius_i)) {
    throw InputError("", "",
                     fmt::format("a ball of radius_i = {} m does not fit into a hole of radius_j = {} m",
                                 radius_i, *radius_j),
                     "make the hole larger than the ball: |radius_j| > radius_i");
  }
  return radius_i * *radius_j / (radius_i + *radius_j);
}

}  // namespace

double hertz_stiffness(double radius_i, std::optional<double> radius_j, double young_i, double poisson_i,
                       double young_j, double poisson_j) {
  const double radius = effective_radius(radius_i, radius_j);
  return 4 / (3 * (compliance("i", young_i, poisson_i) + compliance("j", young_j, poisson_j))) *
         std::sqrt(radius);
}

}  // namespace perilune
