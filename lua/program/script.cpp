#include <cstdio>

#include "lua/binding/guard.h"
#include "lua/binding/object.h"
#include "lua/binding/sandbox.h"
#include "lua/program/commands.h"

namespace perilune {
namespace {

const char script_key = 0;  // registry: the compiled script

// arg[0] is the script, arg[1] … what follows "--" on the command line; the script itself gets them as `...`.
void set_arguments(lua_State* L, const Host& host) {
  lua_pushglobaltable(L);
  lua_newtable(L);
  push_text(L, host.script_path);
  lua_rawseti(L, -2, 0);
  lua_Integer position = 0;
  for (const std::string& argument : host.options.arguments) {
    push_text(L, argument);
    lua_rawseti(L, -2, ++position);
  }
  lua_setfield(L, -2, "arg");
  lua_pop(L, 1);
}

}  // namespace

bool load_script(Host& host) {
  return host.protect([&host] {
    lua_State* L = host.main();
    set_arguments(L, host);
    push_chunk(L, read_source(host.script_path), host.script_path);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &script_key);
  });
}

bool call_script(Host& host) {
  return host.protect([&host] {
    lua_State* L = host.main();
    lua_rawgetp(L, LUA_REGISTRYINDEX, &script_key);
    const int count = static_cast<int>(host.options.arguments.size());
    luaL_checkstack(L, count + 1, "arguments");
    for (const std::string& argument : host.options.arguments) push_text(L, argument);
    lua_call(L, count, 0);
  });
}

bool run_script(Host& host) { return load_script(host) && call_script(host); }

void print_failure(const Host& host, bool traceback) {
  std::fprintf(stderr, "%s\n", host.error.c_str());
  if (traceback && !host.traceback.empty()) std::fprintf(stderr, "%s\n", host.traceback.c_str());
}

}  // namespace perilune
