#include <doctest/doctest.h>

#include <chrono>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

// With one second of Lua, as much for a call, and 32 MB.
Result limited(const std::string& script) {
  const Folder folder;
  const auto begin = std::chrono::steady_clock::now();
  const Result result =
      folder.run(script, {"--max-seconds", "1", "--max-call-seconds", "1", "--max-memory", "32"});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  // 1.1 times the limit, one second of grace for C code, and a loaded machine.
  CHECK(taken.count() < 10);
  return result;
}

void check_limited(const std::string& script) {
  const Result result = limited(script);
  CHECK_MESSAGE(result.status == 4, script << "\n" << result.error);
  CHECK(contains(result.error, "limit exceeded"));
  CHECK(result.out == "");
}

}  // namespace

TEST_CASE("a loop without end is stopped, also inside pcall, coroutines and __close") {
  check_limited("while true do end");
  check_limited("while true do pcall(function() while true do end end) end print 'on'");
  check_limited(
      "local f = function() while true do end end while true do pcall(coroutine.wrap(f)) end print 'on'");
  check_limited(
      "local co = coroutine.create(function() while true do end end) coroutine.resume(co) print 'on'");
  check_limited(
      "do local x <close> = setmetatable({}, { __close = function() while true do end end }) end print 'on'");
  check_limited("while true do load('return 1')() end");
}

TEST_CASE("a loop without end in a law or a callback is stopped and named") {
  const Result law = limited(ball +
                             "contact(mbs.law { name = 'mine', force = function(c) while true do end end })\n"
                             "local run = model:simulate { duration = 1 } print(run.outcome)");
  CHECK(law.status == 4);
  CHECK(contains(
      law.error,
      "ball.lua:6: limit exceeded: one call of force of law 'mine' ran for 1 s; does its loop end?"));
  CHECK(law.out == "");
  const Result callback =
      limited(ball + "model:simulate { duration = 1, accept_step = function() while true do end end }");
  CHECK(callback.status == 4);
  CHECK(contains(callback.error, "one call of accept_step ran for 1 s"));
}

TEST_CASE("a law that is called for longer than the limit altogether is no loop without end") {
  const Result result = limited(ball + R"(
contact(mbs.law { name = "slow", force = function(c)
  local x = 0
  for i = 1, 5000 do x = x + i end
  return 1e8 * c.penetration + 0 * x
end })
local run = model:simulate { duration = 20, record = "none" }
assert(run.outcome == "reached_end"))");
  CHECK_MESSAGE(result.status == 0, result.error);
}

TEST_CASE("C code that does not come back is stopped") {
  check_limited("string.find(('a'):rep(2000), ('.-'):rep(6) .. 'b')");
}

TEST_CASE("memory is limited, also inside pcall") {
  check_limited("local t = {} while true do t[#t + 1] = { 1, 2, 3 } end");
  check_limited("local s = 'x' while true do s = s .. s end");
  check_limited("pcall(function() local s = 'x' while true do s = s .. s end end) print 'on'");
  check_limited("local s = ('x'):rep(60000000) print 'on'");
}

TEST_CASE("a script that frees what it drops stays within its memory") {
  const Result result =
      limited("local line = ('x'):rep(1000) for i = 1, 60 do local s = line:rep(1000 + i) end print 'on'");
  CHECK(result.status == 0);
  CHECK(result.out == "on\n");
}

TEST_CASE("library functions that would run for ever are refused") {
  const Folder folder;
  for (const char* line :
       {"string.rep('', 1 << 60)", "('x'):rep(10000000000)", "table.move({}, 1, 1000000000000, 2)",
        "table.insert(setmetatable({}, { __len = function() return 1 << 40 end }), 1)"}) {
    const Result result = folder.run(line);
    CHECK(result.status == 1);
    CHECK(contains(result.error, "too long"));
  }
}

TEST_CASE("recursion without end is an error of the script") {
  const Folder folder;
  const Result result = folder.run("local function f() return 1 + f() end f()");
  CHECK(result.status == 1);
  CHECK(contains(result.error, "stack overflow"));
}

TEST_CASE("finalisers are refused") {
  const Folder folder;
  const Result result = folder.run("setmetatable({}, { __gc = function() while true do end end })");
  CHECK(result.status == 1);
  CHECK(contains(result.error, "ball.lua:1: a metatable must not have __gc here"));
}

TEST_CASE("an interrupt stops the run at its next step, writes the results, and is the exit status") {
  const Folder folder;
  folder.write("long.lua", endless_run() + "print 'on'");
  for (const auto& [signal, status] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
    const Result result =
        folder.shell("\"$PERILUNE\" run long.lua --progress & pid=$!; wait_for ' left' 1; kill -" +
                     std::string(signal) + " $pid; wait $pid");
    CHECK(result.status == status);
    CHECK(contains(result.out, "interrupted"));
    CHECK_FALSE(contains(result.out, "on\n"));
    CHECK(folder.has("out/long/run1.csv"));
    CHECK(contains(folder.read("out/long/run.json"), "\"status\": \"interrupted\""));
  }
}

TEST_CASE("an interrupt stops a loop of the script, too") {
  const Folder folder;
  folder.write("loop.lua", "while true do pcall(function() end) end");
  const Result result =
      folder.shell("\"$PERILUNE\" run loop.lua & pid=$!; sleep 0.5; kill -INT $pid; wait $pid");
  CHECK(result.status == 130);
}
