#include <sys/stat.h>
#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/model/suggest.h"
#include "lua/binding/module.h"
#include "lua/binding/object.h"
#include "lua/binding/sandbox.h"

namespace perilune {
namespace {

const char loaded_key = 0;  // registry: name → what the file returned

void push_loaded(lua_State* L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &loaded_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &loaded_key);
}

// "tools.plot" beside ball.lua is tools/plot.lua; nothing outside the script's folder can be meant.
std::string path_of(const Host& host, const std::string& name) {
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '.';
  });
  if (!plain || name.front() == '.' || name.back() == '.' || name.find("..") != std::string::npos) {
    throw InputError("", "require", "\"" + name + "\" is not the name of a file beside the script",
                     "require \"tools.plot\" loads tools/plot.lua");
  }
  std::string path = name;
  std::replace(path.begin(), path.end(), '.', '/');
  return host.script_folder + path + ".lua";
}

// A file being loaded. Throws InputError "a -> b -> a" when it is being loaded already.
class Loading {
 public:
  Loading(std::vector<std::string>& names, const std::string& name) : names_(names) {
    const auto first = std::find(names.begin(), names.end(), name);
    std::string chain;
    for (auto each = first; each != names.end(); ++each) chain += *each + " -> ";
    if (!chain.empty()) throw InputError("", "require", "files require each other: " + chain + name);
    names.push_back(name);
  }
  ~Loading() { names_.pop_back(); }
  Loading(const Loading&) = delete;

 private:
  std::vector<std::string>& names_;
};

// Leaves what the file returns; its errors come out with its own lines.
void run_file(lua_State* L, const std::string& name, const std::string& path) {
  const Loading loading(Host::of(L).loading, name);
  if (const std::string meant = did_you_mean(name, {"perilune"}); !meant.empty() && !std::ifstream(path))
    throw InputError("", "", "cannot read '" + path + "'" + meant, "local mbs = require \"perilune\"");
  push_chunk(L, read_source(path), path);
  Host::of(L).required_files.push_back(path);
  push_text(L, name);
  lua_call(L, 1, 1);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_pushboolean(L, true);
}

int require(lua_State* L) {
  const std::string name = luaL_checkstring(L, 1);
  push_loaded(L);
  const int loaded = lua_gettop(L);
  if (lua_getfield(L, loaded, name.c_str()) != LUA_TNIL) return 1;
  if (name == "perilune") push_module(L);
  else run_file(L, name, path_of(Host::of(L), name));
  lua_pushvalue(L, -1);
  lua_setfield(L, loaded, name.c_str());
  return 1;
}

// Trusted scripts have the stock `require`, with the module in place and the script's folder first.
void add_trusted_require(lua_State* L, int environment) {
  luaL_requiref(L, LUA_LOADLIBNAME, luaopen_package, 0);
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, [](lua_State* L) {
    push_module(L);
    return 1;
  });
  lua_setfield(L, -2, "perilune");
  lua_pop(L, 1);
  lua_getfield(L, -1, "path");
  const std::string folder = Host::of(L).script_folder, path = folder + "?.lua;" + lua_tostring(L, -1);
  lua_pop(L, 1);
  set_text(L, "path", path);
  lua_setfield(L, environment, "package");
  lua_getglobal(L, "require");
  lua_setfield(L, environment, "require");
}

bool is_folder(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

void add_require(lua_State* L) {
  const int environment = lua_gettop(L);
  if (Host::of(L).options.trust) {
    add_trusted_require(L, environment);
    return;
  }
  lua_pushcfunction(L, guarded<require>);
  lua_setfield(L, environment, "require");
}

std::string read_source(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (is_folder(path)) throw InputError("", "", "'" + path + "' is a folder, not a script");
  if (!file) throw InputError("", "", "cannot read '" + path + "'");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void push_chunk(lua_State* L, const std::string& source, const std::string& path) {
  std::size_t start = source.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0;
  if (start < source.size() && source[start] == '#')
    start = std::min(source.find('\n', start), source.size());
  if (start < source.size() && source[start] == LUA_SIGNATURE[0]) {
    throw InputError(path, "", "this is a compiled chunk; scripts are text");
  }
  const std::string name = "@" + path;
  const int status = luaL_loadbufferx(L, source.data() + start, source.size() - start, name.c_str(), "t");
  if (status != LUA_OK) lua_error(L);
}

}  // namespace perilune
