#pragma once

#include "engine/model/field.h"
#include "engine/model/force.h"

namespace perilune {

// model:NAME{…}: spring, force, torque.
const std::vector<CatalogEntry<ForcePointer>>& force_catalog();

}  // namespace perilune
