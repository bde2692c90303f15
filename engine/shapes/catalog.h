#pragma once

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// body:NAME{…} of planar models: circle, line, segment. The caller sets `body`.
const std::vector<CatalogEntry<std::shared_ptr<Shape>>>& planar_shape_catalog();

// The pair for two shapes. Swaps them when the catalogue knows the pair the other way round (swapped = true);
// nullptr: these shapes have no pair.
std::unique_ptr<ShapePair> make_pair(const Shape& a, const Shape& b, bool& swapped);

// Kinds that `kind` can touch, for messages.
std::vector<std::string> partners(const std::string& kind);

}  // namespace perilune
