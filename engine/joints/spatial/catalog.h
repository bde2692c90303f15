#pragma once

#include "engine/joints/catalog.h"

namespace perilune {

// model:NAME{…} of spatial models.
const std::vector<CatalogEntry<JointPointer>>& spatial_joint_catalog();

}  // namespace perilune
