#pragma once

#include <algorithm>

#include "engine/contact_laws/law_of.h"
#include "engine/contact_laws/power.h"

namespace perilune {

// A spring and a damper whose coefficient comes from the pair's reduced mass m,
//     F = K δⁿ + D δ^q δ̇.
// The restitution does not depend on the speed iff q = (n − 1)/2 (by scaling: damping/elasticity ~ v^p,
// p = 1 + 2(q − n)/(n + 1)). Left alone F pulls at the end of a contact, which nothing but glue does: unless
// tension = true it is cut at F = 0.
struct MassDampedForce : FormulaDefaults {
  double stiffness = required_number;    // K [N/mⁿ]
  double restitution = required_number;  // asked [-]
  std::optional<double> mass;            // m [kg]; the pair's reduced mass when not given
  bool tension = false;

  static constexpr bool needs_mass = true;
  bool pulls() const { return tension; }

  // What a member may say of itself.
  static constexpr bool damps_separation = true;
  static constexpr const char* pole = "a contact that loses everything needs infinite damping";
  static constexpr double least_restitution = 1e-3;  // [-]

 protected:
  template <class Input>
  Scalar<Input> spring_damper(const Input& c, double n, double damping, double q, bool damps_now) const {
    if (c.penetration < 0) return 0;
    const auto elastic = stiffness * power(c.penetration, n);
    const Scalar<Input> force =
        damps_now ? elastic + damping * power(c.penetration, q) * c.penetration_rate : elastic;
    return tension ? force : at_least_zero(force);
  }
};

// A member has spring_exponent n, damper_exponent q and damping(m), which gives D [N·s/m^(1+q)].
template <class Law>
struct MassDamped : MassDampedForce {
  static std::vector<Field<Law>> base_fields() {
    return {
        {"stiffness", "N/m^n", "K, force per penetration^n", inherited<Law>(&Law::stiffness), above(0)},
        {"restitution", "", "asked for; at least 0.001", inherited<Law>(&Law::restitution), between(0, 1)},
        {"mass", "kg", "that the damping is chosen for; default: the pair's reduced mass",
         inherited<Law>(&Law::mass), above(0)}};
  }
  static std::vector<Field<Law>> fields() {
    auto list = base_fields();
    if (Law::damps_separation) {
      list.emplace_back("tension", "", "whether the contact may pull", inherited<Law>(&Law::tension));
    }
    return list;
  }
  void prepare() {
    if (!(restitution >= least_restitution)) {
      throw InputError(
          "", "",
          fmt::format("restitution = {} must be at least {}: {}", restitution, least_restitution, Law::pole),
          fmt::format("restitution = {} is the smallest {} takes", least_restitution, Law::name));
    }
    if (mass) damping_ = static_cast<const Law*>(this)->damping(*mass);
  }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (!mass) refuse_without_mass(Law::name);
    const bool damps_now = Law::damps_separation || !(c.penetration_rate <= 0);  // NaN stays NaN
    return spring_damper(c, Law::spring_exponent, damping_, Law::damper_exponent, damps_now);
  }
  double potential(double depth) const { return power_energy(stiffness, Law::spring_exponent, depth); }

 private:
  double damping_ = 0;  // D [N·s/m^(1+q)]
};

}  // namespace perilune
