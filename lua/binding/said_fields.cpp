#include <map>
#include <stdexcept>

#include "lua/binding/said.h"

namespace perilune {
namespace said {
namespace {

using Fields = std::vector<SaidField>;
constexpr bool required = true;

const SaidField name = {"name", "string", "", "for messages and channels; default: the kind and a number"};
const SaidField law = {"law", "perilune.Law", "", "of the normal force: mbs.laws.NAME {…} or mbs.law {…}",
                       required};
const SaidField friction = {"friction", "perilune.Friction", "",
                            "mbs.friction.NAME {…} or mbs.friction_law {…}; default none"};
const SaidField tolerance = {"tolerance", "number", "m",
                             "first depth that is accepted here; default: that of the acceptance rule"};
const SaidField shapes = {"between", "perilune.Shape[]", "", "two shapes of two bodies", required};
const SaidField record = {"record", "perilune.Record|\"steps\"|\"none\"", "",
                          "what is kept for series: { every = 1e-3 } [s]; default duration/1000"};
const SaidField duration = {"duration", "number", "s", "how long, >= 0", required};
const SaidField file = {"file", "string", "", "where to save it, \"NAME.svg\"", required};

// Of run:plot and mbs.plot.
Fields figure(Fields own) {
  const Fields shared = {
      file,
      {"title", "string", "", "above the figure"},
      {"log", "\"x\"|\"y\"|\"xy\"", "", "logarithmic axes; default none"},
      {"x_label", "string", "", "default: the channel's name"},
      {"y_label", "string|string[]", "", "one for each panel; default: the channels' names"},
      {"x_unit", "string", "", "default: the channel's"},
      {"y_unit", "string", "", "of the first panel; default: the channel's"},
      {"width", "number", "m", "0.03 to 2"},
      {"height", "number", "m", "0.02 to 2"},
      {"x_limits", "number[]", "", "{ from, to }; default: what there is"},
      {"y_limits", "number[]", "", "{ from, to } of the first panel; default: what there is"},
      {"legend", "boolean", "", "default true"},
      {"equal_axes", "boolean", "", "as long to the right as up; default false"}};
  own.insert(own.end(), shared.begin(), shared.end());
  return own;
}

const std::string style = "\"line\"|\"dashed\"|\"points\"|\"line and points\"";

std::map<std::string, Fields> contacts() {
  return {
      {"contact", {name, shapes, law, friction, tolerance}},
      {"contacts",
       {name,
        {"bodies", "\"all\"|perilune.Body[]", "", "every pair of their shapes", required},
        law,
        friction,
        tolerance}},
      {"clearance", {law, friction, tolerance}},
      {"stop",
       {name,
        {"between", "perilune.Body[]", "", "two scalar coordinates { a, b }, or one and the ground",
         required},
        {"gap", "number", "m or rad", "what may be left of b − a before they touch", required},
        law,
        tolerance}},
      {"angle",
       {name,
        {"between", "perilune.Body[]", "", "two bodies that turn about a common axis", required},
        {"axis", "number[]", "", "in the world at t = 0, carried by the first", required}}},
      {"rolling", {name, shapes}},
      {"law",
       {{"name", "string", "", "for messages"},
        {"parameters", "table<string, number>", "", "numbers of the law: p.NAME"},
        {"states", "table<string, number>", "", "its memory at the first touch: c.NAME"},
        {"force", "fun(c: perilune.ContactView, p: table<string, number>): number, table<string, number>?",
         "", "the normal force [N]; with states also their rates", required},
        {"on_commit", "fun(c: perilune.ContactView, p: table<string, number>)", "",
         "after accepted steps; may set states"},
        {"strict", "boolean", "", "an error when it must be interpreted; default false"}}},
      {"friction_law",
       {{"name", "string", "", "for messages"},
        {"parameters", "table<string, number>", "", "numbers of the law: p.NAME"},
        {"states", "table<string, number>", "", "its memory: c.NAME and further arguments"},
        {"force",
         "fun(c: perilune.FrictionView, p: table<string, number>, ...: number): number, "
         "table<string, number>?",
         "", "a magnitude [N]; with states a signed force against the slip, and their rates", required},
        {"strict", "boolean", "", "an error when it must be interpreted; default false"}}},
      {"law:check",
       {{"restitution", "number", "-", "what was asked for, 0 to 1"},
        {"mass", "number", "kg", "reduced mass; default 1"},
        {"impact_speeds", "number|number[]", "m/s", "default { 0.1, 0.3, 1, 3 }"}}},
      {"law:loop",
       {{"impact_speed", "number", "m/s", "at which it touches", required},
        {"mass", "number", "kg", "reduced mass; default 1"}}},
      {"stiffness.hertz",
       {{"radius_i", "number", "m", "of the sphere", required},
        {"radius_j", "number", "m", "of its partner: none for a plane, negative for a hole"},
        {"young_i", "number", "Pa", "Young's modulus", required},
        {"poisson_i", "number", "-", "Poisson's ratio", required},
        {"young_j", "number", "Pa", "Young's modulus", required},
        {"poisson_j", "number", "-", "Poisson's ratio", required}}}};
}

std::map<std::string, Fields> models() {
  return {{"planar_model",
           {{"name", "string", "", "default: the script's name"},
            {"gravity", "number[]", "m/s^2", "{ x, y }; default { 0, 0 }"}}},
          {"spatial_model",
           {{"name", "string", "", "default: the script's name"},
            {"gravity", "number[]", "m/s^2", "{ x, y, z }; default { 0, 0, 0 }"}}},
          {"event",
           {name,
            {"value", "fun(s: perilune.Instant): number", "", "its roots are the events", required},
            {"direction", "\"rising\"|\"falling\"|\"both\"", "", "default \"both\""},
            {"stop", "boolean", "", "the run ends there; default false"}}},
          {"joint",
           {{"name", "string", "", "of this kind, for messages"},
            {"parameters", "table<string, number>", "", "fields of each joint, with their defaults: p.NAME"},
            {"equations",
             "fun(a: perilune.View, b: perilune.View, p: table<string, number>, t: number): number[]", "",
             "zero for positions that the joint allows; as many views as participants"},
            {"velocity_equations",
             "fun(a: perilune.View, b: perilune.View, p: table<string, number>, t: number): number[]", "",
             "zero for velocities that the joint allows"}}},
          {"parameter",
           {{"[integer]", "string|number", "", "its name, and the number it has unless --set says otherwise",
             required},
            {"unit", "string", "", "for messages and the manifest"},
            {"min", "number", "", "the least that is allowed"},
            {"max", "number", "", "the most that is allowed"},
            {"doc", "string", "", "what it is"}}},
          {"rotation.axis_angle",
           {{"axis", "number[]", "-", "a direction of any length", required},
            {"angle", "number", "rad", "by how much", required}}},
          {"rotation.euler",
           {{"angles", "number[]", "rad", "three, about the axes of the turned frame", required},
            {"sequence", "string", "", "of axes; default \"zxz\""}}},
          {"rotation.between",
           {{"from", "number[]", "-", "a direction", required},
            {"to", "number[]", "-", "where the shortest rotation takes it", required}}}};
}

std::map<std::string, Fields> runs() {
  return {
      {"simulate",
       {duration,
        {"integrator", "perilune.Integrator", "", "default mbs.integrators.dopri5 {}"},
        {"constraints", "perilune.Stabilization", "", "default mbs.stabilization.projection {}"},
        {"multipliers", "\"auto\"|\"schur\"|\"augmented\"|\"generalized_inverse\"", "",
         "how multipliers are found; default: chosen by the engine"},
        {"accept_step", "perilune.Rule|perilune.Rule[]", "",
         "who decides whether a step may stand; default mbs.accept.penetration {}"},
        record,
        {"verify_laws", "integer", "-",
         "every so many calls of a compiled function are interpreted, too, and compared; default never"}}},
      {"kinematics", {duration, record}},
      {"assemble", {}},
      {"equilibrium", {}},
      {"linearize", {}},
      {"accept.none", {}},
      {"run:plot", figure({{"[integer]", "perilune.Channel", "", "what is shown", required},
                           {"x", "perilune.Channel", "", "the channel to the right; default \"time\""},
                           {"from", "number", "s", "default the start"},
                           {"to", "number", "s", "default the end"},
                           {"labels", "string|string[]", "", "for the legend"},
                           {"style", style, "", "default \"line\""}})},
      {"mbs.plot",
       figure({{"[integer]", "perilune.CurveOfRun|perilune.CurveOfNumbers", "",
                "{ run = run, \"ball.y\", label = … } or { x = list, y = list, label = … }", required}})},
      {"mbs.report",
       {{"[integer]", "perilune.Run|perilune.RunOfReport", "", "side by side", required},
        {"file", "string", "", "where to save it, \"NAME.html\"", required},
        {"title", "string", "", "default: the script's name"}}},
      {"run of a report",
       {{"run", "perilune.Run", "", "to show", required},
        {"label", "string", "", "what it is called there"}}},
      {"curve of a run",
       {{"[integer]", "perilune.Channel", "", "what is shown", required},
        {"run", "perilune.Run", "", "whose channels are listed", required},
        {"x", "perilune.Channel", "", "the channel to the right; default \"time\""},
        {"label", "string|string[]", "", "for the legend"},
        {"style", style, "", "default \"line\""},
        {"from", "number", "s", "default the start"},
        {"to", "number", "s", "default the end"}}},
      {"curve of numbers",
       {{"x", "number[]", "", "to the right", required},
        {"y", "number[]", "", "as many, up", required},
        {"label", "string", "", "for the legend"},
        {"style", style, "", "default \"line\""},
        {"unit", "string", "", "of y: finds the panel; default the first panel"}}},
      {"snapshots",
       {{"times", "number[]", "s", "instants to draw", required},
        file,
        {"title", "string", "", "above the pictures"},
        {"width", "number", "m", "0.03 to 2"},
        {"columns", "integer", "-", "pictures beside each other; default as many as look well"},
        {"trace", "string|string[]", "", "bodies whose paths are drawn"},
        {"x_limits", "number[]", "m", "{ from, to }, with y_limits"},
        {"y_limits", "number[]", "m", "{ from, to }, with x_limits"},
        {"view", "string|number[]", "",
         "in space: \"isometric\" (default), \"front\", \"side\", \"top\", or { x, y, z } to look from"}}},
      {"export",
       {{"file", "string", "",
         "where to save it: \"NAME.mat\" (MATLAB), \".pvd\" (ParaView), \".glb\" (glTF)", required},
        {"frames", "integer", "-", "instants of .pvd and .glb, at most; default 200"}}},
      {"expect",
       {{"[integer]", "perilune.Channel", "", "what is compared", required},
        {"below", "number", "", "the largest |value| of all steps is less"},
        {"above", "number", "", "the largest |value| of all steps is more"},
        {"equals", "number", "", "the value at the end, or at `at`, is this"},
        {"within", "number", "", "by how much it may miss `equals`"},
        {"at", "number", "s", "looks at this instant"},
        {"value", "number", "", "is compared instead of a channel"}}}};
}

const std::map<std::string, Fields>& all() {
  static const auto map = [] {
    auto joined = contacts();
    joined.merge(models());
    joined.merge(runs());
    return joined;
  }();
  return map;
}

}  // namespace
}  // namespace said

const std::vector<SaidField>& said_fields(const std::string& constructor) {
  const auto found = said::all().find(constructor);
  if (found == said::all().end()) throw std::logic_error("nobody described the fields of " + constructor);
  return found->second;
}

std::vector<std::string> said_names(const std::string& constructor) {
  std::vector<std::string> names;
  for (const SaidField& field : said_fields(constructor)) {
    if (field.name[0] != '[') names.push_back(field.name);
  }
  return names;
}

std::vector<std::string> said_constructors() {
  std::vector<std::string> names;
  for (const auto& [key, fields] : said::all()) names.push_back(key);
  return names;
}

}  // namespace perilune
