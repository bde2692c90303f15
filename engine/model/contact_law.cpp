#include "engine/model/contact_law.h"

#include <boost/container/small_vector.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace perilune {
namespace {

// ∫₀¹ f by Kronrod's seven points, which hold Gauss's three (Piessens et al. 1983, QUADPACK); nothing where the two do not
// agree to rounding. Runs ask for the potential at every step, and forces are powers of the depth more often than not.
template <class Integrand>
std::optional<double> integrate_smooth(const Integrand& f) {
  constexpr std::array<double, 3> points = {0.774596669241483377, 0.960491268708020283, 0.434243749346802558};
  constexpr std::array<double, 3> kronrod = {0.268488089868333441, 0.104656226026467265,
                                             0.401397414775962223};
  const double middle = f(0.5);
  double by_seven = 0.450916538658474142 * middle, by_three = 8.0 / 9 * middle;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double pair = f(0.5 - 0.5 * points[i]) + f(0.5 + 0.5 * points[i]);
    by_seven += kronrod[i] * pair;
    if (i == 0) by_three += 5.0 / 9 * pair;
  }
  if (!(std::abs(by_seven - by_three) <= 1e-14 * std::abs(by_seven))) return std::nullopt;
  return 0.5 * by_seven;
}

}  // namespace

ForceSlopes ContactLaw::slopes(const ContactInput& c) const {
  boost::container::small_vector<double, 16> rates(states());
  constexpr double step = 6e-6;  // ∛ε: rounding and h² balance
  const auto slope = [&](double ContactInput::*input, double h) {
    ContactInput up = c, down = c;
    up.*input += h, down.*input -= h;
    const double rise = force(up, rates.data()) - force(down, rates.data());
    return rise / (up.*input - down.*input);
  };
  if (c.penetration <= 0) return {};
  const double speed = std::max({std::abs(c.penetration_rate), c.impact_speed, 1e-3});
  return {slope(&ContactInput::penetration, step * c.penetration),
          slope(&ContactInput::penetration_rate, step * speed), true};
}

double ContactLaw::potential(double penetration) const {
  if (!(penetration > 0)) return 0;
  using Numbers = boost::container::small_vector<double, 16>;  // no allocation for the usual few states
  Numbers initial(states()), rates(states());
  for (int i = 0; i < states(); ++i) initial[i] = initial_state(i);
  ContactInput c;
  c.impact_speed = 1;  // a law that divides by it gets the rate ratio 0, not 0/0
  c.states = initial.data();
  // In x with δ = d x² the integrand of F = K δⁿ is smooth at the touch: x⁴ for n = 3/2.
  const auto integrand = [&](double x) {
    c.penetration = penetration * x * x;
    return force(c, rates.data()) * 2 * penetration * x;
  };
  if (const std::optional<double> quick = integrate_smooth(integrand)) return *quick;
  constexpr unsigned deepest = 8;      // halvings, for forces with corners
  constexpr double tolerance = 1e-12;  // relative
  return boost::math::quadrature::gauss_kronrod<double, 15>::integrate(integrand, 0, 1, deepest, tolerance);
}

}  // namespace perilune
