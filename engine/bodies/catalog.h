#pragma once

#include "engine/model/field.h"
#include "engine/model/model.h"

namespace perilune {

// model:NAME{…} of planar models. Every entry makes a Body; `name` and `origin` are set by the caller.
const std::vector<CatalogEntry<BodyPointer>>& planar_body_catalog();

// The same of spatial models.
const std::vector<CatalogEntry<BodyPointer>>& spatial_body_catalog();

BodyPointer make_ground();

}  // namespace perilune
