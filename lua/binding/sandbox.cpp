#include "lua/binding/sandbox.h"

#include <cstdio>

#include "engine/model/suggest.h"
#include "lua/binding/object.h"
#include "lua/binding/values.h"
#include "lua/bytecode/surroundings.h"

namespace perilune {
namespace {

// A library as it is shipped, without making it a global.
void push_library(lua_State* L, const char* name, lua_CFunction open) { luaL_requiref(L, name, open, 0); }

void copy_entries(lua_State* L, int from, int to, const std::vector<const char*>& names) {
  for (const char* name : names) {
    lua_getfield(L, from, name);
    lua_setfield(L, to, name);
  }
}

// Of the functions that are running, the script itself last.
std::vector<std::string> local_names(lua_State* L) {
  std::vector<std::string> names;
  lua_Debug frame;
  for (int level = 1; lua_getstack(L, level, &frame); ++level) {
    for (int i = 1; const char* name = lua_getlocal(L, &frame, i); ++i, lua_pop(L, 1)) {
      if (name[0] != '(') names.emplace_back(name);
    }
  }
  return names;
}

int refuse_global(lua_State* L) {
  const std::string key = describe_key(L, 2);
  std::vector<std::string> known = table_keys(L, 1);
  for (std::string& name : local_names(L)) known.push_back(std::move(name));
  throw InputError("", "", "there is no global '" + key + "'" + did_you_mean(key, known),
                   key == "mbs" ? "local mbs = require \"perilune\"" : "");
}

// A new table of globals: `_G` in scripts, chunks and `load`.
int push_environment(lua_State* L) {
  lua_newtable(L);
  const int environment = lua_gettop(L);
  lua_pushvalue(L, environment);
  lua_setfield(L, environment, "_G");
  lua_newtable(L);
  lua_pushcfunction(L, guarded<refuse_global>);
  lua_setfield(L, -2, "__index");
  set_text(L, "__metatable", "locked");
  lua_setmetatable(L, environment);
  return environment;
}

// Scripts see the string library itself, but cannot reach the metatable of strings.
void lock_strings(lua_State* L) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  set_text(L, "__metatable", "locked");
  lua_pop(L, 2);
}

void add_libraries(lua_State* L, int environment, bool trust) {
  push_library(L, LUA_STRLIBNAME, luaopen_string);
  if (!trust) guard_strings(L);
  lock_strings(L);
  lua_setfield(L, environment, "string");
  push_library(L, LUA_TABLIBNAME, luaopen_table);
  if (!trust) guard_tables(L);
  lua_setfield(L, environment, "table");
  push_library(L, LUA_MATHLIBNAME, luaopen_math);
  extend_math(L);
  lua_setfield(L, environment, "math");
  push_library(L, LUA_COLIBNAME, luaopen_coroutine);
  track_coroutines(L);
  lua_setfield(L, environment, "coroutine");
  push_library(L, LUA_UTF8LIBNAME, luaopen_utf8);
  lua_setfield(L, environment, "utf8");
}

// A library of which only these entries are shown.
void add_part(lua_State* L, int environment, const char* name, lua_CFunction open,
              const std::vector<const char*>& entries) {
  lua_newtable(L);
  push_library(L, name, open);
  copy_entries(L, lua_gettop(L), lua_gettop(L) - 1, entries);
  lua_pop(L, 1);
  lua_setfield(L, environment, name);
}

// Same numbers in every run of the same script.
void seed_random(lua_State* L, int environment) {
  lua_getfield(L, environment, "math");
  lua_getfield(L, -1, "randomseed");
  lua_pushinteger(L, 1);
  lua_call(L, 1, 0);
  lua_pop(L, 1);
}

// os.exit of a trusted script ends it as the last line would, so that results are still written.
int exit_script(lua_State* L) {
  int status = 0;
  if (lua_isboolean(L, 1)) status = lua_toboolean(L, 1) ? 0 : 1;
  else status = static_cast<int>(luaL_optinteger(L, 1, 0));
  Host::of(L).stop(L, {Halt::Kind::exit, status, "os.exit"});
}

// --trust: everything the interpreter ships, except that exits stay under control and `pairs` in order.
void add_trusted(lua_State* L, int environment, int base) {
  copy_entries(L, base, environment, {"collectgarbage", "dofile", "load", "loadfile", "setmetatable"});
  push_library(L, LUA_IOLIBNAME, luaopen_io);
  lua_setfield(L, environment, "io");
  push_library(L, LUA_OSLIBNAME, luaopen_os);
  lua_pushcfunction(L, guarded<exit_script>);
  lua_setfield(L, -2, "exit");
  lua_setfield(L, environment, "os");
  push_library(L, LUA_DBLIBNAME, luaopen_debug);
  lua_setfield(L, environment, "debug");
}

// warn("text") goes to standard error.
void print_warning(void*, const char* text, int to_be_continued) {
  std::fputs(text, stderr);
  if (!to_be_continued) std::fputc('\n', stderr);
}

}  // namespace

void open_sandbox(Host& host) {
  lua_State* L = host.main();
  lua_setwarnf(L, print_warning, nullptr);
  push_library(L, LUA_GNAME, luaopen_base);
  const int base = lua_gettop(L), environment = push_environment(L);
  copy_entries(L, base, environment,
               {"assert", "error", "getmetatable", "ipairs", "next", "pcall", "print", "rawequal", "rawget",
                "rawlen", "rawset", "select", "tonumber", "tostring", "type", "xpcall", "warn", "_VERSION"});
  add_safe_base(L);
  add_libraries(L, environment, host.options.trust);
  if (host.options.trust) {
    add_trusted(L, environment, base);
  } else {
    add_part(L, environment, LUA_OSLIBNAME, luaopen_os, {"time", "clock", "date", "difftime"});
    add_part(L, environment, LUA_DBLIBNAME, luaopen_debug, {"traceback"});
  }
  add_require(L);
  bytecode::remember_functions(L, environment);
  seed_random(L, environment);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_settop(L, base - 1);
}

}  // namespace perilune
