#include <doctest/doctest.h>

#include "tests/lua/message.h"

using namespace perilune::test;

namespace {

const std::string at_6 = "ball.lua:6: ";

}  // namespace

TEST_CASE("a syntax error is reported with its line") {
  const Folder folder;
  const Result result = folder.run("local x = 1\nlocal = 2\n");
  CHECK(result.status == 1);
  CHECK(result.error.rfind("ball.lua:2: ", 0) == 0);
  CHECK_FALSE(folder.has("out"));
}

TEST_CASE("a syntax error in a required file is reported with that file's line") {
  const Folder folder;
  folder.write("tools.lua", "return {\n  a = = 1,\n}\n");
  const Result result = folder.run("local tools = require 'tools'");
  CHECK(result.status == 1);
  CHECK(result.error.rfind("tools.lua:2: ", 0) == 0);
}

TEST_CASE("a misspelt field is an error with the nearest field and the list of all") {
  CHECK(message("model:body { name = 'b', mas = 1 }") ==
        at_6 +
            "body 'b': there is no 'mas'; did you mean 'mass'? "
            "(fields: name, mass, inertia, position, angle, velocity, angular_velocity)");
}

TEST_CASE("what is no element of a model has no name") {
  CHECK(contains(message("model:simulate { name = 'first', duration = 1 }"), "simulate: there is no 'name'"));
  CHECK(contains(message("mbs.accept.none { name = 'x' }"),
                 "accept.none: there is no 'name' (it has no fields)"));
}

TEST_CASE("a misspelt global is an error with the nearest global") {
  CHECK(message("pritn(1)") == at_6 + "there is no global 'pritn'; did you mean 'print'?");
}

TEST_CASE("a misspelt law, integrator or attribute is an error with the nearest name") {
  CHECK(contains(message("mbs.laws.florse {}"), "there is no 'florse'; did you mean 'flores'?"));
  CHECK(contains(message("mbs.integrators.dopri {}"), "there is no 'dopri'; did you mean 'dopri5'?"));
  CHECK(contains(message("print(ball.centre)"), "body 'ball': there is no 'centre'; did you mean 'center'?"));
  CHECK(contains(message("mbs.stabilization.baumgart {}"), "did you mean 'baumgarte'?"));
}

TEST_CASE("a misspelt friction law or field of one is an error with the nearest name") {
  CHECK(contains(message("mbs.friction.stribek {}"),
                 "mbs.friction: there is no 'stribek'; did you mean 'stribeck'? (it has: "));
  CHECK(contains(message("mbs.friction.threlfall { coeficient = 0.3 }"),
                 "friction.threlfall: there is no 'coeficient'; did you mean 'coefficient'?"));
  CHECK(message("mbs.friction.threlfall { coefficient = -0.3 }") ==
        at_6 + "friction.threlfall: coefficient = -0.3 must be >= 0");
  CHECK(contains(message("mbs.friction.ambrosio { coefficient = 0.3, lower_speed = 1 }"),
                 "upper_speed must be larger than lower_speed"));
  CHECK(contains(message("mbs.friction.regularized_coulomb { coefficient = 0.3, shape = 'tan' }"),
                 "shape = \"tan\" is not known; did you mean 'tanh'?"));
}

TEST_CASE("friction that is no friction law is refused with what to write") {
  const std::string start =
      "model:contact { name = 'touch', law = mbs.laws.hertz { stiffness = 1 }, between = { "
      "ball:circle { radius = 0.1 }, model.ground:line {} }, friction = ";
  CHECK(message(start + "0.3 }") == at_6 + "contact 'touch': friction = 0.3 must be a friction law");
  CHECK(message(start + "mbs.laws.hertz { stiffness = 1 } }") ==
        at_6 + "contact 'touch': friction = law 'hertz' must be a friction law");
  const Folder folder;
  CHECK(contains(folder.run(ball + start + "0.3 }").error,
                 "try: friction = mbs.friction.regularized_coulomb { coefficient = 0.3 }"));
  CHECK(contains(folder.run(ball + "contact(mbs.friction.threlfall { coefficient = 0.3 })").error,
                 "law = friction law 'threlfall' must be a contact law"));
}

TEST_CASE("a friction law of the script without force or with something else is refused") {
  CHECK(contains(message("mbs.friction_law { parameters = { mu = 1 } }"),
                 "friction_law: 'force' is missing: function(c, p) returning the magnitude"));
  CHECK(message("mbs.friction_law { force = 0.3 }") ==
        at_6 + "friction_law: force = 0.3 must be a function(c, p)");
  CHECK(contains(message("mbs.friction_law { parameters = { 1 }, force = function() return 0 end }"),
                 "parameters must have names"));
}

TEST_CASE("the energy rule refuses what is no energy") {
  CHECK(message("mbs.accept.energy { per_impact = -1e-6 }") ==
        at_6 + "accept.energy: per_impact = -1e-06 J must be > 0");
  CHECK(contains(message("mbs.accept.enrgy {}"), "there is no 'enrgy'; did you mean 'energy'?"));
}

TEST_CASE("a text field outside its choices is an error that lists them") {
  const std::string text = message("mbs.accept.penetration { locate = 'rot' }");
  CHECK(contains(text, "locate = \"rot\" is not known; did you mean 'root'?"));
  CHECK(contains(text, "\"halve\""));
}

TEST_CASE("a string is never taken for a number") {
  CHECK(message("model:body { name = 'b', mass = '2kg', inertia = 1, position = { 0, 0 } }") ==
        at_6 + "body 'b': mass = \"2kg\" (a string) must be a number [kg]");
  CHECK(message("model:body { name = 'b', mass = '2', inertia = 1, position = { 0, 0 } }") ==
        at_6 + "body 'b': mass = \"2\" (a string) must be a number [kg]");
}

TEST_CASE("a vector of the wrong length, with a hole or with names is an error that says what is wrong") {
  CHECK(message("model:body { name = 'b', mass = 1, inertia = 1, position = { 1, 2, 3 } }") ==
        at_6 + "body 'b': position has 3 numbers, a planar model needs two: { x, y }");
  CHECK(message("model:body { name = 'b', mass = 1, inertia = 1, position = { 1 } }") ==
        at_6 + "body 'b': position has 1 number, a planar model needs two: { x, y }");
  CHECK(message("model:body { name = 'b', mass = 1, inertia = 1, position = { 1, nil, 3 } }") ==
        at_6 + "body 'b': position[2] = nil must be a number [m]");
  CHECK(contains(message("model:body { name = 'b', mass = 1, inertia = 1, position = { x = 1, y = 2 } }"),
                 "position has the key 'x'"));
}

TEST_CASE("numbers that are not finite or out of range are errors with value, unit and rule") {
  CHECK(message("model:body { name = 'b', mass = 0/0, inertia = 1, position = { 0, 0 } }") ==
        at_6 + "body 'b': mass = nan kg must be a finite number");
  CHECK(message("model:body { name = 'b', mass = 1, inertia = math.huge, position = { 0, 0 } }") ==
        at_6 + "body 'b': inertia = inf kg m^2 must be a finite number");
  CHECK(message("model:body { name = 'b', mass = 0, inertia = 1, position = { 0, 0 } }") ==
        at_6 + "body 'b': mass = 0 kg must be > 0");
  CHECK(message("model:spring { between = { ball, { 0, 2 } }, stiffness = -1 }") ==
        at_6 + "spring: stiffness = -1 N/m must be >= 0");
  CHECK(message("mbs.laws.flores { stiffness = 1e8, restitution = 1.2 }") ==
        at_6 + "flores: restitution = 1.2 must be between 0 and 1");
}

TEST_CASE("a missing field is an error that says what it is") {
  CHECK(message("model:body { name = 'b', mass = 1, position = { 0, 0 } }") ==
        at_6 + "body 'b': 'inertia' is missing: a number [kg m^2], about the centre of mass");
}

TEST_CASE("a whole number may be written 3.0, and nothing else may stand for one") {
  const Folder folder;
  const Result result = folder.run("local t = { 10, 20, 30 }\nassert(t[3.0] == 30)");
  CHECK(result.status == 0);
}

TEST_CASE("a name can be used once, and the message says where it was used first") {
  const std::string text = message("model:particle { name = 'ball', mass = 1, position = { 0, 0 } }");
  CHECK(text == at_6 + "particle 'ball': the name 'ball' is taken (first at ball.lua:3)");
}

TEST_CASE("objects of another model are refused by name") {
  CHECK(message("local other = mbs.planar_model {}; other:spring { between = { ball, { 0, 1 } }, stiffness = "
                "1 }") == at_6 + "spring: 'ball' belongs to another model");
}

TEST_CASE("an element between a body and itself is refused") {
  CHECK(message("model:spring { between = { ball, ball:point { 0, 1 } }, stiffness = 1 }") ==
        at_6 + "spring: both ends belong to 'ball'");
}

TEST_CASE("a pair that is no pair is refused") {
  CHECK(contains(message("model:spring { between = { ball }, stiffness = 1 }"), "between[2] = nil"));
  CHECK(contains(message("model:spring { between = { ball, { 0, 1 }, { 0, 2 } }, stiffness = 1 }"),
                 "has 3 entries"));
  CHECK(
      contains(message("model:contact { between = { ball, ball }, law = mbs.laws.hertz { stiffness = 1 } }"),
               "contact: between[1] = body 'ball' must be a shape"));
}

TEST_CASE("shapes that cannot touch are refused with those that can") {
  const Folder folder;
  const Result result = folder.run(ball +
                                   "model:contact { between = { ball:line {}, model.ground:line {} }, law = "
                                   "mbs.laws.hertz { stiffness = 1 } }");
  CHECK(result.status == 1);
  CHECK(contains(result.error,
                 "contact: a line and a line cannot touch\n  try: a line touches: circle, polygon"));
}

TEST_CASE("a polygon that is none, and a pin too thick for its hole, are refused with what is wrong") {
  CHECK(message("ball:polygon { points = { { 0, 0 }, { 1, 0 } } }") ==
        at_6 + "polygon of 'ball': points has 2 corners, a polygon has three or more");
  CHECK(message("ball:polygon { points = { { 0, 0 }, { 2, 0 }, { 0.5, 0.5 }, { 0, 2 } } }") ==
        at_6 + "polygon of 'ball': points[3] = { 0.5, 0.5 } is a hollow corner, a polygon must be convex");
  CHECK(message("ball:polygon { points = { { 0, 0 }, 3, { 1, 1 } } }") ==
        at_6 + "polygon of 'ball': points[2] = 3 must be { x, y } [m]");
  CHECK(message("ball:polygon { points = { { 0, 0 }, { 0, 0 }, { 1, 1 } } }") ==
        at_6 + "polygon of 'ball': points[1] = { 0, 0 } and points[2] are the same place");
  CHECK(contains(
      message("model:contact { between = { ball:circle { radius = 1 }, model.ground:hole { radius = 1 } }, "
              "law = mbs.laws.hertz { stiffness = 1 } }"),
      "a circle of radius 1 m does not fit into a hole of radius 1 m"));
}

TEST_CASE("a method called with a dot, no table, or two arguments is explained") {
  CHECK(contains(message("model.body { name = 'b' }"), "model: this is called with a colon"));
  CHECK(contains(message("model:body()"), "body: needs one table with named fields, got nil"));
  CHECK(contains(message("model:body({}, 2)"), "body: takes one table, got more arguments"));
  CHECK(contains(message("model:body { 'b' }"), "body: \"b\" (a string) has no name"));
}

TEST_CASE("objects are read-only") {
  CHECK(contains(message("ball.mass = 2"), "body 'ball': 'mass' cannot be set"));
  CHECK(message("getmetatable(ball).__index = 1").find("locked") == std::string::npos);
}

// Line 6 is a group of contacts with these fields, in a model with a second body.
std::string group_message(const std::string& fields, const std::string& before = "") {
  return message(
      "local second = model:body { name = 'second', mass = 1, inertia = 1, position = { 1, 1 } } " + before +
      " local hertz = mbs.laws.hertz { stiffness = 1e6 } " + "model:contacts { name = 'grains', " + fields +
      " } model:simulate { duration = 1 }");
}

const std::string at_group = at_6 + "contacts 'grains': ";
const std::string discs = "ball:circle { radius = 0.1 } second:circle { radius = 0.1 }";

TEST_CASE("a group of contacts without bodies, or with what are none, is refused") {
  CHECK(group_message("law = hertz", discs) ==
        at_group + "'bodies' is missing: \"all\" or a list of bodies { a, b, … }");
  CHECK(group_message("law = hertz, bodies = 3", discs) ==
        at_group + "bodies = 3 must be \"all\" or a list of bodies { a, b, … }");
  CHECK(group_message("law = hertz, bodies = 'al'", discs) ==
        at_group + "bodies = \"al\" (a string) must be \"all\" or a list of bodies { a, b, … }");
  CHECK(group_message("law = hertz, bodies = {}", discs) ==
        at_group + "bodies has 0 entries, it needs two or more");
  CHECK(group_message("law = hertz, bodies = { ball }", discs) ==
        at_group + "bodies has 1 entry, it needs two or more");
  CHECK(group_message("law = hertz, bodies = { ball, 'second' }", discs) ==
        at_group + "bodies[2] = \"second\" (a string) must be a body");
  CHECK(group_message("law = hertz, bodies = { ball.center, second }", discs) ==
        at_group + "bodies[1] = point { 0, 0 } of 'ball' must be a body");
  CHECK(group_message("law = hertz, bodies = { ball, second, ball }", discs) ==
        at_group + "bodies names 'ball' twice");
  CHECK(group_message("law = hertz, bodies = { ball, second, third = model.ground }", discs) ==
        at_group + "bodies has an entry with the name \"third\" (a string), it is a list { a, b, … }");
}

TEST_CASE("a group of contacts with a body of another model is refused by its name") {
  const std::string foreign = discs +
                              " local foreign = mbs.planar_model {}:body { name = 'foreign', mass = 1, "
                              "inertia = 1, position = { 0, 0 } }";
  CHECK(group_message("law = hertz, bodies = { ball, foreign }", foreign) ==
        at_group + "'foreign' belongs to another model");
}

TEST_CASE("a group of contacts without a law, with a wrong one, or with a field it has not is refused") {
  CHECK(group_message("bodies = 'all'", discs) == at_group + "'law' is missing: a contact law");
  CHECK(group_message("bodies = 'all', law = 3", discs) == at_group + "law = 3 must be a contact law");
  CHECK(group_message("bodis = 'all', law = hertz", discs) ==
        at_group +
            "there is no 'bodis'; did you mean 'bodies'? (fields: name, bodies, law, friction, tolerance)");
  CHECK(group_message("bodies = 'all', law = hertz, friction = 0.3", discs) ==
        at_group + "friction = 0.3 must be a friction law");
  CHECK(group_message("bodies = 'all', law = hertz, tolerance = -1", discs) ==
        at_group + "tolerance = -1 m must be > 0");
  const std::string taken = group_message(
      "bodies = 'all', law = hertz } model:contacts { name = 'ball', "
      "bodies = 'all', law = hertz",
      discs);
  CHECK(taken == at_6 + "contacts 'ball': the name 'ball' is taken (first at ball.lua:3)");
}

TEST_CASE("a group of contacts in which nothing can touch says why") {
  CHECK(group_message("bodies = 'all', law = hertz") ==
        at_group + "there is no moving body with a shape among its bodies");
  CHECK(group_message("bodies = 'all', law = hertz", "model.ground:line {}") ==
        at_group + "there is no moving body with a shape among its bodies");
  CHECK(group_message("bodies = { ball, second }, law = hertz", "ball:circle { radius = 0.1 }") ==
        at_group + "'second' has no shape");
  // A half-plane that moves, and a wall: there is no geometry for this pair.
  CHECK(group_message("bodies = 'all', law = hertz",
                      "ball:line {} second:segment { from = { 0, 0 }, to = { 1, 0 } }") ==
        at_group + "a line of 'ball' and a segment of 'second' cannot touch");
}

TEST_CASE("what the language has but this version has not says so") {
  CHECK(contains(message("model:beam {}"), "'beam' is not part of this version"));
  CHECK(contains(message("mbs.mesh {}"), "mbs.mesh: is not part of this version"));
}

TEST_CASE("a negative duration, a wrong recorder and unknown options are refused before anything runs") {
  CHECK(message("model:simulate { duration = -1 }") == at_6 + "simulate: duration = -1 s must be >= 0");
  CHECK(message("model:simulate {}") == at_6 + "simulate: 'duration' is missing: a number [s]");
  CHECK(contains(message("model:simulate { duration = 1, record = 'step' }"), "did you mean 'steps'?"));
  CHECK(contains(message("model:simulate { duration = 1, integrator = 'dopri5' }"),
                 "integrator = \"dopri5\" (a string) must be an integrator with its options"));
  CHECK(contains(message("model:simulate { duration = 1, acept_step = 1 }"), "did you mean 'accept_step'?"));
}

TEST_CASE("a fixed-step integrator needs its step") {
  CHECK(message("mbs.integrators.rk4 {}") ==
        at_6 + "rk4: 'step' is missing: a number [s]; this method has a fixed step");
  CHECK(message("mbs.integrators.symplectic_euler { step = 0 }") ==
        at_6 + "symplectic_euler: step = 0 s must be > 0; this method has a fixed step");
}

TEST_CASE("a fixed step of any integrator is a finite number that is not negative") {
  for (const std::string name : {"dopri5", "fehlberg78", "cash_karp54", "bulirsch_stoer", "adams", "bdf",
                                 "radau5", "rk4", "symplectic_euler"}) {
    const std::string made = "mbs.integrators." + name, start = at_6 + name + ": step = ";
    CHECK(message(made + " { step = -1 }") == start + "-1 s must be >= 0");
    CHECK(message(made + " { step = 0 / 0 }") == start + "nan s must be a finite number");
    CHECK(message(made + " { step = 'small' }") == start + "\"small\" (a string) must be a number [s]");
    CHECK(contains(message(made + " { stepp = 1 }"), "there is no 'stepp'; did you mean 'step'?"));
  }
}

TEST_CASE("a contact that starts deep inside is refused with its name and depth") {
  const std::string text = message(
      "local low = model:body { name = 'low', mass = 1, inertia = 1, position = { 5, -1 } } "
      "model:contact { name = 'deep', between = { low:circle { radius = 0.1 }, model.ground:line {} }, "
      "law = mbs.laws.hertz { stiffness = 1e6 } } model:simulate { duration = 1 }");
  CHECK(contains(text, "contact 'deep'"));
  CHECK(contains(text, "1.1 m"));
}

TEST_CASE("extreme scales give finite results") {
  const Folder folder;
  const Result result = folder.run(ball + R"(
contact(mbs.laws.hertz { stiffness = 1e14 })
model:body { name = "tiny", mass = 1e-300, inertia = 1e-300, position = { 3, 0 } }
local run = model:simulate { duration = 0.5 }
assert(run.outcome == "reached_end", run.message)
for _, name in ipairs { "ball.y", "tiny.y", "energy.total" } do
  local x = run:final(name)
  assert(x == x and math.abs(x) < 1e3, name)
end
assert(model:simulate { duration = 0 }.time[1] == 0))");
  CHECK_MESSAGE(result.status == 0, result.error);
}

TEST_CASE("a joint with clearance that cannot be is refused with what to write") {
  const auto revolute = [](const std::string& fields) {
    return "model:clearance_revolute { name = 'pin', law = mbs.laws.hertz { stiffness = 1e9 }, " + fields +
           " }";
  };
  const std::string ends = "between = { ball, model.ground }, at = { 0, 1 }, ";
  CHECK(
      message(revolute(ends + "journal_radius = 0.01, bearing_radius = 0.0095")) ==
      at_6 +
          "clearance_revolute 'pin': journal_radius = 0.01 m must be smaller than bearing_radius = 0.0095 m");
  CHECK(contains(message(revolute(ends + "journal_radius = 0.0095")),
                 "clearance_revolute 'pin': 'bearing_radius' is missing: a number [m], of the hole"));
  CHECK(message(revolute(ends + "journal_radius = -1, bearing_radius = 1")) ==
        at_6 + "clearance_revolute 'pin': journal_radius = -1 m must be > 0");
  const std::string radii = "journal_radius = 0.0095, bearing_radius = 0.01, ";
  CHECK(message(revolute(radii + "between = { ball, model.ground }")) ==
        at_6 +
            "clearance_revolute 'pin': at the start the journal's centre is 1 m off the bearing's, the "
            "clearance is "
            "0.0005 m");
  CHECK(message(revolute(radii + "between = { ball, ball }")) ==
        at_6 + "clearance_revolute 'pin': 'between' names 'ball' twice");
  CHECK(message(revolute(radii + "between = { ball, model.ground }, at = { 0, 1 }, jurnal = 1"))
            .find("there is no 'jurnal'") != std::string::npos);
  CHECK(message("model:clearance_revolute { name = 'pin', " + radii + ends + "law = 3 }") ==
        at_6 + "clearance_revolute 'pin': law = 3 must be a contact law");
  CHECK(message("model:clearance_revolute { name = 'pin', " + radii + ends + " }") ==
        at_6 + "clearance_revolute 'pin': 'law' is missing: a contact law");
}

TEST_CASE("a slider with clearance without an axis, or off its guide, is refused with what to write") {
  const auto prismatic = [](const std::string& fields) {
    return "model:clearance_prismatic { name = 'guide', law = mbs.laws.hertz { stiffness = 1e9 }, length = "
           "0.1, width "
           "= 0.05, clearance = 1e-3, " +
           fields + " }";
  };
  CHECK(message(prismatic("between = { ball, model.ground }, at = { 0, 1 }, axis = { 0, 0 }")) ==
        at_6 + "clearance_prismatic 'guide': 'axis' is {0, 0}, a direction is needed");
  CHECK(message(prismatic("between = { ball, model.ground }, axis = { 1, 0 }")) ==
        at_6 +
            "clearance_prismatic 'guide': at the start the slider's middle is 1 m off the guide's middle "
            "line, the "
            "clearance is 0.001 m");
  const Folder folder;
  CHECK(folder.run(ball + prismatic("between = { ball, model.ground }, axis = { 0, 1 }")).status == 0);
}
