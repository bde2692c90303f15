#pragma once

#include <atomic>
#include <cstdint>

struct lua_State;

namespace perilune {

// What a timer signal may look at to find Lua that does not end. A count hook would do it, too, but costs 70 % of
// the speed of every law; this costs a counter. Everything here is lock-free.
struct Watch {
  std::atomic<lua_State*> current{nullptr};  // thread that runs
  std::atomic<std::int64_t> used{0};         // [ns] of Lua outside simulations, in stretches that have ended
  std::atomic<std::int64_t> since{0};   // [ns] start of the present stretch; 0: a simulation runs, or nothing
  std::atomic<std::uint64_t> calls{0};  // calls from the engine, ever
  std::atomic<int> depth{0};            // calls from the engine that are on now
  std::atomic<bool> expired{false};
  std::atomic<int> signal{0};  // SIGINT or SIGTERM that arrived
};

std::int64_t monotonic_nanoseconds();

// A stretch without Lua of the script: a simulation. Callbacks inside it are limited one by one.
class NativeStretch {
 public:
  explicit NativeStretch(Watch& watch);
  ~NativeStretch();
  NativeStretch(const NativeStretch&) = delete;

 private:
  Watch& watch_;
  bool outermost_;
};

// A call from the engine into Lua.
class CallFromEngine {
 public:
  explicit CallFromEngine(Watch& watch) : watch_(watch) {
    watch.calls.store(watch.calls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    watch.depth.store(watch.depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  ~CallFromEngine() {
    watch_.depth.store(watch_.depth.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
  }
  CallFromEngine(const CallFromEngine&) = delete;

 private:
  Watch& watch_;
};

// While it lives, a timer looks after the host's script, and SIGINT and SIGTERM ask it to stop. One at a time
// (signals belong to the process).
class Watchman {
 public:
  struct Limits {
    double script;  // [s] of Lua outside simulations
    double call;    // [s] of a single call from the engine
  };
  Watchman(Watch& watch, Limits limits);
  ~Watchman();
  Watchman(const Watchman&) = delete;
};

// The hook with which a halt reaches a thread; set by lua_sethook, also from a signal.
void arm_halt(lua_State* L);

}  // namespace perilune
