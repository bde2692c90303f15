#pragma once

#include <fmt/core.h>

#include <cmath>
#include <functional>

#include "engine/model/error.h"
#include "tests/engine/contact_laws/impact.h"
#include "tests/engine/contact_laws/make_law.h"

// The rules every contact law keeps. Each breach is a sentence; no breach, no sentence.
namespace perilune::testing {

using Breaches = std::vector<std::string>;

// What a law is said to deliver when `asked` is its restitution.
struct Claim {
  double asked, delivered, tolerance;
};

class Battery {
 public:
  // An impact of this mass [kg] at this speed [m/s] sets the scale of depth and force.
  Battery(const ContactLaw& law, double mass, double speed) : law_(law), mass_(mass), speed_(speed) {
    while (law.potential(depth_) < 0.5 * mass * speed * speed) depth_ *= 1.1;
    scale_ = force(depth_, 0);
  }

  Breaches run() {
    check_touch();
    check_pull();
    check_power();
    check_continuity();
    check_potential();
    check_impact();
    check_nonsense();
    return breaches_;
  }

 private:
  double force(double depth, double rate) const {
    ContactInput c;
    c.penetration = depth, c.penetration_rate = rate, c.impact_speed = speed_;
    return law_.force(c, nullptr);
  }
  template <class... T>
  void breach(const char* text, const T&... numbers) {
    breaches_.push_back(fmt::format(fmt::runtime(text), numbers...));
  }
  template <class F>
  void over_grid(F f) const {
    for (int i = 1; i <= 30; ++i) {
      for (int j = -30; j <= 30; ++j) f(depth_ * i / 15.0, speed_ * j / 12.0);
    }
  }

  void check_touch() {
    // Damping that grows with δ^¼ is 1e-12 of its size at this depth.
    const double first = force(depth_ * 1e-48, speed_);
    const bool jumps = std::abs(first) > 1e-9 * scale_;
    if (jumps && !law_.jumps_at_touch()) breach("jumps at touch to {} N and does not say so", first);
    if (!jumps && law_.jumps_at_touch()) breach("says that it jumps at touch, and does not");
  }
  void check_pull() {
    double least = 0;
    over_grid([&](double depth, double rate) { least = std::min(least, force(depth, rate)); });
    if (least < 0 && !law_.may_pull()) breach("pulls with {} N and does not say so", least);
    if (least == 0 && law_.may_pull()) breach("says that it may pull, and does not");
  }
  // At every instant damping takes power: [F(δ, δ̇) − F(δ, 0)] δ̇ ≥ 0.
  void check_power() {
    double least = 0;
    over_grid([&](double depth, double rate) {
      least = std::min(least, (force(depth, rate) - force(depth, 0)) * rate);
    });
    if (least < -1e-13 * scale_ * speed_) breach("creates energy: its damping gives {} W", -least);
  }
  // Follows the larger change down to neighbouring numbers: what is left there is a jump.
  static double jump(const std::function<double(double)>& f, double from, double to) {
    double at_from = f(from), at_to = f(to);
    for (int i = 0; i < 45; ++i) {
      const double middle = 0.5 * (from + to), at_middle = f(middle);
      if (std::abs(at_middle - at_from) > std::abs(at_to - at_middle)) to = middle, at_to = at_middle;
      else from = middle, at_from = at_middle;
    }
    return std::abs(at_to - at_from);
  }
  void check_continuity() {
    double worst = 0;
    over_grid([&](double depth, double rate) {
      worst = std::max(worst, jump([&](double r) { return force(depth, r); }, rate, rate + speed_ / 12));
      worst = std::max(worst, jump([&](double d) { return force(d, rate); }, depth, depth + depth_ / 15));
    });
    // Half a grid step 45 times is 1e-14 of the scales; the steepest law here changes 1e4 times its force
    // over them.
    if (worst > 1e-9 * scale_) breach("jumps by {} N inside the contact", worst);
  }
  void check_potential() {
    for (const double part : {0.0, 0.01, 0.5, 1.0, 2.0}) {
      const double stored = law_.potential(part * depth_),
                   integral = law_.ContactLaw::potential(part * depth_);
      if (std::abs(stored - integral) > 1e-10 * integral) {  // quadrature to 1e-12
        breach("stores {} J, but ∫F(δ, 0) dδ is {} J", stored, integral);
      }
    }
  }
  void check_impact() {
    const double e = free_impact(law_, speed_, mass_).restitution;
    if (!(e <= 1 + 1e-10)) breach("an impact creates energy: restitution {}", e);
    if (!(e > 0)) breach("an impact never separates");
  }

  // A number that is none must come out as none: the step that led there is then refused.
  void check_nonsense() {
    const double none = std::nan("");
    if (!std::isnan(force(none, speed_))) breach("makes a force of a depth that is no number");
    const bool looks_at_rate = force(depth_, speed_) != force(depth_, 0);
    if (looks_at_rate && !std::isnan(force(depth_, none)))
      breach("makes a force of a rate that is no number");
  }

  const ContactLaw& law_;
  double mass_, speed_, depth_ = 1e-9, scale_ = 0;
  Breaches breaches_;
};

constexpr double battery_mass = 2, battery_speed = 0.5;  // [kg], [m/s]

inline Breaches broken_rules(const ContactLaw& law) {
  const auto bound = law.for_reduced_mass(battery_mass);
  return Battery(bound ? *bound : law, battery_mass, battery_speed).run();
}

// A catalogue entry, made with these numbers, against the rules and against what it is said to deliver.
inline Breaches broken_rules(const CatalogEntry<ContactLawPointer>& entry, Numbers numbers,
                             const std::vector<Claim>& claims,
                             const std::map<std::string, Value>& others = {}) {
  Breaches breaches = broken_rules(*make_law(entry, numbers, others));
  for (const Claim& claim : claims) {
    numbers["restitution"] = claim.asked;
    const double e = free_impact(*make_law(entry, numbers, others), battery_speed, battery_mass).restitution;
    if (std::abs(e - claim.delivered) <= claim.tolerance) continue;
    breaches.push_back(fmt::format("asked {} it delivers {}, not {}", claim.asked, e, claim.delivered));
  }
  return breaches;
}

inline std::string joined(const Breaches& breaches) {
  std::string text;
  for (const std::string& breach : breaches) text += breach + "\n";
  return text;
}

}  // namespace perilune::testing
