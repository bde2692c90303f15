#pragma once

#include <memory>
#include <string>

namespace perilune {

// What a friction law may look at.
struct FrictionInput {
  double slip_speed = 0;    // [m/s] ≥ 0, of the surfaces past each other
  double normal_force = 0;  // [N] ≥ 0
  double t = 0;             // [s]
  // For laws with states:
  double slip_velocity = 0;        // [m/s] signed
  const double* states = nullptr;  // the law's own, states() numbers
};

// Friction in one closed contact: a magnitude, which the engine applies against the slip. A law that is smooth
// at zero slip (regularised) starts from 0 there; one that is set-valued holds up to limit() there.
class FrictionLaw {
 public:
  virtual ~FrictionLaw() = default;
  virtual const std::string& name() const = 0;
  virtual double force(const FrictionInput& c) const = 0;  // [N] ≥ 0

  // Memory, such as the bristles of a surface: the force against slip_velocity, signed as that is [N]; writes the rates of
  // the states. force() is what such a law tends to in steady slip.
  virtual int states() const { return 0; }
  virtual std::string state_name(int) const { return {}; }
  virtual double initial_state(int) const { return 0; }  // when a contact begins
  virtual double signed_force(const FrictionInput& c, double* state_rates) const {
    (void)state_rates;
    return c.slip_velocity < 0 ? -force(c) : force(c);
  }

  // The slopes of force() by slip_speed, then by normal_force; of a law with states, those of signed_force() and of the rates of
  // its states by slip_velocity, by normal_force and by each state, 1 + states() numbers each. False: it does not know them, and
  // who needs them takes differences.
  virtual bool slopes(const FrictionInput& c, double* slopes) const {
    (void)c, (void)slopes;
    return false;
  }

  virtual bool is_set_valued() const { return false; }
  virtual double limit(const FrictionInput& c) const { return force(c); }  // [N] ≥ 0, where nothing slips
  virtual double stick_speed() const { return 0; }  // [m/s] a set-valued law sticks when a slip falls to it
};

using FrictionLawPointer = std::shared_ptr<const FrictionLaw>;

}  // namespace perilune
