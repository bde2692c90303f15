#pragma once

#include <string>
#include <vector>

#include "engine/model/field.h"
#include "engine/system/constraint_solver.h"

namespace perilune {

// How Φ = 0 is kept although only Φ̈ = 0 is integrated, and how multipliers are found.
struct ConstraintOptions {
  enum class Projection { none, least_change, coordinate_partitioning };
  std::string name = "projection";  // in the catalogue
  Projection projection = Projection::least_change;
  double alpha = 0, beta = 0;  // [1/s] of Φ̈ + 2αΦ̇ + β²Φ = 0 (Baumgarte 1972); 0: Φ̈ = 0
  Multipliers multipliers = Multipliers::automatic;
  double penalty = 1e8;  // [-] of Multipliers::penalty
};

// Everything `constraints =` can be.
const std::vector<CatalogEntry<ConstraintOptions>>& stabilization_catalog();

}  // namespace perilune
