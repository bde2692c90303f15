#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/model/field.h"

namespace perilune {

// Friction laws with memory: surfaces touch in bristles that bend by z [m] before they slip. Forces are per load, F = N f,
// so that z is no function of the load; v is the signed slip velocity. Each struct is one law: fields, states, formula, for any
// scalar.

// μ_k + (μ_s − μ_k) e^(−(v/v_s)²).
template <class Real>
Real stribeck_curve(const Real& v, double kinetic, double static_, double speed) {
  using std::exp;
  const Real x = v / speed;
  return kinetic + (static_ - kinetic) * exp(-x * x);
}

// Dahl (1968), Aerospace Corp. TOR-0158(3107-18)-1, exponent 1:
//     ż = v − σ₀ |v| z/μ,   F = N σ₀ z.
struct Dahl {
  static constexpr std::array<const char*, 1> state_names = {"bristle"};
  double coefficient = required_number;
  double bristle_stiffness = 1e4;

  template <class Real>
  Real force(const Real& v, const Real& N, const Real* z, Real* rates) const {
    using std::abs;
    rates[0] = v - bristle_stiffness * abs(v) * z[0] / coefficient;
    return N * bristle_stiffness * z[0];
  }
  double steady(double, double N) const { return coefficient * N; }
  static std::vector<Field<Dahl>> fields() {
    return {{"coefficient", "-", "μ", &Dahl::coefficient, above(0)},
            {"bristle_stiffness", "1/m", "σ₀, force per load and deflection", &Dahl::bristle_stiffness,
             above(0)}};
  }
};

// What both of the following know.
struct BristleParameters {
  double static_coefficient = required_number;
  double kinetic_coefficient = required_number;
  double stribeck_speed = 1e-2;
  double bristle_stiffness = 1e4;
  double bristle_damping = 30;
  double viscosity = 0;

  template <class Law>
  static std::vector<Field<Law>> fields_of(const Range& damping) {
    using Number = double Law::*;
    using B = BristleParameters;
    return {{"static_coefficient", "-", "μ_s, of breakaway", Number{&B::static_coefficient}, above(0)},
            {"kinetic_coefficient", "-", "μ_k, of slip", Number{&B::kinetic_coefficient}, above(0)},
            {"stribeck_speed", "m/s", "v_s between stick and slip", Number{&B::stribeck_speed}, above(0)},
            {"bristle_stiffness", "1/m", "σ₀", Number{&B::bristle_stiffness}, above(0)},
            {"bristle_damping", "s/m", "σ₁", Number{&B::bristle_damping}, damping},
            {"viscosity", "s/m", "σ₂", Number{&B::viscosity}, at_least(0)}};
  }
};

// LuGre: Canudas de Wit, Olsson, Åström & Lischinsky (1995), IEEE Trans. Autom. Control 40, 419-425:
//     ż = v − σ₀ |v| z/g(v),   F = N (σ₀ z + σ₁ ż + σ₂ v),   g = μ_k + (μ_s − μ_k) e^(−(v/v_s)²).
// It drifts under a load below breakaway that vibrates.
struct LuGre : BristleParameters {
  static constexpr std::array<const char*, 1> state_names = {"bristle"};

  template <class Real>
  Real curve(const Real& v) const {
    return stribeck_curve(v, kinetic_coefficient, static_coefficient, stribeck_speed);
  }
  template <class Real>
  Real force(const Real& v, const Real& N, const Real* z, Real* rates) const {
    using std::abs;
    rates[0] = v - bristle_stiffness * abs(v) * z[0] / curve(v);
    return N * (bristle_stiffness * z[0] + bristle_damping * rates[0] + viscosity * v);
  }
  double steady(double v, double N) const { return N * (curve(v) + viscosity * v); }
  static std::vector<Field<LuGre>> fields() { return fields_of<LuGre>(at_least(0)); }
};

// Gonthier, McPhee, Lange & Piedboeuf (2004), Multibody Syst. Dyn. 11, 209-233, along one direction. With
// s = e^(−(v/v_s)²), 1 in stick, 0 in slip:
//     ż = s v + (1 − s)(μ_k sgn(v) − σ₀ z)/σ₁,   F = N (clamp(σ₀ z + σ₁ ż, ±μ_max) + σ₂ v),
//     μ_max = μ_k + (μ_s − μ_k) s_dw,   ṡ_dw = (s − s_dw)/τ,  τ the dwell time while s ≥ s_dw, σ₁/σ₀ when not:
// breakaway grows with the time that it has stuck. Time constants as commonly quoted, not checked against the paper.
struct GonthierFriction : BristleParameters {
  static constexpr std::array<const char*, 2> state_names = {"bristle", "dwell"};
  double dwell_time = 1;

  template <class Real>
  Real force(const Real& v, const Real& N, const Real* z, Real* rates) const {
    using std::exp;
    const Real x = v / stribeck_speed, s = exp(-x * x);
    const double direction = v > 0 ? 1 : v < 0 ? -1 : 0;
    rates[0] =
        s * v + (1 - s) * (kinetic_coefficient * direction - bristle_stiffness * z[0]) / bristle_damping;
    const double brief = bristle_damping / bristle_stiffness;
    rates[1] = (s - z[1]) / (s >= z[1] ? dwell_time : brief);
    const Real most = kinetic_coefficient + (static_coefficient - kinetic_coefficient) * z[1];
    return N * (std::clamp<Real>(bristle_stiffness * z[0] + bristle_damping * rates[0], -most, most) +
                viscosity * v);
  }
  double steady(double v, double N) const { return N * (kinetic_coefficient + viscosity * v); }
  static std::vector<Field<GonthierFriction>> fields() {
    auto list = fields_of<GonthierFriction>(above(0));
    list.push_back({"dwell_time", "s", "in which breakaway grows", &GonthierFriction::dwell_time, above(0)});
    return list;
  }
};

}  // namespace perilune
