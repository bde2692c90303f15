#pragma once

#include <algorithm>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <cmath>
#include <vector>

#include "engine/model/contact_law.h"

// One impact of a free mass on a fixed wall, integrated to about 1e-12 with nothing of the engine but the
// law.
namespace perilune::testing {

struct FreeImpact {
  double restitution = 0;  // 0: it never separated
  double max_depth = 0;    // [m]
};

class ImpactProblem {
 public:
  ImpactProblem(const ContactLaw& law, double speed, double mass) : law_(law), speed_(speed), mass_(mass) {
    // The depth an elastic contact would reach scales the problem: δ = L x, δ̇ = v₀ u, t = L/v₀ τ.
    while (law.potential(length_) < 0.5 * mass * speed * speed) length_ *= 2;
  }

  FreeImpact solve() {
    auto stepper = boost::numeric::odeint::make_controlled<Stepper>(tolerance, tolerance);
    State y{0, 1};
    double dt = 1e-9;
    for (double tau = 0; tau < 1e4;) {
      dt = std::min(dt, 0.01);  // so that a step never spans more than one of the events below
      const State before = y;
      const double from = tau;
      if (stepper.try_step([this](const State& s, State& ds, double) { rates(s, ds); }, y, tau, dt) != 0)
        continue;
      // A force cut at 0 has a corner there that error estimates can miss: go up to it, but not across.
      if (y[1] < 0 && y[0] > 0 && acceleration(y[0], y[1]) == 0) {
        if (tau - from < 1e-9) return impact_.restitution = -y[1], impact_;
        dt = 0.5 * (tau - from), y = before, tau = from;
        continue;
      }
      if (before[1] > 0 && y[1] <= 0) impact_.max_depth = turning_point(before) * length_;
      if (y[1] < 0 && y[0] <= 0) return impact_.restitution = -final_speed(before), impact_;
    }
    return impact_;
  }

 private:
  using State = std::vector<double>;  // x, u
  using Stepper = boost::numeric::odeint::runge_kutta_cash_karp54<State>;
  static constexpr double tolerance = 1e-13;

  double acceleration(double x, double u) const {
    ContactInput c;
    c.penetration = std::max(x, 0.0) * length_, c.penetration_rate = u * speed_, c.impact_speed = speed_;
    return -law_.force(c, nullptr) * length_ / (mass_ * speed_ * speed_);
  }
  void rates(const State& y, State& dy) const { dy[0] = y[1], dy[1] = acceleration(y[0], y[1]); }

  // To where u = 0, resp. x = 0, with that variable in the place of time (Hénon 1982, Physica D 5, 412).
  double turning_point(const State& from) {
    return along(from[1], 0, from[0], [this](double u, double x) { return u / acceleration(x, u); });
  }
  double final_speed(const State& from) {
    return along(from[0], 0, from[1], [this](double x, double u) { return acceleration(x, u) / u; });
  }
  template <class Slope>
  double along(double from, double to, double start, Slope slope) const {
    auto stepper = boost::numeric::odeint::make_controlled<Stepper>(tolerance, tolerance);
    State y{start};
    const auto f = [&](const State& now, State& dy, double s) { dy[0] = slope(s, now[0]); };
    for (double at = from, dt = to - from; at != to;) {
      if (std::abs(dt) >= std::abs(to - at)) dt = to - at;
      const double goal = at + dt == to || dt == to - at ? to : at + dt;
      if (stepper.try_step(f, y, at, dt) == 0) at = goal;
    }
    return y[0];
  }

  const ContactLaw& law_;
  double speed_, mass_;
  double length_ = 1e-9;  // [m]
  FreeImpact impact_;
};

// speed [m/s], mass [kg]; a law that needs a mass gets this one.
inline FreeImpact free_impact(const ContactLaw& law, double speed, double mass) {
  const auto bound = law.for_reduced_mass(mass);
  return ImpactProblem(bound ? *bound : law, speed, mass).solve();
}

}  // namespace perilune::testing
