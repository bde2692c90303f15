#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/model/contact_law.h"
#include "engine/model/friction_law.h"

// Four laws, each by hand in C++ and in Lua.
namespace perilune::benchmarks {

// ---- the laws by hand, as they would stand in the engine's catalogue ----

template <class Formula>
class HandContactLaw final : public ContactLaw {
 public:
  const std::string& name() const override { return name_; }
  double force(const ContactInput& c, double* /*state_rates*/) const override { return formula_(c); }

 private:
  std::string name_ = "by hand";
  Formula formula_;
};

struct FloresByHand {
  double K = 1.4e8, restitution = 0.9;
  double operator()(const ContactInput& c) const {
    if (c.penetration <= 0) return 0;
    const double chi = 8 * (1 - restitution) / (5 * restitution) * K / c.impact_speed;
    return K * std::pow(c.penetration, 1.5) + chi * std::pow(c.penetration, 1.5) * c.penetration_rate;
  }
};

// K δ = F + a F³ for F, by three of Newton's steps.
struct ImplicitByHand {
  double K = 4e6, a = 1e-8, damping = 20;
  double operator()(const ContactInput& c) const {
    const double linear = K * c.penetration;
    double force = linear;
    for (int i = 1; i <= 3; ++i)
      force -= (force + a * force * force * force - linear) / (1 + 3 * a * force * force);
    return force + damping * c.penetration_rate;
  }
};

struct PiecewiseByHand {
  double soft = 4e6, hard = 1.2e7, knee = 2e-4, damping = 200, ramp = 5e-5;
  static double clamp(double x, double low, double high) { return std::max(low, std::min(x, high)); }
  double elastic(double depth) const {
    if (depth <= knee) return soft * depth;
    return soft * knee + hard * (depth - knee);
  }
  double operator()(const ContactInput& c) const {
    const double share = clamp(c.penetration / ramp, 0, 1);
    const double force =
        elastic(c.penetration) + damping * share * share * (3 - 2 * share) * c.penetration_rate;
    return std::max(force, 0.0);
  }
};

class StribeckByHand final : public FrictionLaw {
 public:
  const std::string& name() const override { return name_; }
  double force(const FrictionInput& c) const override {
    const double ratio = c.slip_speed / stribeck_speed;
    const double mu = kinetic + (resting - kinetic) * std::exp(-(ratio * ratio));
    return mu * c.normal_force * std::tanh(c.slip_speed / least_speed);
  }

 private:
  double kinetic = 0.1, resting = 0.25, stribeck_speed = 2, least_speed = 1;
  std::string name_ = "by hand";
};

// ---- the same in Lua ----

inline const char* const flores_text = R"(return require "perilune".law {
  name = "flores", parameters = { K = 1.4e8, restitution = 0.9 },
  force = function(c, p)
    if c.penetration <= 0 then return 0 end
    local chi = 8 * (1 - p.restitution) / (5 * p.restitution) * p.K / c.impact_speed
    return p.K * c.penetration ^ 1.5 + chi * c.penetration ^ 1.5 * c.penetration_rate
  end })";

inline const char* const implicit_text = R"(return require "perilune".law {
  name = "newton3", parameters = { K = 4e6, a = 1e-8, damping = 20 },
  force = function(c, p)
    local linear = p.K * c.penetration
    local force = linear
    for i = 1, 3 do
      force = force - (force + p.a * force * force * force - linear) / (1 + 3 * p.a * force * force)
    end
    return force + p.damping * c.penetration_rate
  end })";

inline const char* const piecewise_text = R"(
local soft, hard, knee, damping, ramp = 4e6, 1.2e7, 2e-4, 200, 5e-5
local function clamp(x, low, high) return math.max(low, math.min(x, high)) end
local function elastic(depth)
  if depth <= knee then return soft * depth end
  return soft * knee + hard * (depth - knee)
end
return require "perilune".law {
  name = "piecewise",
  force = function(c)
    local share = clamp(c.penetration / ramp, 0, 1)
    local force = elastic(c.penetration) + damping * share * share * (3 - 2 * share) * c.penetration_rate
    return math.max(force, 0)
  end })";

inline const char* const stribeck_text = R"(return require "perilune".friction_law {
  name = "stribeck", parameters = { kinetic = 0.1, resting = 0.25, stribeck_speed = 2, least_speed = 1 },
  force = function(c, p)
    local ratio = c.slip_speed / p.stribeck_speed
    local mu = p.kinetic + (p.resting - p.kinetic) * math.exp(-(ratio * ratio))
    return mu * c.normal_force * math.tanh(c.slip_speed / p.least_speed)
  end })";

}  // namespace perilune::benchmarks
