#pragma once

#include <cmath>
#include <map>
#include <string>

#include "tests/engine/simulation/models.h"

namespace perilune::testing {

// A ball of 1 kg that rests on its contact: linear laws are as stiff as the others are there.
inline const double weight = gravity;                              // [N]
inline const double rest = std::pow(weight / stiffness, 2.0 / 3);  // [m] depth that carries it, for K δ^1.5
inline const double swing =
    std::sqrt(1.5 * weight / rest) * rest;               // [m/s] ω δ: of a swing as deep as the rest
inline const double elastic_rate = 1.5 * weight / rest;  // [N/m] of every law there

inline bool is_linear(const std::string& law) { return law == "kelvin_voigt" || law == "anagnostopoulos"; }

// On equal terms: this restitution, or a damper that takes about as much of a swing as half of it does.
inline std::map<std::string, double> resting_numbers(const std::string& law, double restitution) {
  return {{"stiffness", is_linear(law) ? elastic_rate : stiffness},
          {"exponent", 1.5},
          {"restitution", restitution},
          {"dissipation", law == "marhefka_orin" ? 50 : 1e-3},
          {"damping", 500},
          {"damping_rate", 500},
          {"full_damping_depth", 1e-5}};
}

}  // namespace perilune::testing
