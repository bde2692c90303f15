#pragma once

#include <optional>

namespace perilune {

// Hertz stiffness K [N/m^1.5] of two spheres: K = 4/(3(σ_i + σ_j)) √(R_i R_j/(R_i + R_j)), σ = (1 − ν²)/E
// (Lankarani & Nikravesh 1990; Flores & Ambrósio 2010, eqs 2, 3). Without radius_j the partner is a plane
// (R_j → ∞); a negative radius_j is a hole, R_j < 0 with |R_j| > R_i.
// Throws InputError (no origin) for numbers that make no sense.
double hertz_stiffness(double radius_i, std::optional<double> radius_j, double young_i, double poisson_i,
                       double young_j, double poisson_j);

}  // namespace perilune
