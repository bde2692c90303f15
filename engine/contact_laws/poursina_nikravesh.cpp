#include "engine/contact_laws/poursina_nikravesh.h"

#include <array>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <cstdint>
#include <vector>

namespace perilune {
namespace {

using State = std::vector<double>;  // x, x′

// Speed at which x″ + f x′ + x^{3/2} = 0 gives up, at the instant where its force is 0. There x′ is
// stationary, so an instant known to 1e-7 gives its value to 1e-14.
double delivered(double f) {
  namespace odeint = boost::numeric::odeint;
  const auto force = [f](const State& s) { return power(std::max(s[0], 0.0), 1.5) + f * s[1]; };
  const auto rates = [&](const State& s, State& ds, double) { ds[0] = s[1], ds[1] = -force(s); };
  auto stepper = odeint::make_controlled<odeint::runge_kutta_cash_karp54<State>>(1e-13, 1e-13);
  State now{0, 1};
  double t = 0, dt = 1e-6;
  for (;;) {
    const State before = now;
    const double from = t;
    if (stepper.try_step(rates, now, t, dt) != odeint::success) continue;
    if (now[1] >= 0 || force(now) > 0) continue;
    if (t - from < 1e-7) return -now[1];
    dt = 0.5 * (t - from), now = before, t = from;
  }
}

}  // namespace

double PoursinaNikravesh::damping_coefficient(double c_r) {
  if (c_r >= 1) return 0;
  // x″ ≤ −f x′ gives x ≤ 1/f, and at the end e = x^{3/2}/f ≤ f^{−5/2}: the root lies below c_r^{−2/5}.
  const double high = std::pow(c_r, -0.4);
  std::uintmax_t iterations = 100;
  const auto surplus = [c_r](double f) { return delivered(f) - c_r; };
  const auto bracket = boost::math::tools::toms748_solve(
      surplus, 0.0, high, 1 - c_r, surplus(high), boost::math::tools::eps_tolerance<double>(44), iterations);
  return 0.5 * (bracket.first + bracket.second);
}

}  // namespace perilune
