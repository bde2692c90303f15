#pragma once

#include "engine/model/field.h"
#include "engine/model/joint.h"

namespace perilune {

// model:NAME{…} of planar models.
const std::vector<CatalogEntry<JointPointer>>& joint_catalog();

}  // namespace perilune
