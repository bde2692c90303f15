#include <doctest/doctest.h>

#include "engine/contact_laws/catalog.h"
#include "tests/lua/program.h"

using namespace perilune::test;

TEST_CASE("wrong command lines are usage errors with the nearest word") {
  const Folder folder;
  folder.write("ball.lua", "local mbs = require 'perilune'\nmbs.parameter { 'mass', 1, min = 0 }");
  const auto check = [&](const std::vector<std::string>& words, const std::string& part) {
    const Result result = folder.perilune(words);
    CHECK_MESSAGE(result.status == 2, result.error);
    CHECK_MESSAGE(contains(result.error, part), result.error);
  };
  check({}, "subcommand");
  check({"rn", "ball.lua"}, "there is no command 'rn'; did you mean 'run'?");
  check({"run", "ball.lua", "--quite"}, "did you mean '--quiet'?");
  check({"run"}, "MODEL");
  check({"run", "ball.lua", "extra"}, "extra");
  check({"run", "ball.lua", "--set", "massa=2"},
        "--set massa: the script has no parameter of that name; did you mean 'mass'?");
  check({"run", "ball.lua", "--set", "mass=abc"}, "'abc' is not a finite number");
  check({"run", "ball.lua", "--set", "mass"}, "write --set NAME=VALUE");
  check({"run", "ball.lua", "--set", "mass=nan"}, "not a finite number");
  check({"run", "ball.lua", "--set", "mass=-1"}, "--set mass: -1 must be >= 0");
  check({"run", "ball.lua", "--set", "mass=1", "--set", "mass=2"}, "--set mass is given twice");
  check({"run", "ball.lua", "--max-seconds", "-1"}, "--max-seconds");
  check({"laws", "florse"}, "did you mean 'flores'?");
}

TEST_CASE("a script that is not there is an error that names it") {
  const Folder folder;
  const Result result = folder.perilune({"run", "nothing.lua"});
  CHECK(result.status == 1);
  CHECK(contains(result.error, "cannot read 'nothing.lua'"));
  CHECK(contains(folder.perilune({"run", "/"}).error, "is a folder"));
}

TEST_CASE("--set changes a declared parameter, and what follows -- reaches the script") {
  const Folder folder;
  const Result result = folder.run(
      "local mbs = require 'perilune'\n"
      "print(mbs.parameter { 'K', 2 } / 1e8, arg[0], arg[1], ...)",
      {"--set", "K=1e8", "--", "--set", "b"});
  CHECK(result.status == 0);
  CHECK(result.out == "1.0\tball.lua\t--set\t--set\tb\n");
}

TEST_CASE("--version and --help answer and succeed") {
  const Folder folder;
  CHECK(folder.perilune({"--version"}).status == 0);
  CHECK(contains(folder.perilune({"--version"}).out, "perilune 0."));
  CHECK(folder.perilune({"--help"}).status == 0);
  CHECK(contains(folder.perilune({"run", "--help"}).out, "--trust"));
}

TEST_CASE("check describes the model, its defaults and its laws, and simulates nothing") {
  const Folder folder;
  folder.write("ball.lua", ball + R"(
contact(mbs.law { name = "mine", states = { wear = 0 }, force = function(c) return 1e6 * c.penetration end })
local table_ = model:body { name = "table", mass = 1, inertia = 1, position = { 3, 0 } }
model:drive { body = table_, value = { 3, 0, 0 } }
model:particle { name = "lonely", mass = 1, position = { 9, 9 } }
local run = model:simulate { duration = 1, accept_step = function() print "called" return true end }
print "simulated"
print(run.outcome)
print "went on")");
  const Result result = folder.perilune({"check", "ball.lua"});
  CHECK(result.status == 0);
  CHECK(contains(result.out, "ball.lua:2: model 'test'\n  3 bodies, 1 joint, 0 forces, 1 contact\n"));
  // 3 + 3 + 2 coordinates, 3 of them driven.
  CHECK(contains(result.out, "degrees of freedom: 5 (8 coordinates, 3 independent constraint equations)"));
  CHECK(contains(result.out, "contact 'touch': circle of 'ball' on line of 'ground', law 'mine' (1 state)"));
  CHECK(contains(result.out, "warning: ball.lua:10: particle 'lonely' has no joint, force or contact"));
  CHECK(contains(result.out,
                 "body 'ball': angle = 0 rad, velocity = { 0, 0 } m/s, angular_velocity = 0 rad/s"));
  CHECK(contains(result.out, "ball.lua:7: force of law 'mine': compiled"));
  CHECK(contains(result.out, "integrator = dopri5 { rtol = 1e-08, atol = 1e-10 }"));
  CHECK(contains(result.out, "checked up to ball.lua:13: run.outcome"));
  CHECK(contains(result.out, "simulated\n"));
  CHECK_FALSE(contains(result.out, "called"));
  CHECK_FALSE(contains(result.out, "went on"));
  CHECK_FALSE(folder.has("out"));
}

TEST_CASE("check lists every function of the script, of whatever kind, and whether it is compiled") {
  const Folder folder;
  folder.write("all.lua", R"(local mbs = require "perilune"
local model = mbs.planar_model { name = "all" }
local body = model:body { name = "body", mass = 1, inertia = 1, position = { 0, 0.2 } }
local bead = model:particle { name = "bead", mass = 1, position = { 1, 1 } }
local q = model:coordinate { name = "q", inertia = 1 }
local r = model:coordinate { name = "r", inertia = 1 }
local log = {}
local law = mbs.law { name = "mine", states = { z = 0 },
  force = function(c) return c.z + c.penetration, { z = 0 } end,
  on_commit = function(c) c.z = 0 end }
local rub = mbs.friction_law { name = "rub", force = function(c) return c.normal_force end }
model:contact { between = { body:circle { radius = 0.1 }, model.ground:gap_function {
  value = function(x, y) return y end } }, law = law, friction = rub }
model:drive { coordinate = q, value = function(t) return t end }
model:point_on_curve { between = { model.ground, bead },
  curve = function(s) return { s, s } end, range = { 0, 2 } }
model:constraint { between = { q, r }, equations = function(a, b) return { a.position - b.position } end }
model:constraint { between = { q, r },
  velocity_equations = function(a, b) return { a.velocity - b.velocity } end }
local kind = mbs.joint { name = "kind", parameters = { k = 1 },
  equations = function(a, b, p) return { a.x - b.x - p.k * 0 } end }
kind(model, { between = { body, { 0, 0 } } })
model:force { on = body, value = function(t, s) return { t, s.x } end }
model:torque { on = body, value = function(t) return t end }
model:interaction { between = { body, bead }, force = function(s) return s.t end }
model:user_force { on = { body, bead }, force = function(a, b) return { { a.x, 0 }, { b.x, 0 } } end }
model:dry_friction { between = { q, r }, limit = function(c) return 1 + c.t end,
  kinetic = function(c) return c.slip_speed end }
model:event { name = "section", value = function(s) return s.t - 1 end }
model:simulate { duration = 1, accept_step = function(step)
  log[#log + 1] = step.t
  return true
end }
)");
  const Result result = folder.perilune({"check", "all.lua"});
  CHECK_MESSAGE(result.status == 0, result.error);
  const std::pair<int, const char*> functions[] = {
      {9, "force of law 'mine'"},          {10, "on_commit of law 'mine'"},
      {11, "force of friction law 'rub'"}, {13, "value of the gap_function of 'ground'"},
      {14, "value of the drive"},          {16, "curve"},
      {17, "equations of constraint"},     {19, "velocity_equations of constraint"},
      {21, "equations of kind"},           {23, "value of the force"},
      {24, "value of the torque"},         {25, "force of the interaction"},
      {26, "force of the user_force"},     {27, "limit of dry_friction"},
      {28, "kinetic of dry_friction"},     {29, "value of event 'section'"}};
  for (const auto& [line, purpose] : functions) {
    const std::string words = "all.lua:" + std::to_string(line) + ": " + purpose + ": compiled\n";
    CHECK_MESSAGE(contains(result.out, words), words << result.out);
  }
  CHECK(contains(result.out, "all.lua:30: accept_step: interpreted: all.lua:31: "));
}

TEST_CASE("check names the friction of a contact, or says that there is none") {
  const Folder folder;
  const std::string shapes = "between = { ball:circle { radius = 0.1 }, model.ground:line {} }";
  const std::string hertz = "law = mbs.laws.hertz { stiffness = 1e6 }";
  folder.write("none.lua", ball + "contact(mbs.laws.hertz { stiffness = 1e6 })");
  CHECK(contains(folder.perilune({"check", "none.lua"}).out,
                 "contact 'touch': tolerance = that of the acceptance rule, no friction\n"));
  folder.write("some.lua", ball + "model:contact { name = 'rough', " + shapes + ", " + hertz +
                               ", friction = mbs.friction.threlfall { coefficient = 0.3 } }");
  const Result some = folder.perilune({"check", "some.lua"});
  CHECK(contains(some.out, "law 'hertz', friction 'threlfall'\n"));
  CHECK(contains(some.out, "friction.threlfall: regularization_speed = 0.001 m/s"));
  CHECK_FALSE(contains(some.out, "no friction"));
}

TEST_CASE("check lists a group of contacts: its shapes, the bodies they are on, law and friction") {
  const Folder folder;
  const std::string discs = R"(ball:circle { radius = 0.1 }
for i = 1, 8 do
  local disc = model:body { name = "disc " .. i, mass = 1, inertia = 1, position = { i, 2 } }
  disc:circle { radius = 0.1 }
  disc:circle { radius = 0.1, at = { 0.1, 0 } }
end
model.ground:line {}
model:particle { name = "lonely", mass = 1, position = { 9, 9 } }
)";
  const std::string law = "law = mbs.laws.tsuji { stiffness = 1e6, restitution = 0.5 }";
  folder.write("all.lua", ball + discs + "model:contacts { name = 'grains', bodies = 'all', " + law +
                              ", friction = mbs.friction.threlfall { coefficient = 0.3 } }");
  const Result all = folder.perilune({"check", "all.lua"});
  CHECK(all.status == 0);
  CHECK(contains(all.out, "  10 bodies, 0 joints, 0 forces, 0 contacts, 1 group of contacts\n"));
  CHECK(contains(all.out,
                 "  contacts 'grains': 18 shapes of 10 bodies ('ball', 'disc 1', 'disc 2', 'disc 3', …, "
                 "'ground'), law 'tsuji', friction 'threlfall'\n"));
  CHECK(contains(all.out, "particle 'lonely' has no joint, force or contact"));
  CHECK_FALSE(contains(all.out, "'disc 1' has no joint"));

  folder.write("two.lua", ball + discs + "model:contacts { name = 'pair', bodies = { ball, model.ground }, " +
                              law + " }");
  const Result two = folder.perilune({"check", "two.lua"});
  CHECK(contains(two.out, "  contacts 'pair': 2 shapes of 2 bodies ('ball', 'ground'), law 'tsuji'\n"));
  CHECK(contains(two.out, "contacts 'pair': tolerance = that of the acceptance rule, no friction\n"));
  CHECK(contains(two.out, "body 'disc 1' has no joint, force or contact"));

  folder.write("none.lua", ball + "model:contacts { name = 'empty', bodies = 'all', " + law + " }");
  const Result none = folder.perilune({"check", "none.lua"});
  CHECK(none.status == 1);
  CHECK(none.error.rfind("none.lua:6: contacts 'empty': there is no moving body with a shape", 0) == 0);
}

TEST_CASE("check finds what is wrong with a model, and cannot be talked out of stopping") {
  const Folder folder;
  folder.write("wrong.lua", ball + "model:body { name = 'b', mas = 1 }");
  CHECK(folder.perilune({"check", "wrong.lua"}).status == 1);
  folder.write("stubborn.lua", ball +
                                   "local run = model:simulate { duration = 1 }\n"
                                   "while true do pcall(function() return run.outcome end) end");
  CHECK(folder.perilune({"check", "stubborn.lua"}).status == 0);
}

TEST_CASE("laws shows the catalogue with what each delivers, and the fields of one") {
  const Folder folder;
  const Result all = folder.perilune({"laws"});
  CHECK(all.status == 0);
  // η(1 + e) = ln[(1 + η)/(1 − ηe)], η = 8(1 − c)/(5c) at c = 0.5: e = 0.4704 (Flores et al. 2011, closed relation).
  CHECK(contains(all.out, "0.4704"));
  const Result one = folder.perilune({"laws", "flores"});
  CHECK(contains(one.out, "stiffness"));
  CHECK(contains(one.out, "(required)"));
  CHECK(contains(one.out, "default 1.5"));
  CHECK(contains(one.out, "restitution 0.5 asked: 0.4704 delivered (1 m/s, 1 kg)"));
  // e = exp(−2ζ acos ζ/√(1 − ζ²)), ζ = −ln c/√(π² + ln² c) at c = 0.5: 0.5503, for a damper that may not pull.
  CHECK(contains(all.out, "0.5503"));
  CHECK(contains(all.out, "at 1 m/s of 1 kg"));
  CHECK(contains(all.out, "\nmbs.friction\ncoulomb "));
  const Result friction = folder.perilune({"laws", "stribeck"});
  CHECK(friction.status == 0);
  CHECK(contains(friction.out, "mbs.friction.stribeck"));
  CHECK(contains(friction.out, "default 0.0001 m/s"));
  CHECK(contains(folder.perilune({"laws", "stribek"}).error, "did you mean 'stribeck'?"));
}

TEST_CASE("--traceback adds the calls that led to an error, and nothing else does") {
  const Folder folder;
  const std::string script =
      "local function inner() error 'deep' end\nlocal function outer() inner() end\nouter()";
  CHECK_FALSE(contains(folder.run(script).error, "traceback"));
  CHECK(contains(folder.run(script, {"--traceback"}).error, "ball.lua:2"));
  const std::string law = ball +
                          "local function inner() error 'deep' end\ncontact(mbs.law { force = function()\n"
                          "inner() end })\nmodel:simulate { duration = 1 }";
  CHECK(contains(folder.run(law, {"--traceback"}).error, "ball.lua:8: in function"));
}

TEST_CASE(
    "laws prints each contact law in Lua: a text that runs by itself and gives the force of the catalogue") {
  const Folder folder;
  folder.write("fields.lua", R"(
local fields = { restitution = 0.6, stiffness = 3e6, mass = 0.7, dissipation = 1e-4, damping = 80,
  damping_rate = 300, full_damping_depth = 4e-4, journal_radius = 0.045, bearing_radius = 0.05, length = 0.1,
  young_i = 2e11, poisson_i = 0.3, young_j = 1e11, poisson_j = 0.35 }
return function(...)  -- those of them that a law has
  local taken = {}
  for _, name in ipairs { ... } do taken[name] = fields[name] end
  return taken
end)");
  for (const auto& entry : perilune::contact_law_catalog()) {
    CAPTURE(entry.name);
    const std::string shown = folder.perilune({"laws", entry.name}).out;
    const std::string heading = "f holds the fields:\n\n";
    const std::size_t begin = shown.find(heading);
    REQUIRE(begin != std::string::npos);
    const std::size_t end =  // what is drawn, or the friction law of the same name
        std::min(shown.find("\none impact at", begin), shown.find("\nmbs.friction.", begin));
    std::string names;
    for (const perilune::FieldInfo& field : entry.fields)
      names += (names.empty() ? "'" : ", '") + field.name + "'";
    folder.write("one.lua", "local mbs = require 'perilune'\nlocal laws = {}\n" +
                                shown.substr(begin + heading.size(),
                                             end == std::string::npos ? end : end - begin - heading.size()) +
                                "\nlocal f = require 'fields'(" + names + ")\nlocal name = '" + entry.name +
                                R"('
local text, built_in = mbs.law { force = laws[name](f), strict = true }, mbs.laws[name](f)
for _, depth in ipairs { 1e-6, 1e-4, 1e-3 } do
  for _, rate in ipairs { -0.4, 0, 0.1, 0.5 } do
    local a, b = text:force(depth, rate, 0.5), built_in:force(depth, rate, 0.5)
    local size = math.max(built_in:force(depth, 0, 0.5), built_in:force(depth, math.abs(rate), 0.5))
    assert(math.abs(a - b) <= 1e-11 * size, ("%.17g and %.17g"):format(a, b))
  end
end)");
    const Result result = folder.perilune({"run", "one.lua", "--quiet"});
    CHECK_MESSAGE(result.status == 0, result.error);
  }
}
