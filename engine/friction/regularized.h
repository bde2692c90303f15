#pragma once

#include <algorithm>
#include <cmath>

#include "engine/model/field.h"
#include "engine/model/friction_law.h"

namespace perilune {

// Regularised friction laws: magnitude F(v, N) ≥ 0 for a slip speed v ≥ 0, continuous with F(0) = 0, so a body
// under load creeps instead of sticking. Each struct is one law: fields and formula, for any scalar, so that dual numbers
// give its slopes.

// F = μN s(v/v_r), s = min(x, 1), tanh x or (2/π) atan x.
struct RegularizedCoulomb {
  double coefficient = required_number;
  double regularization_speed = 1e-3;
  std::string shape = "tanh";

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    using std::atan, std::tanh;
    const Real x = v / regularization_speed;
    const Real s = shape == "linear" ? std::min<Real>(x, 1.0) : shape == "tanh" ? tanh(x) : atan(x) * M_2_PI;
    return coefficient * N * s;
  }
  static std::vector<Field<RegularizedCoulomb>> fields() {
    using L = RegularizedCoulomb;
    return {{"coefficient", "-", "of friction", &L::coefficient, at_least(0)},
            {"regularization_speed", "m/s", "below which the force falls to zero", &L::regularization_speed,
             above(0)},
            Field<L>{"shape", "-", "of the regularisation", &L::shape}.choose({"linear", "tanh", "atan"})};
  }
};

// Threlfall (1978), Mech. Mach. Theory 13, 475-483:
//     F = μN (1 − e^(−3v/v_r)),  v < v_r;   the value at v_r beyond.
// Often printed with 0.95 beyond v_r; 1 − e⁻³ = 0.9502 is used so that the force does not jump.
struct Threlfall {
  double coefficient = required_number;
  double regularization_speed = 1e-3;

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    using std::expm1;
    return coefficient * N * -expm1(-3 * std::min<Real>(v / regularization_speed, 1.0));
  }
  static std::vector<Field<Threlfall>> fields() {
    return {{"coefficient", "-", "of friction", &Threlfall::coefficient, at_least(0)},
            {"regularization_speed", "m/s", "v_r", &Threlfall::regularization_speed, above(0)}};
  }
};

// Ambrósio (2003), Virtual Nonlinear Multibody Systems, 57-81:
//     F = c_d μN,  c_d = 0 for v ≤ v₀, (v − v₀)/(v₁ − v₀) in between, 1 for v ≥ v₁.
// No force near v = 0: it cannot hold anything.
struct Ambrosio {
  double coefficient = required_number;
  double lower_speed = 1e-4;
  double upper_speed = 1e-3;

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    return coefficient * N * std::clamp<Real>((v - lower_speed) / (upper_speed - lower_speed), 0.0, 1.0);
  }
  static std::vector<Field<Ambrosio>> fields() {
    return {{"coefficient", "-", "of friction", &Ambrosio::coefficient, at_least(0)},
            {"lower_speed", "m/s", "v₀, no friction below", &Ambrosio::lower_speed, at_least(0)},
            {"upper_speed", "m/s", "v₁ > v₀, full friction above", &Ambrosio::upper_speed, above(0)}};
  }
};

// Bengisu & Akay (1994), J. Sound Vib. 171, 557-570:
//     F = F_s − F_s (v − v₀)²/v₀²,  v < v₀;   F_c + (F_s − F_c) e^(−ξ(v − v₀)) beyond.
struct BengisuAkay {
  double static_coefficient = required_number;
  double kinetic_coefficient = required_number;
  double peak_speed = 1e-3;
  double decay = 100;

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    using std::exp;
    const Real Fs = static_coefficient * N, Fc = kinetic_coefficient * N, x = v / peak_speed;
    if (x < 1) return Fs * x * (2 - x);  // the parabola, multiplied out: exactly 0 at v = 0
    return Fc + (Fs - Fc) * exp(-decay * (v - peak_speed));
  }
  static std::vector<Field<BengisuAkay>> fields() {
    using L = BengisuAkay;
    return {{"static_coefficient", "-", "F_s/N at the peak", &L::static_coefficient, at_least(0)},
            {"kinetic_coefficient", "-", "F_c/N at high speed", &L::kinetic_coefficient, at_least(0)},
            {"peak_speed", "m/s", "v₀, where friction is largest", &L::peak_speed, above(0)},
            {"decay", "s/m", "ξ of the fall from static to kinetic", &L::decay, at_least(0)}};
  }
};

// Stribeck's curve with viscous part, regularised by tanh (Armstrong-Hélouvry 1991):
//     F = N [μ_k + (μ_s − μ_k) e^(−(v/v_s)^a)] tanh(v/v_r) + c v.
struct Stribeck {
  double static_coefficient = required_number;
  double kinetic_coefficient = required_number;
  double stribeck_speed = 1e-2;
  double exponent = 2;
  double viscosity = 0;
  double regularization_speed = 1e-4;

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    using std::exp, std::pow, std::tanh;
    const Real fall = exp(-pow(v / stribeck_speed, exponent));
    const Real mu = kinetic_coefficient + (static_coefficient - kinetic_coefficient) * fall;
    return N * mu * tanh(v / regularization_speed) + viscosity * v;
  }
  static std::vector<Field<Stribeck>> fields() {
    using L = Stribeck;
    return {{"static_coefficient", "-", "μ_s", &L::static_coefficient, at_least(0)},
            {"kinetic_coefficient", "-", "μ_k", &L::kinetic_coefficient, at_least(0)},
            {"stribeck_speed", "m/s", "v_s of the fall from static to kinetic", &L::stribeck_speed, above(0)},
            {"exponent", "-", "a of the fall", &L::exponent, above(0)},
            {"viscosity", "N s/m", "c", &L::viscosity, at_least(0)},
            {"regularization_speed", "m/s", "v_r", &L::regularization_speed, above(0)}};
  }
};

// Hollars, as in Simbody's HuntCrossleyForce (Sherman, Seth & Delp 2011, Procedia IUTAM 2, 241-261):
//     F = N [min(x, 1)(μ_d + 2(μ_s − μ_d)/(1 + x²)) + μ_v v],  x = v/v_t.
struct Hollars {
  double static_coefficient = required_number;
  double kinetic_coefficient = required_number;
  double viscous_coefficient = 0;
  double transition_speed = 1e-3;

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    const Real x = v / transition_speed, rise = std::min<Real>(x, 1.0);
    const Real mu = kinetic_coefficient + 2 * (static_coefficient - kinetic_coefficient) / (1 + x * x);
    return N * (rise * mu + viscous_coefficient * v);
  }
  static std::vector<Field<Hollars>> fields() {
    using L = Hollars;
    return {{"static_coefficient", "-", "μ_s", &L::static_coefficient, at_least(0)},
            {"kinetic_coefficient", "-", "μ_d", &L::kinetic_coefficient, at_least(0)},
            {"viscous_coefficient", "s/m", "μ_v", &L::viscous_coefficient, at_least(0)},
            {"transition_speed", "m/s", "v_t, where friction is largest", &L::transition_speed, above(0)}};
  }
};

// Brown & McPhee (2016), J. Comput. Nonlinear Dyn. 11, 054502:
//     F = μ_d N tanh 4x + (μ_s − μ_d) N x/(x²/4 + 3/4)² + μ_v v tanh(4N/N_t),  x = v/v_t.
// The viscous term is in one of two codes compared; it is off by default.
struct BrownMcPhee {
  double static_coefficient = required_number;
  double kinetic_coefficient = required_number;
  double viscosity = 0;
  double transition_speed = 1e-3;
  double transition_force = 1;

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    using std::tanh;
    const Real x = v / transition_speed, hump = x * x / 4 + 0.75;
    return kinetic_coefficient * N * tanh(4 * x) +
           (static_coefficient - kinetic_coefficient) * N * x / (hump * hump) +
           viscosity * v * tanh(4 * N / transition_force);
  }
  static std::vector<Field<BrownMcPhee>> fields() {
    using L = BrownMcPhee;
    return {
        {"static_coefficient", "-", "μ_s", &L::static_coefficient, at_least(0)},
        {"kinetic_coefficient", "-", "μ_d", &L::kinetic_coefficient, at_least(0)},
        {"viscosity", "N s/m", "μ_v", &L::viscosity, at_least(0)},
        {"transition_speed", "m/s", "v_t, near which friction is largest", &L::transition_speed, above(0)},
        {"transition_force", "N", "N_t of the viscous part", &L::transition_force, above(0)}};
  }
};

// Anderson, Söderberg & Björklund (2007), Tribology Int. 40, 580-587:
//     F = N [μ_d + (μ_s − μ_d) e^(−(v/v_s)^p)] tanh(k_t v).
struct Anderson {
  double static_coefficient = required_number;
  double kinetic_coefficient = required_number;
  double stribeck_speed = 1e-2;
  double exponent = 1;
  double slope = 1e4;

  template <class Real>
  Real force(const Real& v, const Real& N) const {
    using std::exp, std::pow, std::tanh;
    const Real fall = exp(-pow(v / stribeck_speed, exponent));
    return N * (kinetic_coefficient + (static_coefficient - kinetic_coefficient) * fall) * tanh(slope * v);
  }
  static std::vector<Field<Anderson>> fields() {
    using L = Anderson;
    return {{"static_coefficient", "-", "μ_s", &L::static_coefficient, at_least(0)},
            {"kinetic_coefficient", "-", "μ_d", &L::kinetic_coefficient, at_least(0)},
            {"stribeck_speed", "m/s", "v_s", &L::stribeck_speed, above(0)},
            {"exponent", "-", "p", &L::exponent, above(0)},
            {"slope", "s/m", "k_t of the regularisation", &L::slope, above(0)}};
  }
};

}  // namespace perilune
