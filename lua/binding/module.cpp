#include "lua/binding/module.h"

#include "engine/model/suggest.h"
#include "lua/binding/object.h"
#include "lua/binding/units.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

bool has_entry(lua_State* L, int table, int key) {
  lua_pushvalue(L, key);
  const bool found = lua_rawget(L, table) != LUA_TNIL;
  lua_pop(L, 1);
  return found;
}

// Upvalues: the table's name, planned names, missing names.
int refuse_entry(lua_State* L) {
  if (has_entry(L, lua_upvalueindex(2), 2)) return 0;
  const std::string table = lua_tostring(L, lua_upvalueindex(1)), key = describe_key(L, 2);
  if (has_entry(L, lua_upvalueindex(3), 2)) {
    throw InputError("", table + "." + key, "is not part of this version");
  }
  std::vector<std::string> names = table_keys(L, 1);
  std::string list;
  if (names.size() < 30) {
    for (const std::string& name : names) list += (list.empty() ? " (it has: " : ", ") + name;
    list += ")";
  }
  throw InputError("", table, "there is no '" + key + "'" + did_you_mean(key, names) + list);
}

void push_set(lua_State* L, const std::vector<const char*>& names) {
  lua_newtable(L);
  for (const char* name : names) {
    lua_pushboolean(L, true);
    lua_setfield(L, -2, name);
  }
}

}  // namespace

void make_strict(lua_State* L, const char* name, const std::vector<const char*>& planned,
                 const std::vector<const char*>& missing) {
  lua_newtable(L);
  lua_pushstring(L, name);
  push_set(L, planned);
  push_set(L, missing);
  lua_pushcclosure(L, guarded<refuse_entry>, 3);
  lua_setfield(L, -2, "__index");
  set_text(L, "__metatable", "locked");
  lua_setmetatable(L, -2);
}

void push_module(lua_State* L) {
  lua_newtable(L);
  set_text(L, "version", PERILUNE_VERSION);
  add_units(L);
  add_models(L);
  add_laws(L);
  add_mass_properties(L);
  add_friction(L);
  add_integrators(L);
  add_acceptance(L);
  add_joints(L);
  add_rotations(L);
  add_parameters(L);
  add_plots(L);
  make_strict(L, "mbs", {}, {"section", "mesh"});
}

}  // namespace perilune
