#include "lua/binding/host.h"

#include <cstdlib>
#include <stdexcept>

#include "lua/binding/guard.h"
#include "lua/binding/sandbox.h"

namespace perilune {
namespace {

// The text of any error object; an error in its __tostring is no reason for another error.
std::string text_of(lua_State* L, int index) {
  const std::string nothing = std::string("(error object is a ") + luaL_typename(L, index) + " value)";
  const bool worded = lua_isstring(L, index) || luaL_getmetafield(L, index, "__tostring") != LUA_TNIL;
  if (!worded) return nothing;
  lua_pushcfunction(L, [](lua_State* L) {
    luaL_tolstring(L, 1, nullptr);
    return 1;
  });
  lua_pushvalue(L, index);
  const bool is_text = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING;
  const std::string text = is_text ? lua_tostring(L, -1) : nothing;
  lua_pop(L, 1);
  return text;
}

// Message handler: every error that reaches a user is a string; the traceback is kept aside.
int handle_error(lua_State* L) {
  Host& host = Host::of(L);
  std::string text = text_of(L, 1);
  if (lua_type(L, 1) != LUA_TSTRING) text = user_line(L) + ": " + text;
  luaL_traceback(L, L, nullptr, 1);
  host.traceback = lua_tostring(L, -1);
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

Halt memory_halt(std::size_t most) {
  return {Halt::Kind::limit, 4,
          "limit exceeded: the script's memory would pass " + std::to_string(most >> 20) +
              " MB (raise with --max-memory)"};
}

int call_action(lua_State* L) {
  (*static_cast<const std::function<void()>*>(lua_touserdata(L, 1)))();
  return 0;
}

}  // namespace

Host::Host(HostOptions given) : options(std::move(given)), settings(options.settings) {
  name_script();
  L_ = lua_newstate(&Host::allocate, this);
  if (!L_) throw std::bad_alloc();
  *static_cast<Host**>(lua_getextraspace(L_)) = this;
  watch.current = L_;
  open();
}

void Host::name_script() {
  script_path = options.script;
  const std::size_t slash = script_path.rfind('/'), start = slash == std::string::npos ? 0 : slash + 1;
  script_folder = script_path.substr(0, start);
  script_name = script_path.substr(start);
  const std::size_t dot = script_name.rfind(".lua");
  if (dot != std::string::npos && dot > 0 && dot + 4 == script_name.size()) script_name.resize(dot);
}

void Host::open() {
  const bool opened = protect([this] {
    lua_pushcfunction(L_, guarded<handle_error>);
    error_handler = luaL_ref(L_, LUA_REGISTRYINDEX);
    open_sandbox(*this);
  });
  if (!opened) throw std::runtime_error(error);
}

Host::~Host() {
  on_finished = nullptr;
  // What holds functions of the script goes before the interpreter does.
  unfinished.clear(), reports.clear(), models.clear();
  watch.current = nullptr;
  lua_close(L_);
}

// Counts what the interpreter holds. Refusing makes it collect garbage and ask once more; only the second refusal of
// the same size is the end, and then for good: a script that catches it must not run on as if all were well.
void* Host::allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
  Host& host = *static_cast<Host*>(self);
  const std::size_t held = block ? old_size : 0;  // without a block, old_size is a type
  if (new_size == 0) {
    host.memory -= held;
    std::free(block);
    return nullptr;
  }
  if (new_size > held && host.memory - held + new_size > host.options.max_memory) {
    const bool is_final = host.refused_ == new_size || new_size > host.options.max_memory;
    if (is_final && !host.is_halted()) {
      host.halt = memory_halt(host.options.max_memory);
      if (lua_State* L = host.current()) arm_halt(L);
    }
    host.refused_ = new_size;
    return nullptr;
  }
  void* moved = std::realloc(block, new_size);
  if (!moved) return nullptr;
  if (new_size > held) host.refused_ = 0;
  host.memory += new_size - held;
  return moved;
}

bool Host::protect(const std::function<void()>& action) {
  lua_State* L = current();
  const int top = lua_gettop(L);
  if (error_handler == LUA_NOREF) lua_pushnil(L);
  else lua_rawgeti(L, LUA_REGISTRYINDEX, error_handler);
  lua_pushcfunction(L, guarded<call_action>);
  lua_pushlightuserdata(L, const_cast<std::function<void()>*>(&action));
  const int status = lua_pcall(L, 1, 0, error_handler == LUA_NOREF ? 0 : top + 1);
  if (status != LUA_OK) {
    error = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "an error without text";
    // Library functions that grow buffers word the refusal themselves.
    const bool out_of_memory = error.find("not enough memory") != std::string::npos;
    if (!is_halted() && (status == LUA_ERRMEM || out_of_memory)) halt = memory_halt(options.max_memory);
    if (is_halted()) error = halt.message;
  }
  lua_settop(L, top);
  return status == LUA_OK;
}

void Host::stop(lua_State* L, Halt why) {
  halt = std::move(why);
  arm_halt(L);
  lua_pushstring(L, halt.message.c_str());
  lua_error(L);
  std::abort();  // lua_error does not return
}

void Host::enforce_halt(lua_State* L) { arm_halt(L); }

Halt Host::take_halt() {
  Halt taken = std::move(halt);
  halt = {};
  watch.expired = false, watch.signal = 0, watch.used = 0;
  if (watch.since != 0) watch.since = monotonic_nanoseconds();
  lua_sethook(L_, nullptr, 0, 0);
  return taken;
}

void Host::refuse_inside_callback(const std::string& what) const {
  if (!phase) return;
  throw InputError("", what, "must not be called inside " + *phase,
                   "build and simulate models in the script itself, before or after the run");
}

void Callback::call(int arguments, int results, const std::string& definition) const {
  const int status = lua_pcall(L_, arguments, results, top_ + 1);
  if (status == LUA_OK) return;
  if (host_.is_halted()) throw FunctionError(host_.halt.message, host_.traceback);
  std::string text = lua_type(L_, -1) == LUA_TSTRING ? lua_tostring(L_, -1) : "an error without text";
  if (text.find("attempt to yield") != std::string::npos) {
    text = definition + ": " + *host_.phase + " must not yield";
  } else if (text.find('\n') == std::string::npos) {
    text += " (in " + *host_.phase + ")";
  }
  throw FunctionError(text, host_.traceback);
}

std::string definition_of(lua_State* L, int index) {
  lua_Debug info;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &info);
  if (info.linedefined < 0) return Host::of(L).script_path;
  const bool is_file = info.source[0] == '@' || info.source[0] == '=';
  return std::string(is_file ? info.source + 1 : info.short_src) + ":" + std::to_string(info.linedefined);
}

}  // namespace perilune
