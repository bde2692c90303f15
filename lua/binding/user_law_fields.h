#pragma once

#include "engine/contact_laws/user_law.h"
#include "lua/binding/function_source.h"
#include "lua/binding/reader.h"

namespace perilune {

// What mbs.law {…} and mbs.friction_law {…} have in common.

// { NAME = number, … } of a field, by name.
NamedNumbers read_named_numbers(lua_State* L, const FieldTable& table, const char* field);

// The function(c, p) of a field; nullptr when it is not given.
FunctionPointer read_function(lua_State* L, const FieldTable& table, const char* field,
                              const Signature& signature, ResultsFrom results = ResultsFrom::returned);

// strict = true: an error unless all of the functions given is compiled.
void check_strict(const FieldTable& table, const std::vector<FunctionPointer>& functions);

}  // namespace perilune
