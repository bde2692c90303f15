#pragma once

#include "engine/model/contact_law.h"
#include "engine/model/field.h"

namespace perilune {

// mbs.laws.NAME{…}.
const std::vector<CatalogEntry<ContactLawPointer>>& contact_law_catalog();

// nullptr: the law has no such field.
const FieldInfo* find_field(const CatalogEntry<ContactLawPointer>& entry, const std::string& name);

}  // namespace perilune
