#pragma once

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>

// The limit: the ball of the gallery as one would write it by hand, for this problem alone, on the same stepper
// with the same error norm, landing on every touch and separation.
namespace perilune::benchmarks {

// State: std::vector<double>, as the engine's stepper has it, or std::array<double, 2>.
template <class State>
struct HandWrittenBall {
  double K = 1.4e8, damping = 0.27, radius = 0.1, g = 9.81;  // 3/4 (1 - 0.8²): Lankarani & Nikravesh at 0.8
  double rtol = 1e-9, atol = 1e-11;

  long evaluations = 0, impacts = 0;
  double y = 0, v = 0;  // [m], [m/s] at the end

  void run(double duration) {
    State x = {1.0, 0.0}, dx = x, next = x, next_dx = x, error = x;
    double t = 0, h = 1e-3, impact_speed = 0;
    bool closed = false;
    evaluations = impacts = 0;
    const auto f = [&](const State& s, State& ds, double) {
      ++evaluations;
      ds[0] = s[1], ds[1] = -g;
      const double depth = radius - s[0];
      if (!closed || depth <= 0) return;
      const double ratio = std::clamp(-s[1] / impact_speed, -2.0, 2.0);
      ds[1] += std::max(0.0, K * depth * std::sqrt(depth) * (1 + damping * ratio));
    };
    boost::numeric::odeint::runge_kutta_dopri5<State> method;
    f(x, dx, t);
    while (t < duration) {
      h = std::min(h, duration - t);
      method.do_step(f, x, dx, t, next, next_dx, h, error);
      double e = 0;
      for (int i = 0; i < 2; ++i) {
        e = std::max(e, std::abs(error[i]) / (atol + rtol * std::max(std::abs(x[i]), std::abs(next[i]))));
      }
      const double factor = std::clamp(0.9 * std::pow(e, -0.2), 0.2, 5.0);
      if (!(e <= 1)) {
        h *= factor;
        continue;
      }
      const double gap = next[0] - radius;
      if ((closed ? gap > 1e-9 : gap < -1e-13)) {  // land on the event: Newton on the cubic through both ends
        h = time_of_crossing(x, next, h);
        method.do_step(f, x, dx, t, next, next_dx, h, error);
      }
      t += h, x = next, dx = next_dx, h *= factor;
      if (!closed && x[0] - radius < 1e-12 && x[1] < 0) {
        closed = true, impact_speed = -x[1], ++impacts;
        h = 0.05 * std::pow(1.25 / K * impact_speed * impact_speed, 0.4) / impact_speed;
        f(x, dx, t);
      } else if (closed && x[0] - radius > -1e-9 && x[1] > 0) {
        closed = false, h = 1e-2;
        f(x, dx, t);
      }
    }
    y = x[0], v = x[1];
  }

 private:
  double time_of_crossing(const State& a, const State& b, double h) const {
    double s = (a[0] - radius) / (a[0] - b[0]);
    for (int i = 0; i < 20; ++i) {
      const double p = 1 - s;
      const double value =
          p * p * (1 + 2 * s) * a[0] + s * s * (3 - 2 * s) * b[0] + h * s * p * (p * a[1] - s * b[1]);
      const double rate = 6 * s * p * (b[0] - a[0]) + h * (p * (1 - 3 * s) * a[1] + s * (3 * s - 2) * b[1]);
      const double change = (value - radius) / rate;
      s -= change;
      if (std::abs(change) < 1e-16) break;
    }
    return s * h;
  }
};

}  // namespace perilune::benchmarks
