#pragma once

#include "engine/model/field.h"

namespace perilune {

// What a plate of uniform density weighs and how hard it is to turn.
struct MassProperties {
  double mass = 0;                   // [kg]
  double inertia = 0;                // about the centre of mass [kg·m²]
  Vector3 center = Vector3::Zero();  // of mass [m]
};

// A disc, with a hole in the middle when inner_radius > 0: J = m (R² + r²)/2. surface_density [kg/m²] is
// density × thickness.
MassProperties mass_of_disc(double radius, double inner_radius, double surface_density);

// A polygon that does not cross itself, hollow corners allowed. With c_i = x_i y_{i+1} − x_{i+1} y_i:
//     A = Σ c_i/2,   A s = Σ (p_i + p_{i+1}) c_i/6,
//     J = σ Σ c_i (p_i·p_i + p_i·p_{i+1} + p_{i+1}·p_{i+1})/12  about the origin   (Green's theorem).
// Throws InputError (no origin): fewer than three corners, no area.
MassProperties mass_of_polygon(const Vectors& points, double surface_density);

// mbs.mass_properties.NAME{…}: disc, polygon.
const std::vector<CatalogEntry<MassProperties>>& mass_properties_catalog();

}  // namespace perilune
