#pragma once

#include <algorithm>

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"
#include "engine/contact_laws/reference_speed.h"

namespace perilune {

// The family of Hunt & Crossley (1975): damping that grows with the elastic force,
//     F = K δⁿ (1 + η r) ≥ 0,   r = δ̇/δ̇⁽⁻⁾.
// Its members differ only in η, a function of the restitution asked. What they deliver depends on η alone,
// not on K, n, mass or speed (engine/contact_laws/restitution.h).
// As δ̇⁽⁻⁾ → 0 the ratio has no limit: the floor min_impact_speed makes the law viscous there, and the bound
// on |r| keeps a body that is driven in faster than it arrived from a force that nothing in the source
// supports.
struct RateRatioForce : FormulaDefaults {
  double stiffness = required_number;    // K [N/mⁿ]
  double exponent = 1.5;                 // n [-]
  double restitution = required_number;  // asked [-]
  double min_impact_speed = 1e-3;        // [m/s]
  double rate_ratio_limit = 2;           // [-]
  std::string recompression = "keep";    // or "renew", see reference_speed.h

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (c.penetration <= 0) return 0;
    using Real = Scalar<Input>;
    const Real speed = std::max<Real>(reference.value(c), min_impact_speed);
    const Real ratio = std::clamp<Real>(c.penetration_rate / speed, -rate_ratio_limit, rate_ratio_limit);
    const Real damped = 1 + eta * (approach_only ? at_least_zero(ratio) : ratio);
    return stiffness * power(c.penetration, exponent) * at_least_zero(damped);
  }
  double potential(double depth) const { return power_energy(stiffness, exponent, depth); }

  int states() const { return reference.renews ? ReferenceSpeed::count : 0; }
  static const char* state_name(int i) { return ReferenceSpeed::name(i); }
  bool commit(const ContactInput& c, double* states) const { return reference.commit(c, states); }

  // What a member may say of itself.
  static constexpr double usual_exponent = 1.5;
  static constexpr double least_restitution = 0;  // below it the law refuses …
  static constexpr const char* pole = "";         // … because
  static constexpr bool damps_separation = true;

 protected:
  double eta = 0;  // η [-]
  bool approach_only = false;
  ReferenceSpeed reference;
};

constexpr double pole_restitution = 1e-3;  // the least that laws with a pole at 0 take [-]

// The fields of the damping, for laws that have a restitution and get K and n in their own way.
template <class Law>
std::vector<Field<Law>> damping_fields(const char* restitution = "asked for") {
  std::vector<Field<Law>> list = {
      {"restitution", "", restitution, inherited<Law>(&Law::restitution), between(0, 1)},
      {"min_impact_speed", "m/s", "the rate is divided by the impact speed, but by no less than this",
       inherited<Law>(&Law::min_impact_speed), above(0)},
      {"rate_ratio_limit", "", "bound on |rate / impact speed|", inherited<Law>(&Law::rate_ratio_limit),
       at_least(1)},
      {"recompression", "",
       "keep: the impact speed serves until the contact ends; renew: until the body turns",
       inherited<Law>(&Law::recompression)}};
  list.back().choose({"keep", "renew"});
  return list;
}

template <class Law>
struct RateRatio : RateRatioForce {
  RateRatio() { exponent = Law::usual_exponent; }

  static std::vector<Field<Law>> fields() {
    std::vector<Field<Law>> list = {
        {"stiffness", "N/m^n", "K, force per penetration^n", inherited<Law>(&Law::stiffness), above(0)},
        {"exponent", "", "n: 1 linear, 1.5 point contact of spheres", inherited<Law>(&Law::exponent),
         between(1, 3)}};
    const bool has_pole = Law::least_restitution > 0;
    for (const Field<Law>& field : damping_fields<Law>(
             has_pole ? "asked for; at least 0.001, the damping is infinite at 0" : "asked for"))
      list.push_back(field);
    return list;
  }

  void prepare() {
    if (!(restitution >= Law::least_restitution)) {
      throw InputError("", "",
                       fmt::format("restitution = {} must be at least {}: {}", restitution,
                                   double(Law::least_restitution), Law::pole),
                       fmt::format("restitution = {} is the smallest {} takes; hunt_crossley and "
                                   "lankarani_nikravesh run at 0 (and deliver 0.488 and 0.663)",
                                   double(Law::least_restitution), Law::name));
    }
    eta = static_cast<const Law*>(this)->damping(restitution);
    approach_only = !Law::damps_separation;
    reference.renews = recompression == "renew";
  }
};

}  // namespace perilune
