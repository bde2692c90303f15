#include <doctest/doctest.h>

#include "tests/lua/message.h"

using namespace perilune::test;

// What somebody writes on the first day, and what is said to it.

TEST_CASE("newcomer: a script without its first line is told what that is") {
  const Result result = Folder().run("local model = mbs.planar_model {}");
  CHECK(result.error == "ball.lua:1: there is no global 'mbs'\n  try: local mbs = require \"perilune\"\n");
  CHECK(Folder().run("local mbs = require \"Perilune\"").error ==
        "ball.lua:1: cannot read 'Perilune.lua'; did you mean 'perilune'?\n"
        "  try: local mbs = require \"perilune\"\n");
}

TEST_CASE("newcomer: a misspelt local variable is told apart from a misspelt global") {
  CHECK(message("model:revolute { between = { model.ground, bal }, at = { 0, 1 } }") ==
        "ball.lua:6: there is no global 'bal'; did you mean 'ball'?");
  CHECK(contains(message("local function far() return bal end far()"), "did you mean 'ball'?"));
}

TEST_CASE("newcomer: a name that is drawn out, or a part of one, is near") {
  CHECK(contains(message("print(90 * mbs.degrees)"), "mbs: there is no 'degrees'; did you mean 'deg'?"));
  CHECK(contains(message("mbs.model {}"), "mbs: there is no 'model'; did you mean 'planar_model'?"));
}

TEST_CASE("newcomer: a missing vector has as many components as the model has dimensions") {
  const std::string start = "local mbs = require 'perilune'\n";
  CHECK(contains(Folder().run(start + "mbs.spatial_model {}:body { mass = 1, inertia = { 1, 1, 1 } }").error,
                 "'position' is missing: { x, y, z } [m]"));
  CHECK(contains(Folder().run(start + "mbs.planar_model {}:body { mass = 1, inertia = 1 }").error,
                 "'position' is missing: { x, y } [m]"));
}

TEST_CASE("newcomer: a channel that is no name says which function wants it, and how") {
  const std::string run = "local run = model:simulate { duration = 0.1 } ";
  CHECK(message(run + "run:final()") == "ball.lua:6: final: needs the name of a channel, got nil");
  CHECK(message(run + "run:largest(3)") == "ball.lua:6: largest: needs the name of a channel, got 3");
  CHECK(message(run + "run:at(0.05, 'ball.y')") == "ball.lua:6: at: needs the name of a channel, got 0.05");
  const Folder folder;
  CHECK(contains(folder.run(ball + run + "run:at(0.05, 'ball.y')").error, "try: run:at (\"ball.y\", 0.5)"));
}

TEST_CASE("newcomer: what is no recorder, integrator or stabilization is told what it must be") {
  CHECK(message("model:simulate { duration = 1, record = { 'ball.y' } }") ==
        "ball.lua:6: simulate: record has no 'every', the time between two records [s]");
  CHECK(message("model:simulate { duration = 1, record = 0.01 }") ==
        "ball.lua:6: simulate: record = 0.01 must be a table or a string");
  CHECK(contains(message("model:simulate { duration = 1, constraints = 'baumgarte' }"),
                 "constraints = \"baumgarte\" (a string) must be a stabilization with its options"));
  CHECK(contains(message("model:simulate { duration = 1, integrator = mbs.integrators.dopri5 }"),
                 "integrator = a function must be an integrator with its options"));
}

TEST_CASE("newcomer: a function that returns one number instead of two is told what it returned") {
  const Folder folder;
  const Result result =
      folder.run(ball +
                 "model:force { name = 'push', on = ball, value = function(t) return 3 end }\n"
                 "model:simulate { duration = 1 }");
  CHECK(result.status == 1);
  CHECK(contains(result.error, "value of the force returned 3, it must return { fx, fy }"));
}

TEST_CASE("newcomer: a drive against a joint that holds is refused, not met half-way") {
  const std::string weld = "model:fixed { name = 'weld', between = { model.ground, ball }, at = { 0, 1 } } ";
  const Result result =
      Folder().run(ball + weld +
                   "model:drive { name = 'motor', body = ball, value = function(t) return { t, 1, 0 } end } "
                   "model:simulate { duration = 1 }");
  CHECK(result.status == 1);
  // Half of the 1 m/s is left where both are met as well as can be.
  CHECK(contains(result.error,
                 "drive 'motor': contradicts other joints: at t = 0 nothing can move as it says, "
                 "0.5 m/s or rad/s are left"));
  CHECK(contains(result.error, "try: drive what the other joints leave free"));
  // Later contradictions are seen in what is left of them: half of t^2 = 0.25 m.
  const Folder folder;
  const Result later = folder.run(
      ball + weld +
      "model:drive { name = 'motor', body = ball, value = function(t) return { t ^ 2, 1, 0 } end } "
      "local run = model:simulate { duration = 0.5 } print(run.warnings[#run.warnings])");
  CHECK(contains(later.out, "t = 0.5 s: joints contradict each other: "));
  CHECK(contains(later.out, " is off by 0.125 m or rad"));
}

TEST_CASE("newcomer: a drive under Baumgarte's terms finds its speed by them, and nothing is said of it") {
  const Result result = Folder().run(R"(local mbs = require "perilune"
local model = mbs.spatial_model {}
local arm = model:body { name = "arm", mass = 1, inertia = { 1, 1, 1 }, position = { 1, 0, 0 } }
local hinge = model:revolute { name = "hinge", between = { model.ground, arm }, at = { 0, 0, 0 },
  axis = { 0, 0, 1 } }
model:drive { name = "motor", joint = hinge, value = function(t) return t end }
local baumgarte = mbs.stabilization.baumgarte { alpha = 20, beta = 20 }
local run = model:simulate { duration = 5, constraints = baumgarte }
print(run.outcome, #run.warnings, math.abs(run:final "arm.wz" - 1) < 1e-3)
)");
  CHECK_MESSAGE(result.out == "reached_end\t0\ttrue\n", result.error);
}
