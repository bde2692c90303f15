#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <lua.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/model.h"
#include "lua/binding/task.h"
#include "lua/binding/watch.h"

namespace perilune {

class SharedCode;

// One --set NAME=VALUE of the command line.
struct Setting {
  std::string name;
  double value = 0;
  bool used = false;
};

struct HostOptions {
  bool trust = false;  // stock libraries, files anywhere
  bool machine_code =
      true;  // of compiled functions, where the computer lets it run; false: the register machine
  bool check_only = false;       // nothing is simulated; asking for a result ends the script
  double max_seconds = 600;      // [s] of Lua outside simulations
  double max_call_seconds = 10;  // [s] of any single call from the engine
  std::size_t max_memory = std::size_t{512} << 20;  // [bytes] of Lua values
  std::string script;                               // its path, as given
  std::vector<Setting> settings;
  std::vector<std::string> arguments;  // after "--"
};

// A declared mbs.parameter.
struct Parameter {
  std::string name, unit, doc, origin;
  double value = 0;
  bool from_command_line = false;
};

// What a constructor left to its default, for `perilune check`.
struct DefaultsUsed {
  std::string origin, element, text;
};

// A function of the script that the engine calls, for `perilune check`.
struct FunctionNote {
  std::string origin, purpose, text;
};

// Why the script cannot go on, however often it catches the error.
struct Halt {
  enum class Kind { none, limit, interrupted, usage, end_of_check, exit };
  Kind kind = Kind::none;
  int status = 0;  // of the process
  std::string message;
};

// One script with everything it has made: the owner of the interpreter, and the only place where script and
// program meet. Nothing here is global, so several may live side by side.
class Host {
 public:
  explicit Host(HostOptions options);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  static Host& of(lua_State* L) { return **static_cast<Host**>(lua_getextraspace(L)); }

  lua_State* main() const { return L_; }
  // The thread (coroutine) that runs now: callbacks from the engine are called on it.
  lua_State* current() const { return watch.current.load(std::memory_order_relaxed); }

  // Runs `action` where errors of the interpreter are caught. false: it failed with `error`.
  bool protect(const std::function<void()>& action);
  std::string error, traceback;  // of the last failure

  // Stops the script for good; raises an error that comes back each time it is caught.
  [[noreturn]] void stop(lua_State* L, Halt halt);
  bool is_halted() const { return halt.kind != Halt::Kind::none; }
  void enforce_halt(lua_State* L);  // arms the error on this thread
  Halt take_halt();                 // when the script has ended: what stopped it; protect() works again

  // Refuses, with the phase named, what a callback of the engine may not do ("model:body").
  void refuse_inside_callback(const std::string& what) const;

  Watchman::Limits limits() const { return {options.max_seconds, options.max_call_seconds}; }

  const HostOptions options;
  Watch watch;
  Halt halt;
  const std::string* phase = nullptr;  // what the engine is calling, "force of law 'mine'"; none: nothing
  std::uint64_t script_calls =
      0;  // grows whenever the script has run: what compiled functions took from it may differ
  std::uint64_t verify_laws = 0;  // every so many calls of a compiled function are interpreted, too; 0: none
  std::map<std::string, std::weak_ptr<SharedCode>> code;  // of functions, by what they mean
  long translations = 0;                                  // of functions to routines, so far
  std::size_t memory = 0;                                 // [bytes] held by the interpreter
  int error_handler = LUA_NOREF;                          // in the registry

  std::string script_path, script_folder, script_name;  // as given; its folder; "ball" of "ball.lua"
  std::string results_folder;                           // where the program puts results of its own accord
  std::vector<std::string> loading;                     // files that `require` is loading now
  std::vector<std::string> required_files;
  std::vector<Setting> settings;
  std::vector<Parameter> parameters;
  std::vector<std::pair<std::string, double>> outputs;
  std::vector<DefaultsUsed> defaults;
  std::vector<FunctionNote> functions;
  std::vector<std::shared_ptr<Model>> models;  // kept for `perilune check` only
  std::vector<TaskReportPointer> reports;      // of all simulations, in the order of their lines
  std::vector<TaskPointer> unfinished;
  int failed_expectations = 0;
  bool io_failed = false;

  std::function<std::string()> manifest;   // of the runs so far; none: nobody keeps one
  std::function<void(Task&)> on_finished;  // a simulation is over
  std::function<void(const Task&, const Progress&)> on_progress;  // after accepted steps

 private:
  void name_script();
  void open();
  static void* allocate(void* host, void* block, std::size_t old_size, std::size_t new_size);
  lua_State* L_ = nullptr;
  std::size_t refused_ = 0;  // [bytes] size of the allocation refused last
};

// A value kept alive in the registry.
class Reference {
 public:
  Reference(lua_State* L, int index) : host_(&Host::of(L)) {
    lua_pushvalue(L, index);
    id_ = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  ~Reference() { luaL_unref(host_->main(), LUA_REGISTRYINDEX, id_); }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  void push(lua_State* L) const { lua_rawgeti(L, LUA_REGISTRYINDEX, id_); }

 private:
  Host* host_;
  int id_;
};

// A call from the engine into the script: named for messages and limits, the stack restored afterwards.
class Callback {
 public:
  Callback(Host& host, const std::string& purpose)
      : call_(host.watch), host_(host), L_(host.current()), top_(lua_gettop(L_)), outer_(host.phase) {
    host.phase = &purpose;
  }
  ~Callback() {
    host_.phase = outer_;
    ++host_.script_calls;
    lua_settop(L_, top_);
  }
  Callback(const Callback&) = delete;
  lua_State* state() const { return L_; }
  int top() const { return top_; }
  // Calls what lies above top() + 1, where the error handler is; throws FunctionError.
  void call(int arguments, int results, const std::string& definition) const;

 private:
  CallFromEngine call_;
  Host& host_;
  lua_State* L_;
  int top_;
  const std::string* outer_;
};

// Where the function at index was written, "ball.lua:12".
std::string definition_of(lua_State* L, int index);

// Marks L as the running thread while it lives; halts reach the thread it returns to.
class Running {
 public:
  Running(Host& host, lua_State* L) : host_(host), previous_(host.current()) {
    ++host.script_calls;
    host.watch.current.store(L, std::memory_order_relaxed);
  }
  ~Running() {
    host_.watch.current.store(previous_, std::memory_order_relaxed);
    if (host_.is_halted() && previous_) host_.enforce_halt(previous_);
  }
  Running(const Running&) = delete;

 private:
  Host& host_;
  lua_State* previous_;
};

}  // namespace perilune
