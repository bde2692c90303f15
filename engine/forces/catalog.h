#pragma once

#include "engine/model/field.h"
#include "engine/model/force.h"

namespace perilune {

// model:NAME{…} of planar and of spatial models: spring, force, torque.
const std::vector<CatalogEntry<ForcePointer>>& force_catalog();
const std::vector<CatalogEntry<ForcePointer>>& spatial_force_catalog();

}  // namespace perilune
