#include "lua/binding/said.h"

namespace perilune {
namespace {

using Functions = std::vector<SaidFunction>;

// What is said of one function of an owner.
struct Line {
  const char* name;
  std::string arguments;
  const char *returns, *meaning;
};

Functions of(const char* owner, const std::vector<Line>& lines) {
  Functions list;
  for (const Line& line : lines)
    list.push_back({owner, line.name, line.arguments, line.returns, line.meaning});
  return list;
}

Functions joined(const std::vector<Functions>& lists) {
  Functions all;
  for (const Functions& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

Functions of_the_module() {
  return joined(
      {of("mbs",
          {{"planar_model", "{planar_model}", "perilune.PlanarModel", "a model in the plane"},
           {"spatial_model", "{spatial_model}", "perilune.SpatialModel", "a model in space"},
           {"law", "{law}", "perilune.Law", "a contact law of your own"},
           {"friction_law", "{friction_law}", "perilune.Friction", "a friction law of your own"},
           {"joint", "{joint}", "fun(model: perilune.Model, fields: table): perilune.Element",
            "a kind of joint of your own: slot(model, { between = { a, b }, … })"},
           {"parameter", "{parameter}", "number",
            "declares a number that --set NAME=VALUE changes: mbs.parameter { \"K\", 140e6, unit = "
            "\"N/m^1.5\" }"},
           {"output", "name: string, value: number", "", "a number for run.json, which sweeps collect"},
           {"plot", "{mbs.plot}", "", "curves of several runs and lists of numbers over each other, as SVG"},
           {"report", "{mbs.report}", "", "one page for any browser, several runs side by side"}}),
       of("mbs.stiffness",
          {{"hertz", "{stiffness.hertz}", "number", "of two spheres, F = K δ^1.5 [N/m^1.5]"}}),
       of("mbs.rotation",
          {{"axis_angle", "{rotation.axis_angle}", "perilune.Rotation", "about an axis"},
           {"quaternion", "components: number[]", "perilune.Rotation", "{ w, x, y, z }"},
           {"euler", "{rotation.euler}", "perilune.Rotation", "three turns, one after the other"},
           {"between", "{rotation.between}", "perilune.Rotation",
            "the shortest from one direction to another"}}),
       of("mbs.accept", {{"penetration", "{accept.penetration}", "perilune.Rule",
                          "no contact begins deeper than the tolerance (Flores & Ambrósio 2010)"},
                         {"energy", "{accept.energy}", "perilune.Rule",
                          "no contact begins so deep that it creates more energy than this"},
                         {"none", "{accept.none}", "perilune.Rule", "no control of first depths"}})});
}

Functions of_models() {
  return joined(
      {of("Model",
          {{"contact", "{contact}", "perilune.Element", "between two shapes"},
           {"contacts", "{contacts}", "perilune.Element", "between every pair of shapes of some bodies"},
           {"stop", "{stop}", "perilune.Element", "contact of two scalar coordinates"},
           {"angle", "{angle}", "perilune.Body",
            "the angle of a hinge in space as a scalar coordinate: it counts turns, and loads, springs and "
            "stops act on it"},
           {"event", "{event}", "perilune.Element", "an instant at which a value crosses zero"},
           {"rolling", "{rolling}", "perilune.Element", "a circle stays on a line and does not slip"},
           {"simulate", "{simulate}", "perilune.Run", "runs to the end"},
           {"simulation", "{simulate}", "perilune.Simulation", "the same, to be stepped"},
           {"kinematics", "{kinematics}", "perilune.Run", "of a mechanism without freedom, not integrated"},
           {"assemble", "{assemble}", "perilune.StartChange",
            "positions and velocities that all joints agree with, with least change"},
           {"start_from", "run: perilune.Run, t: number", "perilune.CopiedStart",
            "bodies start where those of the same names were at t [s]"},
           {"equilibrium", "{equilibrium}", "perilune.Equilibrium",
            "a static position; the model starts there"},
           {"linearize", "{linearize}", "perilune.Linearization", "small motions about the start"}}),
       of("Body",
          {{"point", "place: number[]", "perilune.Point", "fixed to it, { x, y } in its frame [m]"}})});
}

Functions of_laws() {
  return joined(
      {of("Law",
          {{"force", "penetration: number, penetration_rate: number, impact_speed: number, mass: number?",
            "number", "the normal force [N]"},
           {"restitution", "impact_speed: number, mass: number?", "number", "what it really delivers"},
           {"loop", "{law:loop}", "perilune.LawLoop", "the hysteresis loop of one impact"},
           {"check", "{law:check}?", "perilune.LawFindings",
            "pulls? jumps at touch? creates energy? what does it deliver?"},
           {"explain", "", "string", "what is compiled, line by line"}}),
       of("Friction",
          {{"force", "slip_speed: number, normal_force: number, t: number?", "number", "the magnitude [N]"},
           {"explain", "", "string", "what is compiled, line by line"}})});
}

Functions of_runs() {
  const std::string channel = "channel: perilune.Channel";
  return joined(
      {of("Simulation", {{"step", "", "boolean", "to the next accepted step; false when there is none"},
                         {"run", "", "perilune.Run", "to the end"},
                         {"result", "", "perilune.Run", "what there is so far"},
                         {"value", channel, "number", "now"}}),
       of("Step", {{"value", channel, "number", "at the end of the trial"},
                   {"value_before", channel, "number", "at its start"}}),
       of("Instant", {{"value", channel, "number", "now"}}),
       of("Run",
          {{"series", channel, "number[]", "one number for each record"},
           {"final", channel, "number", "at the end"},
           {"largest", channel, "number", "the largest |x| of all steps"},
           {"at", channel + ", t: number", "number", "at t [s], on the interpolant"},
           {"step", "", "boolean", "walks to the next accepted step; false at the end"},
           {"value", channel, "number", "where run:step has walked to"},
           {"save", "file: string", "", "all series as CSV"},
           {"export", "file: string|perilune.Export", "",
            "for other programs: \"NAME.mat\" (MATLAB), \"NAME.pvd\" (ParaView), \"NAME.glb\" (glTF)"},
           {"expect", "{expect}", "boolean", "prints what fails; the exit status is then 1"},
           {"plot", "{run:plot}", "", "channels over time or each other, as SVG"},
           {"snapshots", "{snapshots}", "", "the mechanism at some instants, as SVG"},
           {"report", "file: string", "", "one page for any browser: motion, plots, steps, events"}})});
}

}  // namespace

const std::vector<SaidFunction>& said_functions() {
  static const Functions list = joined({of_the_module(), of_models(), of_laws(), of_runs()});
  return list;
}

}  // namespace perilune
