#pragma once

#include <cmath>

#include "engine/contact_laws/mass_damped.h"

namespace perilune {

// Hertz with a constant damper until F = 0 (Poursina & Nikravesh 2020, abstract):
//     F = K δ^{3/2} + D δ̇ ≥ 0,   D = f(c_r) (K² m³ δ̇⁽⁻⁾)^{1/5}.
// The authors' fit of f was not read; here f is solved for, so that the contact delivers what is asked.
// Scaled by x = δ (K/(m δ̇⁽⁻⁾²))^{2/5} the impact is x″ + f x′ + x^{3/2} = 0, x(0) = 0, x′(0) = 1, without K,
// m or speed. It jumps at touch to D δ̇⁽⁻⁾.
struct PoursinaNikravesh : MassDamped<PoursinaNikravesh> {
  static constexpr const char* name = "poursina_nikravesh";
  static constexpr const char* summary =
      "Hertz and a damper set by the impact speed; delivers what is asked, jumps at touch";
  static constexpr bool jumps = true;
  static constexpr double spring_exponent = 1.5, damper_exponent = 0;

  static std::vector<Field<PoursinaNikravesh>> fields() { return base_fields(); }  // f is for F ≥ 0

  void prepare() {
    MassDamped::prepare();
    if (coefficient_ < 0) coefficient_ = damping_coefficient(restitution);
    if (mass) per_speed_ = coefficient_ * std::pow(stiffness * stiffness * *mass * *mass * *mass, 0.2);
  }
  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (!mass) refuse_without_mass(name);
    return spring_damper(c, spring_exponent, per_speed_ * std::pow(c.impact_speed, 0.2), damper_exponent,
                         true);
  }

  static double damping_coefficient(double c_r);  // f [-]

 private:
  friend MassDamped;
  double damping(double) const { return 0; }  // depends on the impact speed: see normal_force
  double coefficient_ = -1;                   // f [-], solved for once
  double per_speed_ = 0;                      // D/δ̇⁽⁻⁾^{1/5}
};

}  // namespace perilune
