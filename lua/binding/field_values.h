#pragma once

#include <lua.hpp>
#include <memory>
#include <string>

#include "engine/model/field.h"
#include "engine/model/model.h"

namespace perilune {

// The value at index as this field wants it, checked. model: whose bodies and points may be meant.
Value read_field(lua_State* L, int index, const FieldInfo& field, const std::shared_ptr<Model>& model);

// What a field holds, for messages: "a number [kg]".
std::string wanted(const FieldInfo& field, Dimension dimension = Dimension::planar);

}  // namespace perilune
