#include <csignal>
#include <cstdio>

#include "lua/binding/guard.h"
#include "lua/binding/sandbox.h"
#include "lua/binding/simulate.h"
#include "lua/program/commands.h"
#include "lua/program/completion.h"
#include "lua/program/line_reader.h"
#include "lua/program/output.h"

namespace perilune {
namespace {

// What was typed, compiled and left on the stack. An expression is what `return` would give.
enum class Typed { complete, unfinished, wrong };

Typed compile(lua_State* L, const std::string& text) {
  const std::string as_expression = "return " + text;
  if (luaL_loadbufferx(L, as_expression.data(), as_expression.size(), "=line", "t") == LUA_OK)
    return Typed::complete;
  lua_pop(L, 1);
  if (luaL_loadbufferx(L, text.data(), text.size(), "=line", "t") == LUA_OK) return Typed::complete;
  const std::string message = lua_tostring(L, -1);
  const std::string mark = "<eof>";
  const bool at_end =
      message.size() >= mark.size() && message.compare(message.size() - mark.size(), mark.size(), mark) == 0;
  return at_end ? Typed::unfinished : Typed::wrong;
}

void print_results(lua_State* L, int first) {
  const int last = lua_gettop(L);
  for (int i = first; i <= last; ++i) {
    std::printf("%s%s", luaL_tolstring(L, i, nullptr), i < last ? "\t" : "\n");
    lua_pop(L, 1);
  }
}

class Repl {
 public:
  explicit Repl(const HostOptions& options)
      : host_(options), reader_([this](const std::string& word) { return completions(host_, word); }) {
    host_.results_folder = "out/repl";
    host_.on_finished = [](const Task& task) { std::printf("%s\n", summary(*task.report).c_str()); };
    host_.protect([this] {
      lua_State* L = host_.main();
      luaL_loadstring(L, "mbs = require 'perilune'");
      lua_call(L, 0, 0);
    });
  }

  void run() {
    if (reader_.is_interactive())
      std::printf("perilune %s: mbs is the module; tab completes, Ctrl-D ends\n", PERILUNE_VERSION);
    std::string text;
    for (;;) {
      std::signal(SIGINT, SIG_IGN);  // at the prompt nothing runs that it could stop
      const auto line = reader_.read(text.empty() ? "> " : ">> ");
      if (!line) break;
      text += text.empty() ? *line : "\n" + *line;
      // An empty line gives up on what was begun.
      if (!execute(text) && !line->empty()) continue;
      text.clear();
    }
    if (!text.empty())
      std::fprintf(stderr, "line: the last statement is unfinished\n"), status_ = script_failed;
  }
  // Of what came through a pipe: whether all of it went well.
  int status() const { return reader_.is_interactive() ? static_cast<int>(ok) : status_; }

 private:
  // false: it goes on in the next line.
  bool execute(const std::string& text) {
    Typed typed = Typed::complete;
    const bool went_well = host_.protect([&] {
      lua_State* L = host_.main();
      const int top = lua_gettop(L);
      typed = compile(L, text);
      if (typed == Typed::unfinished) return;
      if (typed == Typed::wrong) lua_error(L);
      const Watchman watchman(host_.watch, host_.limits());
      lua_call(L, 0, LUA_MULTRET);
      print_results(L, top + 1);
    });
    const std::string error = host_.error;
    host_.take_halt();
    host_.watch.since = 0;
    if (typed == Typed::unfinished) return false;
    if (!went_well) std::fprintf(stderr, "%s\n", error.c_str()), status_ = script_failed;
    std::fflush(stdout);
    return true;
  }

  Host host_;
  LineReader reader_;
  int status_ = ok;
};

}  // namespace

int repl_command(HostOptions options) {
  options.script = "repl";  // names what is typed
  Repl repl(options);
  repl.run();
  return repl.status();
}

}  // namespace perilune
