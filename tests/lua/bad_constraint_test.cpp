#include <doctest/doctest.h>

#include "tests/lua/message.h"

using namespace perilune::test;

namespace {

std::string constraint(const std::string& fields) {
  return message("model:constraint { name = 'c', between = { ball }, " + fields + " }");
}

// What its function must not return.
std::string returning(const std::string& results) {
  return constraint("equations = function(a, t) return " + results + " end");
}

// The same from t = 0.1 s on.
std::string returning_later(const std::string& results) {
  return message(
      "model:constraint { name = 'c', between = { ball }, equations = function(a, t) if t > 0.1 then "
      "return " +
      results + " end return { a.x } end } model:simulate { duration = 1 }");
}

std::string curve(const std::string& fields) {
  return message("model:point_on_curve { between = { model.ground, ball }, " + fields + " }");
}

}  // namespace

TEST_CASE("constraint: without equations, without anybody to bind, or of nothing that moves") {
  CHECK(constraint("") == "ball.lua:6: constraint 'c': needs 'equations' or 'velocity_equations'");
  CHECK(contains(message("model:constraint { equations = function(a) return { a.x } end }"),
                 "constraint: 'between' is missing: a list of points, bodies or coordinates { a, b, … }"));
  CHECK(contains(message("model:constraint { between = {}, equations = function(a) return { 0 } end }"),
                 "between is empty"));
  CHECK(contains(message("model:constraint { between = { a = ball }, equations = function(a) return 0 end }"),
                 "between has the key 'a'"));
  CHECK(contains(
      message("model:constraint { between = { model.ground }, equations = function(a) return 0 end }"),
      "'between' has nothing that can move"));
  CHECK(contains(constraint("equation = function(a) return { a.x } end"), "did you mean 'equations'?"));
  CHECK(contains(constraint("equations = 3"), "equations = 3 must be a function"));
}

TEST_CASE(
    "constraint: a misspelt field of a view is named with the nearest; velocities only where they belong") {
  CHECK(contains(returning("{ a.angel }"),
                 "there is no 'a.angel'; did you mean 'a.angle'? (a has: angle, x, y)"));
  CHECK(contains(returning("{ a.vx }"), "there is no 'a.vx'"));
  CHECK(contains(constraint("velocity_equations = function(a) return { a.angular_velocty } end"),
                 "did you mean 'a.angular_velocity'?"));
}

TEST_CASE("constraint: results that are no list of numbers are refused where it is described") {
  const std::string must = "it must return a list { … } with one number for each equation";
  CHECK(returning("nil") == "ball.lua:6: equations of constraint returned nil, " + must);
  CHECK(contains(returning("'x'"), "returned \"x\" (a string), " + must));
  CHECK(contains(returning("{ a.x }, 3"), "returned also 3, " + must));
  CHECK(contains(returning("{ a.x, nil, a.y }"), "returned nil, it must return { equation 1, equation 2, "));
  CHECK(contains(returning("{ a.x, true }"), "returned true"));
  CHECK(contains(returning("{}"), "constraint 'c': its function returns an empty list"));
  CHECK(contains(returning("{ x = a.x }"), "returns an empty list"));
  CHECK(contains(returning("{ a.x, 0 / 0 }"), "constraint 'c': equation 2 is"));
}

TEST_CASE("constraint: results that change while it runs stop the run with the function's line") {
  const std::string stopped = "run 1 stopped: script_error: ball.lua:6: equations of constraint returned ";
  CHECK(contains(returning_later("{ a.x, a.y }"),
                 stopped + "2 entries in a table, it must return { equation 1 }"));
  CHECK(contains(returning_later("{}"), stopped + "0 entries in a table"));
  CHECK(contains(returning_later("nil"), stopped + "nil, it must return { equation 1 }"));
  CHECK(contains(returning_later("error('no more')"), "ball.lua:6: no more (in equations of constraint)"));
}

TEST_CASE("constraint: a start that it does not allow is named with its size") {
  CHECK(contains(message("model:constraint { name = 'c', between = { ball }, equations = function(a) "
                         "return { a.x - 2 } end } model:simulate { duration = 1 }"),
                 "constraint 'c': does not hold at t = 0: off by 2 m or rad"));
  CHECK(
      contains(message("model:constraint { name = 'c', between = { ball }, velocity_equations = function(a) "
                       "return { a.vx - 2 } end } model:simulate { duration = 1 }"),
               "constraint 'c': the velocities at t = 0 violate it by 2 m/s or rad/s"));
}

TEST_CASE("kinds of joints: what is missing, misspelt or no number is named") {
  CHECK(contains(message("mbs.joint { name = 'pin' }"),
                 "joint 'pin': needs 'equations' or 'velocity_equations'"));
  CHECK(contains(message("mbs.joint { name = 'pin', parameters = { between = 1 }, equations = print }"),
                 "joint 'pin': a parameter cannot be called 'between'"));
  const std::string pin =
      "mbs.joint { name = 'pin', parameters = { size = 1 }, equations = function(a, p) return a.x - p.size "
      "end }";
  CHECK(message(pin + " { between = { ball } }") == "ball.lua:6: pin: a table must be a model");
  CHECK(contains(message(pin + " (model, { between = { ball }, sise = 2 })"),
                 "pin: there is no 'sise'; did you mean 'size'?"));
  CHECK(contains(message(pin + " (model, { between = { ball }, size = 'big' })"),
                 "pin: size = \"big\" (a string) must be a number"));
  CHECK(contains(message(pin + " (model, { name = 'mine' })"), "pin 'mine': 'between' is missing"));
}

TEST_CASE("rolling: a disc on a line of another body, and nothing else") {
  const auto rolling = [](const std::string& shapes) {
    return message("model:rolling { between = { " + shapes + " } }");
  };
  CHECK(contains(rolling("ball, model.ground"), "between[1] = body 'ball' must be a shape"));
  CHECK(contains(rolling("model.ground:line {}, ball:circle { radius = 1 }"),
                 "between[1] must be a circle, which rolls"));
  CHECK(contains(rolling("ball:circle { radius = 1 }, ball:line {}"), "both shapes belong to 'ball'"));
  CHECK(contains(
      message("local p = model:particle { name = 'p', mass = 1, position = { 0, 1 } } model:rolling { "
              "between = { p:circle { radius = 1 }, model.ground:line {} } }"),
      "'p' is a particle, which does not turn"));
}

TEST_CASE("point on a curve: one curve, smooth and without crossings, on a body") {
  const std::string line = "curve = function(u) return { u, 0 } end";
  CHECK(contains(curve(""), "needs either 'points' or 'curve'"));
  CHECK(contains(curve(line), "'range' is missing"));
  CHECK(contains(curve(line + ", range = { 1, 0 }"), "range must rise"));
  CHECK(contains(curve(line + ", range = { 0, 1 }, closed = true"),
                 "the curve is closed, but its ends are 1 m apart"));
  CHECK(contains(curve("curve = function(u) return { u ^ 2, 0 } end, range = { 0, 1 }"),
                 "the curve is not smooth at u = 0"));
  CHECK(contains(curve("curve = function(u) return { u } end, range = { 0, 1 }"),
                 "curve returned 1 entries in a table, it must return { x, y }"));
  CHECK(contains(curve("points = { { 0, 0 } }"), "points has 1 entries, an open curve needs 2 or more"));
  CHECK(contains(curve("points = { { 0, 0 }, { 0, 0 } }"), "points[2] is where points[1] is"));
  CHECK(contains(curve("points = { { 0, 0 }, { 1, 1 }, { 1, 0 }, { 0, 1 } }"),
                 "the curve crosses itself near { "));
  CHECK(contains(
      message("local q = model:coordinate { name = 'q', inertia = 1 } model:point_on_curve { between "
              "= { model.ground, q }, points = { { 0, 0 }, { 1, 0 } } }"),
      "'q' is a scalar coordinate, which has no place"));
}

TEST_CASE("check: equations of velocities are counted among the independent ones and named") {
  const Folder folder;
  folder.write("ball.lua", ball +
                               "model:constraint { between = { ball }, velocity_equations = function(a) "
                               "return { a.vx } end }");
  const Result result = folder.perilune({"check", "ball.lua"});
  CHECK(result.status == 0);
  CHECK(contains(result.out, "degrees of freedom: 2 (3 coordinates, 1 independent constraint equations)"));
  CHECK(contains(result.out, "1 of the constraint equations binds velocities only"));
}

TEST_CASE("kinematics: equations of velocities give no positions") {
  CHECK(
      contains(message("model:constraint { name = 'c', between = { ball }, velocity_equations = function(a) "
                       "return { a.vx, a.vy, a.angular_velocity } end } model:kinematics { duration = 1 }"),
               "kinematics: constraint 'c' binds velocities: no position follows from it"));
}
