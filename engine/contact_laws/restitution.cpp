#include "engine/contact_laws/restitution.h"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace perilune {
namespace {

constexpr double below_one = 1 - 2 * std::numeric_limits<double>::epsilon();

// φ(x) = (x − ln(1 + x))/x² = ∫₀¹ u du/(1 + xu), the depth an approach with η = x reaches. The relation reads
// φ(η) = e² φ(−ηe): unlike its logarithms, this loses no digits as η → 0.
double depth_integral(double x) {
  if (std::abs(x) < 1e-8) return 0.5 - x / 3;  // the next term is below 1e-16
  return -boost::math::log1pmx(x) / (x * x);
}

template <class F>
double root_between(F f, double low, double high) {
  const double at_low = f(low), at_high = f(high);
  std::uintmax_t iterations = 200;
  const auto bracket = boost::math::tools::toms748_solve(
      f, low, high, at_low, at_high, boost::math::tools::eps_tolerance<double>(), iterations);
  return 0.5 * (bracket.first + bracket.second);
}

void check_restitution(double e) {
  if (!(e > 0 && e <= 1)) throw std::domain_error("a restitution lies in (0, 1]");
}

}  // namespace

double delivered_restitution(double damping) {
  if (!(damping >= 0)) throw std::domain_error("a damping factor is not negative");
  if (damping == 0) return 1;
  const double approach = depth_integral(damping);
  const auto surplus = [&](double e) { return e * e * depth_integral(-damping * e) - approach; };
  // 1 − ηe > 0: the force never changes sign. For η above about 37 the root is 1/η to the last digit.
  const double high = damping > 1 ? below_one / damping : below_one;
  return surplus(high) <= 0 ? high : root_between(surplus, 0, high);
}

double damping_for_restitution(double e) {
  check_restitution(e);
  if (e == 1) return 0;
  const auto surplus = [&](double eta) { return depth_integral(eta) - e * e * depth_integral(-eta * e); };
  const double high = below_one / e;  // as above
  return surplus(high) >= 0 ? high : root_between(surplus, 0, high);
}

double delivered_by_damping_ratio(double zeta) {
  // Both factors of the difference are exact near ζ = 1, where the quotient tends to 1.
  const double square = (1 - zeta) * (1 + zeta);
  if (square == 0) return std::exp(-2.0);
  const double angle =
      square > 0 ? std::acos(zeta) / std::sqrt(square) : std::acosh(zeta) / std::sqrt(-square);
  return std::exp(-2 * zeta * angle);
}

double damping_ratio_for_restitution(double e) {
  check_restitution(e);
  if (e == 1) return 0;
  const double high = 1 / std::sqrt(e);  // for ζ ≥ 1: e ≤ exp(−2 acosh ζ) ≤ 1/ζ²
  return root_between([e](double zeta) { return delivered_by_damping_ratio(zeta) - e; }, 0, high);
}

double damping_ratio_with_tension(double e) {
  check_restitution(e);
  const double logarithm = std::log(e);
  return -logarithm / std::hypot(boost::math::constants::pi<double>(), logarithm);
}

}  // namespace perilune
