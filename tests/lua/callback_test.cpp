#include <doctest/doctest.h>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

// A law of one function falls on the ground; what the run says about it.
Result fall(const std::string& law, const std::string& after = "") {
  const Folder folder;
  return folder.run(ball + "contact(mbs.law { name = 'mine', force = function(c, p)\n" + law +
                    "\nend })\nlocal run = model:simulate { duration = 1 }\n" + after);
}

Result judge(const std::string& callback, const std::string& after = "") {
  const Folder folder;
  return folder.run(ball + "local run = model:simulate { duration = 1, accept_step = function(step)\n" +
                    callback + "\nend }\n" + after);
}

// Free fall until the touch, t = √(2·0.9/9.81) = 0.42835 s, is kept.
const std::string results_are_kept = R"(
assert(run.outcome == "script_error", run.outcome)
assert(math.abs(run.time[#run.time] - 0.42835) < 1e-3, run.time[#run.time])
assert(math.abs(run:final "ball.y" - 0.1) < 1e-3, run:final "ball.y"))";

}  // namespace

TEST_CASE("an error in a law ends the run with the law's line, and the exit status is 1") {
  const Result result = fall("error('boom')");
  CHECK(result.status == 1);
  CHECK(contains(result.error, "ball.lua:7: boom (in force of law 'mine')"));
  CHECK(contains(result.error, "script_error"));
  CHECK(contains(result.error, "after t = 0.428353 s; the results up to there are kept"));  // √(2·0.9/9.81)
}

TEST_CASE("results up to an error in a law are kept, and a script that looks at the outcome goes on") {
  const Result result =
      fall("error('boom')", results_are_kept + "\nassert(run.message:find 'ball.lua:7: boom')");
  CHECK_MESSAGE(result.status == 0, result.error);
}

TEST_CASE("errors that are no strings still say where they come from") {
  CHECK(contains(fall("error(nil)").error, "ball.lua:7: (error object is a nil value)"));
  CHECK(contains(fall("error({})").error, "ball.lua:7: (error object is a table value)"));
  CHECK(contains(fall("error(setmetatable({}, { __tostring = function() error 'x' end }))").error,
                 "ball.lua:7: (error object is a table value)"));
  CHECK(contains(fall("error(setmetatable({}, { __tostring = function() return 'words' end }))").error,
                 "ball.lua:7: words"));
}

TEST_CASE("a law that returns no number is an error that names the law and its line") {
  CHECK(contains(fall("").error, "ball.lua:6: force of law 'mine' returned nil, it must return a number"));
  CHECK(contains(fall("return '3'").error, "force of law 'mine' returned \"3\" (a string)"));
  CHECK(contains(fall("return 1, 2").error, "force of law 'mine' returned also 2"));
  CHECK(fall("").status == 1);
}

TEST_CASE("a law that returns NaN or infinity stops the run as a solver failure") {
  for (const char* value : {"0/0", "math.huge"}) {
    const Result result = fall("return " + std::string(value));
    CHECK(result.status == 3);
    CHECK(contains(result.error, "mine"));
  }
}

TEST_CASE("a misspelt field of c or p is an error with the nearest name") {
  CHECK(contains(fall("return c.penetraton").error,
                 "ball.lua:7: force of law 'mine': no field 'penetraton'; did you mean 'penetration'?"));
  const Folder folder;
  const Result result = folder.run(
      "local mbs = require 'perilune'\n"
      "local law = mbs.law { name = 'l', parameters = { stiffness = 1 }, force = function(c, p)\n"
      "return p.stifness end }");
  CHECK(
      contains(result.error, "ball.lua:3: force of law 'l': no field 'stifness'; did you mean 'stiffness'?"));
}

TEST_CASE("a law cannot change its parameters, nor give itself new fields") {
  const Folder folder;
  const std::string law =
      "local mbs = require 'perilune'\nlocal law = mbs.law { name = 'l', parameters = { K = 1 }, "
      "force = function(c, p)\n";
  CHECK(contains(folder.run(law + "p.K = 2 return 1 end }\nlaw:force(1, 0, 1)").error,
                 "ball.lua:3: 'p.K' cannot be set"));
  CHECK(contains(folder.run(law + "c.mine = 2 return 1 end }\nlaw:force(1, 0, 1)").error,
                 "ball.lua:3: there is no 'c.mine'"));
}

TEST_CASE("a law must not yield, simulate, or build") {
  CHECK(contains(fall("coroutine.yield()").error, "force of law 'mine' must not yield"));
  CHECK(contains(fall("model:simulate { duration = 1 }").error,
                 "model:simulate: must not be called inside force of law 'mine'"));
  CHECK(contains(fall("model:particle { mass = 1, position = { 0, 0 } }").error,
                 "model:particle: must not be called inside force of law 'mine'"));
}

TEST_CASE("a coroutine of the law's own is allowed") {
  const Result result = fall(
      "local next = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) next()\n"
      "return 1e6 * c.penetration * next() / 2",
      "assert(run.outcome == 'reached_end', run.message)");
  CHECK_MESSAGE(result.status == 0, result.error);
}

TEST_CASE("a callback cannot build or simulate") {
  CHECK(contains(judge("model:simulate { duration = 1 }").error,
                 "model:simulate: must not be called inside accept_step"));
  CHECK(contains(judge("ball:circle { radius = 1 }").error,
                 "body:circle: must not be called inside accept_step"));
}

TEST_CASE("a step kept beyond its callback can be read no more") {
  const Folder folder;
  const Result stale = folder.run(ball +
                                  "local kept\nmodel:simulate { duration = 1, accept_step = function(step)\n"
                                  "kept = kept or step\nreturn true end }\nprint(kept.t)");
  CHECK(stale.status == 1);
  CHECK(contains(stale.error, "ball.lua:10: step: this step is over"));
  const Result within = folder.run(ball +
                                   "local kept\nmodel:simulate { duration = 1, accept_step = function(step)\n"
                                   "if kept then print(kept.t) end\nkept = kept or step\nreturn true end }");
  CHECK(contains(within.error, "ball.lua:8: step: this step is over"));
}

TEST_CASE("answers of a callback that are none are errors that name the value") {
  CHECK(contains(judge("").error, "ball.lua:6: accept_step returned nil"));
  CHECK(contains(judge("return 'yes'").error, "accept_step returned \"yes\" (a string)"));
  CHECK(contains(judge("return false, 0").error, "accept_step proposed dt = 0 s, it must be > 0 and finite"));
  CHECK(contains(judge("return false, 1e-400").error, "accept_step proposed dt = 0 s"));
  CHECK(contains(judge("return true, -1").error, "accept_step proposed dt = -1 s"));
  CHECK(contains(judge("return true, 0/0").error, "accept_step proposed dt = nan s"));
  CHECK(contains(judge("return false, '1'").error, "accept_step proposed dt = \"1\" (a string)"));
  CHECK(contains(judge("return true, 1, 2").error, "more than two values"));
  CHECK(judge("return 'yes'").status == 1);
}

TEST_CASE("a callback that refuses everything ends as a solver failure, not as an endless loop") {
  const Result result = judge("return false");
  CHECK(result.status == 3);
  CHECK(contains(result.error, "callback"));
}

TEST_CASE("a callback can stop the run, and that is no failure") {
  const Result result = judge("if step.t_next > 0.5 then return 'stop' end return true, 0.1",
                              "assert(run.outcome == 'finished_early') assert(run.time[#run.time] < 1)");
  CHECK_MESSAGE(result.status == 0, result.error);
}

TEST_CASE("an error in a function that a callback calls through the engine comes out with both places") {
  const Folder folder;
  const Result result = folder.run(ball + R"(model:force { on = ball, value = function(t, s)
  if asked then error "deep" end
  return { 0, 0 }
end }
asked = false
model:simulate { duration = 1, accept_step = function(step)
  asked = true
  return step:value "ball.ay" < 0
end })");
  CHECK(result.status == 1);
  CHECK(contains(result.error, "ball.lua:7: deep (in value of the force)"));
}

TEST_CASE("a load that returns the wrong number of components is an error") {
  const Folder folder;
  const Result result = folder.run(ball +
                                   "model:force { on = ball, value = function(t, s)\nreturn { 1 } end }\n"
                                   "model:simulate { duration = 1 }");
  CHECK(result.status == 1);
  CHECK(contains(result.error,
                 "ball.lua:6: value of the force returned 1 entries in a table, it must return { fx, fy }"));
}
