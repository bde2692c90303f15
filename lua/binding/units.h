#pragma once

#include <lua.hpp>

namespace perilune {

// Adds mbs.mm, mbs.deg, mbs.GPa … to the table on top: plain multipliers into SI units.
void add_units(lua_State* L);

}  // namespace perilune
