#pragma once

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// body:NAME{…} of planar models: circle, line, segment, arc, hole, slot, polygon, gap_function. The caller sets `body`.
const std::vector<CatalogEntry<std::shared_ptr<Shape>>>& planar_shape_catalog();

// body:NAME{…} of spatial models: sphere, ellipsoid, plane, hole.
const std::vector<CatalogEntry<std::shared_ptr<Shape>>>& spatial_shape_catalog();

// One place where two shapes can touch. swapped: its first body is that of the second shape.
struct TouchingPair {
  std::unique_ptr<ShapePair> pair;
  bool swapped = false;
};

// All places where two shapes, given in either order, can touch: one, or one for each corner of a polygon. Empty:
// these shapes have no pair. Throws InputError (no origin): one does not fit into the other.
std::vector<TouchingPair> make_pairs(const Shape& a, const Shape& b);

// Kinds that `kind` can touch, for messages.
std::vector<std::string> partners(const std::string& kind);

}  // namespace perilune
