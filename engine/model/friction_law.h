#pragma once

#include <memory>
#include <string>

namespace perilune {

// What a friction law may look at.
struct FrictionInput {
  double slip_speed = 0;    // [m/s] ≥ 0, of the surfaces past each other
  double normal_force = 0;  // [N] ≥ 0
  double t = 0;             // [s]
};

// Friction in one closed contact: a magnitude, which the engine applies against the slip. A law that is smooth
// at zero slip (regularised) starts from 0 there.
class FrictionLaw {
 public:
  virtual ~FrictionLaw() = default;
  virtual const std::string& name() const = 0;
  virtual double force(const FrictionInput& c) const = 0;  // [N] ≥ 0
};

using FrictionLawPointer = std::shared_ptr<const FrictionLaw>;

}  // namespace perilune
