#pragma once

#include <string>
#include <vector>

#include "engine/system/system.h"

namespace perilune {

// What joints and drives leave free, and what they say twice.
struct Freedom {
  int degrees = 0;                     // coordinates less independent equations
  std::vector<std::string> free;       // bodies that can still move
  std::vector<std::string> redundant;  // joints with equations that those before them imply, and which
};

// By the rank of Φ_q M^−½ at (t, y), relative cut 1e-8 of S.
Freedom find_freedom(System& system, double t, const double* y);

// The first few of them: "a, b and 3 more".
std::string enumerated(const std::vector<std::string>& names);

}  // namespace perilune
