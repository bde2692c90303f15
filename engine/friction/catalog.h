#pragma once

#include "engine/model/field.h"
#include "engine/model/friction_law.h"

namespace perilune {

// mbs.friction.NAME{…}.
const std::vector<CatalogEntry<FrictionLawPointer>>& friction_catalog();

}  // namespace perilune
