#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace perilune {

// ∂F/∂δ and ∂F/∂δ̇ of a contact law, δ̇⁽⁻⁾, t and states kept.
struct ForceSlopes {
  double by_penetration = 0;       // [N/m]
  double by_penetration_rate = 0;  // [N·s/m]
  bool by_differences = false;     // right to some nine digits only
};

// What a contact law may look at. Signs: penetration δ > 0 inside, penetration_rate δ̇ > 0 approaching,
// impact_speed δ̇⁽⁻⁾ ≥ 0 is the rate at the instant this contact began.
struct ContactInput {
  double penetration = 0;          // δ [m]
  double penetration_rate = 0;     // δ̇ [m/s]
  double impact_speed = 0;         // δ̇⁽⁻⁾ [m/s]
  double t = 0;                    // [s]
  const double* states = nullptr;  // the law's own states, states() numbers
};

// The normal force of one closed contact. A law sees one contact; loops belong to the system.
class ContactLaw {
 public:
  virtual ~ContactLaw() = default;
  virtual const std::string& name() const = 0;

  // Normal force [N], > 0 pushes apart. Writes the rates of its states (when it has any).
  virtual double force(const ContactInput& c, double* state_rates) const = 0;

  // Beyond this depth [m] the law knows no force: it is NaN there, and the step that led there is refused.
  virtual double deepest() const { return std::numeric_limits<double>::infinity(); }
  // The slopes of force() there; of the branch taken where the force has a kink. The base differentiates numerically.
  virtual ForceSlopes slopes(const ContactInput& c) const;
  // Of a law with states: the slopes of force() and of the rates of its states by δ, then by δ̇, then by each state,
  // 1 + states() numbers each. False: it does not know them, and who needs them takes differences.
  virtual bool state_slopes(const ContactInput& c, double* slopes) const {
    (void)c, (void)slopes;
    return false;
  }

  // Energy stored at rest at this depth [J]: ∫₀^δ F(δ', 0) dδ'. The base integrates numerically.
  virtual double potential(double penetration) const;

  virtual int states() const { return 0; }
  virtual std::string state_name(int) const { return {}; }
  virtual double initial_state(int) const { return 0; }
  // After every accepted step; may change the states. Returns whether it did.
  virtual bool commit(const ContactInput&, double* states) const {
    (void)states;
    return false;
  }

  // Laws that need a mass: the same law for a pair of this reduced mass [kg]. nullptr: needs none.
  virtual std::shared_ptr<const ContactLaw> for_reduced_mass(double mass) const {
    (void)mass;
    return nullptr;
  }

  virtual bool may_pull() const { return false; }        // says so: the force may be < 0
  virtual bool jumps_at_touch() const { return false; }  // says so: F(0⁺, δ̇) ≠ 0
};

using ContactLawPointer = std::shared_ptr<const ContactLaw>;

}  // namespace perilune
