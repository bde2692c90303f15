#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/integrators/method.h"

namespace perilune {

// Two bodies, r̈ = −r/r³, eccentricity e, from the pericentre, period 2π; with a state ż = z cos t under error
// control and an integral ẇ = r·ṙ outside it. Smooth, nonlinear and known:
//     x = cos E − e,  y = √(1−e²) sin E,  E − e sin E = t,   z = exp(sin t),   w = (r² − r₀²)/2.
struct Orbit final : Problem {
  double eccentricity = 0.3;
  long evaluations = 0;
  double nan_after = std::numeric_limits<double>::infinity();  // [s] times beyond give NaN accelerations

  int size() const override { return 6; }
  int positions() const override { return 2; }
  int controlled() const override { return 5; }

  void derivative(double t, const double* y, double* dy) override {
    ++evaluations;
    const double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * std::sqrt(r2);
    const double one = t > nan_after ? std::numeric_limits<double>::quiet_NaN() : 1;
    dy[0] = y[2], dy[1] = y[3];
    dy[2] = -one * y[0] / r3, dy[3] = -y[1] / r3;
    dy[4] = y[4] * std::cos(t);
    dy[5] = y[0] * y[2] + y[1] * y[3];
  }

  std::vector<double> exact(double t) const {
    const double e = eccentricity;
    double E = t;
    for (int i = 0; i < 50; ++i) E -= (E - e * std::sin(E) - t) / (1 - e * std::cos(E));
    const double r = 1 - e * std::cos(E), b = std::sqrt(1 - e * e);
    return {std::cos(E) - e,     b * std::sin(E),       -std::sin(E) / r,
            b * std::cos(E) / r, std::exp(std::sin(t)), (r * r - (1 - e) * (1 - e)) / 2};
  }

  Node start() {
    Node node;
    node.y = exact(0);
    node.dy.resize(6);
    derivative(0, node.y.data(), node.dy.data());
    return node;
  }

  // Largest error of the six entries, all of size about 1.
  double error(const Node& node) const {
    const std::vector<double> wanted = exact(node.t);
    double largest = 0;
    for (int i = 0; i < 6; ++i) {
      const double error = std::abs(node.y[i] - wanted[i]);
      if (!(error <= largest)) largest = error;
    }
    return largest;
  }
};

inline StepOptions tolerance(double rtol) {
  StepOptions options;
  options.rtol = options.atol = rtol;
  return options;
}

// Options that suit the method: a tolerance, or where it has no error estimate a step.
inline StepOptions usual_options(const IntegratorInfo& info) {
  StepOptions options = tolerance(1e-8);
  if (info.needs_step) options.step = 0.01;
  return options;
}

struct Journey {
  Node end;
  long accepted = 0, refused = 0;
  int highest_order = 0;
};

// Called before every regular attempt: (method, node, h of the attempt to come).
struct NoIntruder {
  void operator()(Method&, const Node&, double) const {}
};

// The smallest loop that honours the protocol: from `now` to t_end, error control alone.
template <class Intruder = NoIntruder>
Journey travel(Method& method, Node now, double t_end, Intruder&& intrude = {}) {
  Journey journey;
  Trial trial;
  method.restart(now);
  double h = method.first_step(now, t_end - now.t);
  while (now.t < t_end && journey.accepted + journey.refused < 1000000) {
    const bool is_last = h >= (t_end - now.t) * (1 - 1e-12);
    if (is_last) h = t_end - now.t;
    intrude(method, now, h);
    method.attempt(now, h, trial);
    if (!(trial.error <= 1)) {
      ++journey.refused;
      h = trial.next_step;
      continue;
    }
    if (is_last) trial.after.t = t_end;
    method.commit(now, trial, nullptr);
    ++journey.accepted;
    journey.highest_order = std::max(journey.highest_order, method.order());
    h = trial.next_step;
    now = trial.after;
  }
  journey.end = now;
  return journey;
}

}  // namespace perilune
