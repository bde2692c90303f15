#pragma once

#include <array>
#include <cmath>

#include "engine/forces/catalog.h"
#include "tests/engine/simulation/mechanisms.h"

// Andrews' squeezing mechanism: seven bodies, ten pins, one freedom, from rest; Schiehlen (ed.), Multibody Systems
// Handbook (1990). Data and reference solution at 0.03 s: Mazzia & Magherini, Test Set for IVP Solvers 2.4 (2008),
// problem ANDREWS. Angles [rad] in its order β Θ γ Φ δ Ω ε.
namespace perilune::testing {

using SevenAngles = std::array<double, 7>;

constexpr double seven_body_duration = 0.03;  // [s]
constexpr SevenAngles seven_body_start = {-0.0617138900142764496, 0,
                                          0.455279819163070380,   0.222668390165885885,
                                          0.487364979543842550,   -0.222668390165885885,
                                          1.23054744454982119};
constexpr SevenAngles seven_body_end = {15.81077119629904,   -15.75637105984298, 0.04082224013073101,
                                        -0.5347301163226948, 0.5244099658805304, 0.5347301163226948,
                                        1.048080741042263};

inline Model seven_body() {
  const double d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5;               // [m]
  const double sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2, ta = 2308e-5, tb = 916e-5;        // [m]
  const double u = 4e-2, ua = 1228e-5, ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5;             // [m]
  const Vector3 A(-0.06934, -0.00227, 0), B(-0.03635, 0.03273, 0), C(0.014, 0.072, 0), O(0, 0, 0);  // [m]
  const double m[] = {0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498};               // [kg]
  const double J[] = {2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};  // [kg m²]
  const auto& [beta, theta, gamma, phi, delta, omega, epsilon] = seven_body_start;
  const auto off = [](const Vector3& place, double angle, double forward, double aside = 0) {
    const double c = std::cos(angle), s = std::sin(angle);
    return Vector3(place + Vector3(forward * c - aside * s, forward * s + aside * c, 0));
  };
  const double angles[] = {beta, beta + theta, gamma, phi + delta, delta, omega + epsilon, epsilon};
  const Vector3 crank_end = off(O, beta, rr), P = off(crank_end, angles[1], -d);
  const Vector3 on_k5 = off(A, delta, zt), on_k7 = off(A, epsilon, 0, -u);
  const Vector3 places[] = {off(O, beta, ra),         off(crank_end, angles[1], -da),
                            off(B, gamma, sb, -sa),   off(on_k5, angles[3], 0, ea - e),
                            off(A, delta, ta, tb),    off(on_k7, angles[5], zf - fa),
                            off(A, epsilon, -ub, -ua)};
  Model model = empty_model(0);
  std::vector<BodyPointer> bodies = {model.ground()};
  for (int i = 0; i < 7; ++i) {
    bodies.push_back(planar_body(m[i], J[i], places[i], angles[i]));
    bodies.back()->name = "K" + std::to_string(i + 1);
    model.add(bodies.back());
  }
  struct Pin {
    int a, b;
    Vector3 at;
  };
  for (const Pin& p : {Pin{0, 1, O}, Pin{1, 2, crank_end}, Pin{2, 3, P}, Pin{2, 4, P}, Pin{2, 6, P},
                       Pin{0, 3, B}, Pin{0, 5, A}, Pin{0, 7, A}, Pin{4, 5, on_k5}, Pin{6, 7, on_k7}}) {
    model.add(pin(model, "pin " + std::to_string(p.a) + std::to_string(p.b), bodies[p.a], bodies[p.b], p.at));
  }
  const PointPair ends = {Point{bodies[0], C}, Point{bodies[3], Vector3(sd - sb, sa - sc, 0)}};
  model.add(
      make(force_catalog(), "spring", {{"between", ends}, {"stiffness", 4530.0}, {"free_length", 7785e-5}}),
      "spring");
  model.add(make(force_catalog(), "torque",
                 {{"on", bodies[1]}, {"value", Quantity{VectorX::Constant(1, 0.033), nullptr}}}),
            "torque");
  return model;
}

// Largest difference of its angles from the reference solution [rad].
inline double seven_body_error(const Run& run) {
  const auto K = [&](int i) { return run.final("K" + std::to_string(i) + ".angle"); };
  const SevenAngles angles = {K(1), K(2) - K(1), K(3), K(4) - K(5), K(5), K(6) - K(7), K(7)};
  double worst = 0;
  for (int i = 0; i < 7; ++i) worst = std::max(worst, std::abs(angles[i] - seven_body_end[i]));
  return worst;
}

}  // namespace perilune::testing
