#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/model/error.h"
#include "engine/model/field.h"
#include "engine/model/model.h"

namespace perilune {

// What a constructor makes in planar and in spatial models, where the same word may mean two kinds.
template <class Product>
struct ByDimension {
  const CatalogEntry<Product>* planar = nullptr;
  const CatalogEntry<Product>* spatial = nullptr;

  // Throws InputError (no origin): the word belongs to the other dimension.
  const CatalogEntry<Product>& of(const Model& model) const {
    const bool is_planar = model.dimension() == Dimension::planar;
    if (const auto* entry = is_planar ? planar : spatial) return *entry;
    const std::string name = (is_planar ? spatial : planar)->name;
    throw InputError("", name,
                     "model '" + model.name() + "' is " + (is_planar ? "planar" : "spatial") + ", '" + name +
                         "' belongs to " + (is_planar ? "spatial" : "planar") + " models",
                     is_planar ? "mbs.spatial_model { … }" : "mbs.planar_model { … }");
  }
};

// What only planar models can do yet.
inline void refuse_in_space(const Model& model, const std::string& what) {
  if (model.dimension() == Dimension::planar) return;
  throw InputError("", what,
                   "is not part of this version for spatial models, and '" + model.name() + "' is one");
}

template <class Product>
using Kinds = std::map<std::string, ByDimension<Product>>;

template <class Product>
Kinds<Product> kinds_of(const std::vector<CatalogEntry<Product>>& planar,
                        const std::vector<CatalogEntry<Product>>& spatial) {
  Kinds<Product> kinds;
  for (const auto& entry : planar) kinds[entry.name].planar = &entry;
  for (const auto& entry : spatial) kinds[entry.name].spatial = &entry;
  return kinds;
}

}  // namespace perilune
