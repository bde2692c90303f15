#include <fmt/format.h>
#include <algorithm>

#include "lua/binding/object.h"
#include "lua/binding/sandbox.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

constexpr lua_Integer longest = 100000000;  // entries that one call of a library function may run over

// Stock functions are kept as upvalue 1 and called on the same arguments.
int call_stock(lua_State* L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

void wrap(lua_State* L, const char* name, lua_CFunction wrapper) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, wrapper, 1);
  lua_setfield(L, -2, name);
}

// ---- base ----

int collectgarbage(lua_State* L) {
  const std::string option = luaL_optstring(L, 1, "collect");
  if (option != "count") throw InputError("", "", "collectgarbage takes only \"count\" here");
  lua_pushnumber(L, static_cast<double>(Host::of(L).memory) / 1024);
  return 1;
}

// A finaliser would run where no limit can reach it.
int set_metatable(lua_State* L) {
  if (lua_istable(L, 2)) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) throw InputError("", "", "a metatable must not have __gc here");
    lua_pop(L, 1);
  }
  return call_stock(L);
}

int load_text(lua_State* L) {
  const int count = lua_gettop(L);
  if (count < 3) lua_settop(L, 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  return call_stock(L);
}

// Numbers in order, then strings in order, then the rest: the stock order changes from run to run, and with it
// the order of bodies and forces of a model that is built in such a loop.
bool comes_first(lua_State* L, int a, int b) {
  const auto rank = [L](int i) {
    return lua_type(L, i) == LUA_TNUMBER ? 0 : lua_type(L, i) == LUA_TSTRING ? 1 : 2;
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return rank(a) < 2 && lua_compare(L, a, b, LUA_OPLT);
}

// Upvalues: the sorted keys, how many have been visited.
int next_pair(lua_State* L) {
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    lua_pushinteger(L, ++i);
    lua_copy(L, -1, lua_upvalueindex(2));
    lua_pop(L, 1);
    if (lua_rawgeti(L, lua_upvalueindex(1), i) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) return 2;  // else: removed on the way
    lua_pop(L, 2);
  }
}

int compare_keys(lua_State* L) {
  lua_pushboolean(L, comes_first(L, 1, 2));
  return 1;
}

// Leaves a list of the keys of the table at index 1, in order. Upvalue 1: table.sort.
void push_sorted_keys(lua_State* L) {
  lua_newtable(L);
  const int keys = lua_gettop(L);
  lua_Integer count = 0;
  for (lua_pushnil(L); lua_next(L, 1);) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, ++count);
  }
  if (static_cast<lua_Integer>(lua_rawlen(L, 1)) == count) {  // a list: 1, 2, … count
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_pushinteger(L, i);
      lua_rawseti(L, keys, i);
    }
    return;
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, keys);
  lua_pushcfunction(L, compare_keys);
  lua_call(L, 2, 0);
}

int pairs_in_order(lua_State* L) {
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  push_sorted_keys(L);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_pair, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// ---- string, table ----

int repeat(lua_State* L) {
  std::size_t size = 0;
  luaL_checklstring(L, 1, &size);
  const lua_Integer count = luaL_checkinteger(L, 2);
  if (count > longest) throw InputError("", "", fmt::format("string.rep of {} copies is too long", count));
  return call_stock(L);
}

int move_entries(lua_State* L) {
  const lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  const bool long_range =
      last >= first &&
      static_cast<lua_Unsigned>(last) - static_cast<lua_Unsigned>(first) > static_cast<lua_Unsigned>(longest);
  if (long_range)
    throw InputError("", "", fmt::format("table.move of entries {} to {} is too long", first, last));
  return call_stock(L);
}

// Functions that run over #t entries: a __len metamethod can promise any number.
int check_length(lua_State* L) {
  if (lua_istable(L, 1) && luaL_getmetafield(L, 1, "__len") != LUA_TNIL) {
    lua_pop(L, 1);
    if (luaL_len(L, 1) > longest) throw InputError("", "", "a table of that length is too long");
  }
  return call_stock(L);
}

// ---- coroutine: the running thread must be known, so that a halt finds it ----

int resume(lua_State* L) {
  lua_State* thread = lua_tothread(L, 1);
  const Running running(Host::of(L), thread ? thread : L);
  return call_stock(L);
}

// Upvalues: the thread (where the stock function looks for it), the stock function.
int resume_wrapped(lua_State* L) {
  const Running running(Host::of(L), lua_tothread(L, lua_upvalueindex(1)));
  return lua_tocfunction(L, lua_upvalueindex(2))(L);
}

int wrap_coroutine(lua_State* L) {
  call_stock(L);
  const char* thread = lua_getupvalue(L, -1, 1);
  lua_pushcfunction(L, lua_tocfunction(L, thread ? -2 : -1));
  lua_pushcclosure(L, guarded<resume_wrapped>, 2);
  return 1;
}

}  // namespace

void add_safe_base(lua_State* L) {
  const int environment = lua_gettop(L);
  lua_pushcfunction(L, guarded<collectgarbage>);
  lua_setfield(L, environment, "collectgarbage");
  const luaL_Reg wrapped[] = {{"setmetatable", guarded<set_metatable>}, {"load", guarded<load_text>}};
  for (const luaL_Reg& entry : wrapped) {
    lua_getglobal(L, entry.name);
    lua_pushcclosure(L, entry.func, 1);
    lua_setfield(L, environment, entry.name);
  }
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 0);
  lua_getfield(L, -1, "sort");
  lua_pushcclosure(L, pairs_in_order, 1);
  lua_setfield(L, environment, "pairs");
  lua_pop(L, 1);
}

void guard_strings(lua_State* L) {
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  wrap(L, "rep", guarded<repeat>);
}

void guard_tables(lua_State* L) {
  wrap(L, "move", guarded<move_entries>);
  for (const char* name : {"insert", "remove", "sort", "concat"}) wrap(L, name, guarded<check_length>);
}

void track_coroutines(lua_State* L) {
  wrap(L, "resume", guarded<resume>);
  wrap(L, "close", guarded<resume>);
  wrap(L, "wrap", guarded<wrap_coroutine>);
}

}  // namespace perilune
