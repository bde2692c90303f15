#include "lua/binding/object.h"

#include <algorithm>

#include "engine/model/suggest.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

std::vector<std::string> known_names(lua_State* L) {
  std::vector<std::string> names = table_keys(L, lua_upvalueindex(1));
  for (std::string& name : table_keys(L, lua_upvalueindex(2))) names.push_back(std::move(name));
  std::sort(names.begin(), names.end());
  return names;
}

// Upvalues: attributes, methods, later.
int index_object(lua_State* L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TFUNCTION) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    return 1;
  }
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TFUNCTION) return 1;
  const std::string object = describe(L, 1), key = describe_key(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(3)) != LUA_TNIL) {
    throw InputError("", object, "'" + key + "' is not part of this version");
  }
  const std::vector<std::string> names = known_names(L);
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  throw InputError("", object,
                   "there is no '" + key + "'" + did_you_mean(key, names) + " (it has: " + list + ")");
}

int refuse_write(lua_State* L) {
  const std::string key = describe_key(L, 2);
  throw InputError("", describe(L, 1), "'" + key + "' cannot be set", "describe it fully in its constructor");
}

}  // namespace

void ClassBuilder::set(int table, const char* name, lua_CFunction function, const void* entry) const {
  if (entry) lua_pushlightuserdata(L_, const_cast<void*>(entry));
  lua_pushcclosure(L_, function, entry ? 1 : 0);
  lua_setfield(L_, table, name);
}

void ClassBuilder::later(const std::vector<const char*>& names) const {
  for (const char* name : names) {
    lua_pushboolean(L_, true);
    lua_setfield(L_, later_, name);
  }
}

void push_metatable(lua_State* L, const ClassInfo& info) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &info) == LUA_TTABLE) return;
  lua_pop(L, 1);
  luaL_checkstack(L, 10, "metatable");
  lua_createtable(L, 0, 8);
  const int table = lua_gettop(L);
  for (int i = 0; i < 3; ++i) lua_newtable(L);
  info.build(ClassBuilder(L, table + 1, table + 2, table + 3));
  lua_pushcclosure(L, guarded<index_object>, 3);
  lua_setfield(L, table, "__index");
  lua_pushcfunction(L, guarded<refuse_write>);
  lua_setfield(L, table, "__newindex");
  const std::pair<const char*, lua_CFunction> functions[] = {
      {"__tostring", info.to_text}, {"__eq", info.equal}, {"__gc", info.finalize}};
  for (const auto& [name, function] : functions) {
    if (!function) continue;
    lua_pushcfunction(L, function);
    lua_setfield(L, table, name);
  }
  set_text(L, "__name", info.name);
  set_text(L, "__metatable", "locked");
  lua_pushvalue(L, table);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &info);
}

ClassMembers members_of(lua_State* L, const ClassInfo& info) {
  luaL_checkstack(L, 10, "members");
  const int top = lua_gettop(L);
  for (int i = 0; i < 3; ++i) lua_newtable(L);
  info.build(ClassBuilder(L, top + 1, top + 2, top + 3));
  ClassMembers members = {table_keys(L, top + 1), table_keys(L, top + 2)};
  lua_settop(L, top);
  return members;
}

void refuse_self(const char* class_name) {
  throw InputError("", class_name, "this is called with a colon",
                   std::string("write ") + class_name + ":name {…}");
}

void push_text(lua_State* L, const std::string& text) { lua_pushlstring(L, text.data(), text.size()); }

void push_numbers(lua_State* L, const std::vector<double>& numbers) {
  lua_createtable(L, static_cast<int>(numbers.size()), 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    lua_pushnumber(L, numbers[i]);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
}

void set_number(lua_State* L, const char* key, double value) {
  lua_pushnumber(L, value);
  lua_setfield(L, -2, key);
}

void set_text(lua_State* L, const char* key, const std::string& value) {
  push_text(L, value);
  lua_setfield(L, -2, key);
}

void push_cached(lua_State* L, const char* key, void (*make)(lua_State* L)) {
  if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 1);
  }
  if (lua_getfield(L, -1, key) == LUA_TNIL) {
    lua_pop(L, 1);
    make(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, key);
  }
  lua_remove(L, -2);
}

}  // namespace perilune
