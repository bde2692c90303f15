#pragma once

#include <lua.hpp>

#include "engine/law/function.h"

namespace perilune {

// Where a function's results are found.
enum class ResultsFrom {
  returned,  // what it returns
  argument,  // what it leaves in the fields of its first argument (on_commit)
};

// The script's function at index, to be bound by the element that receives it.
FunctionSourcePointer make_function_source(lua_State* L, int index);

// The same, bound at once.
FunctionPointer make_function(lua_State* L, int index, const Signature& signature,
                              ResultsFrom results = ResultsFrom::returned);

}  // namespace perilune
