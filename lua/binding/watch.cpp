#include "lua/binding/watch.h"

#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>
#include <csignal>
#include <ctime>

#include "lua/binding/guard.h"

namespace perilune {
namespace {

constexpr std::int64_t second = 1000000000;
constexpr suseconds_t tick = 50000;  // [µs]

// What the signal handlers look at: the one watched script, its limits, and the call seen at the last tick.
std::atomic<Watch*> watched{nullptr};
std::atomic<std::int64_t> limit{0}, limit_of_call{0};  // [ns]
std::atomic<std::uint64_t> seen_call{0};
std::atomic<std::int64_t> seen_since{0};  // [ns]

void arm_current(Watch& watch) {
  if (lua_State* L = watch.current.load()) arm_halt(L);
}

// How long the script, or the present call from the engine, has been running [ns].
std::int64_t running_time(Watch& watch) {
  const std::int64_t now = monotonic_nanoseconds();
  if (watch.depth.load() > 0) {
    const std::uint64_t call = watch.calls.load();
    if (seen_call.exchange(call) != call) seen_since = now;
    return now - seen_since.load();
  }
  seen_call = 0;
  const std::int64_t since = watch.since.load();
  return since == 0 ? 0 : watch.used.load() + now - since;
}

// C code that never returns to the interpreter (a pattern that backtracks for ever) sees no hook: nothing is
// left but to leave. What has been simulated is already on disk.
[[noreturn]] void leave() {
  static const char text[] =
      "perilune: limit exceeded: Lua did not come back (raise with --max-seconds or --max-call-seconds)\n";
  const ssize_t written = write(2, text, sizeof text - 1);
  _exit(written < 0 ? 5 : 4);
}

void on_tick(int) {
  Watch* watch = watched.load();
  if (!watch) return;
  const std::int64_t most = watch->depth.load() > 0 ? limit_of_call : limit;
  const std::int64_t elapsed = running_time(*watch);
  if (elapsed > most + most / 10 + second) leave();
  if (elapsed > most) watch->expired = true;
  // A simulation ends before its next trial after a signal, unless the call it makes does not end.
  const bool stuck = watch->signal.load() != 0 && elapsed > second;
  if (watch->expired.load() || stuck) arm_current(*watch);
}

// The first signal asks; the second finds the default handler and ends the process at once.
void on_signal(int signal) {
  Watch* watch = watched.load();
  if (!watch) return;
  watch->signal = signal;
  if (watch->since.load() != 0) arm_current(*watch);
}

void set_action(int signal, void (*handler)(int), int flags) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

void set_timer(suseconds_t interval) {
  const itimerval timer = {{0, interval}, {0, interval}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

Halt limit_halt(Host& host, lua_State* L) {
  std::string what = fmt::format("Lua ran for {} s (raise with --max-seconds)", host.options.max_seconds);
  if (host.phase)
    what = fmt::format("one call of {} ran for {} s; does its loop end? (raise with --max-call-seconds)",
                       *host.phase, host.options.max_call_seconds);
  return {Halt::Kind::limit, 4, user_line(L) + ": limit exceeded: " + what};
}

Halt signal_halt(lua_State* L, int signal) {
  return {Halt::Kind::interrupted, 128 + signal, user_line(L) + ": interrupted"};
}

void halt_hook(lua_State* L, lua_Debug*) {
  Host& host = Host::of(L);
  if (!host.is_halted() && host.watch.expired) host.halt = limit_halt(host, L);
  if (!host.is_halted() && host.watch.signal) host.halt = signal_halt(L, host.watch.signal);
  if (!host.is_halted()) {
    lua_sethook(L, nullptr, 0, 0);
    return;
  }
  // The allocator cannot know the line.
  std::string& message = host.halt.message;
  if (message.rfind("limit exceeded", 0) == 0) message = user_line(L) + ": " + message;
  luaL_error(L, "%s", message.c_str());
}

}  // namespace

void arm_halt(lua_State* L) { lua_sethook(L, halt_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1); }

std::int64_t monotonic_nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * second + now.tv_nsec;
}

NativeStretch::NativeStretch(Watch& watch) : watch_(watch), outermost_(watch.since.load() != 0) {
  if (!outermost_) return;
  watch_.used += monotonic_nanoseconds() - watch_.since.exchange(0);
}

NativeStretch::~NativeStretch() {
  if (outermost_) watch_.since = monotonic_nanoseconds();
}

Watchman::Watchman(Watch& watch, Limits limits) {
  limit = static_cast<std::int64_t>(limits.script * second);
  limit_of_call = static_cast<std::int64_t>(limits.call * second);
  watch.since = monotonic_nanoseconds();
  watched = &watch;
  set_action(SIGALRM, on_tick, SA_RESTART);
  set_action(SIGINT, on_signal, static_cast<int>(SA_RESTART | SA_RESETHAND));
  set_action(SIGTERM, on_signal, static_cast<int>(SA_RESTART | SA_RESETHAND));
  set_timer(tick);
}

Watchman::~Watchman() {
  set_timer(0);
  watched = nullptr;
  for (const int signal : {SIGALRM, SIGINT, SIGTERM}) set_action(signal, SIG_DFL, 0);
}

}  // namespace perilune
