#pragma once

#include <string>
#include <vector>

#include "engine/model/field.h"
#include "engine/model/model.h"
#include "lua/binding/said.h"
#include "lua/manual/language.h"

namespace perilune {

std::vector<LanguageField> described(const std::vector<FieldInfo>& fields, Dimension dimension);
std::vector<LanguageField> described(const std::vector<SaidField>& fields);

// What the catalogues put into one owner, "mbs.laws" or "PlanarModel".
std::vector<LanguageFunction> catalog_functions(const std::string& owner);

// Fields of a constructor that a Field list describes although it is in no catalogue, or those said by hand.
std::vector<LanguageField> fields_of_constructor(const std::string& key);

}  // namespace perilune
