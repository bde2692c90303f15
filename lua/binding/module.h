#pragma once

#include <lua.hpp>
#include <vector>

namespace perilune {

// What `require "perilune"` returns, made anew each time.
void push_module(lua_State* L);

// Gives the table on top a metatable: reading a name it does not have is an error with the nearest one; of the names
// `planned` for later versions reading gives nil, of `missing` it is an error that says so.
void make_strict(lua_State* L, const char* name, const std::vector<const char*>& planned,
                 const std::vector<const char*>& missing = {});

// Each adds its part of the module to the table on top.
void add_models(lua_State* L);
void add_laws(lua_State* L);  // laws, law, stiffness
void add_mass_properties(lua_State* L);
void add_friction(lua_State* L);     // friction, friction_law
void add_integrators(lua_State* L);  // integrators, stabilization
void add_acceptance(lua_State* L);   // accept
void add_joints(lua_State* L);       // joint
void add_rotations(lua_State* L);    // rotation
void add_parameters(lua_State* L);   // parameter, output
void add_plots(lua_State* L);        // plot, report, out

}  // namespace perilune
