#include "lua/binding/said.h"

namespace perilune {
namespace {

using Functions = std::vector<SaidFunction>;

Functions of_the_module() {
  return {
      {"mbs", "planar_model", "{planar_model}", "perilune.PlanarModel", "a model in the plane"},
      {"mbs", "spatial_model", "{spatial_model}", "perilune.SpatialModel", "a model in space"},
      {"mbs", "law", "{law}", "perilune.Law", "a contact law of your own"},
      {"mbs", "friction_law", "{friction_law}", "perilune.Friction", "a friction law of your own"},
      {"mbs", "joint", "{joint}", "fun(model: perilune.Model, fields: table): perilune.Element",
       "a kind of joint of your own: slot(model, { between = { a, b }, … })"},
      {"mbs", "parameter", "{parameter}", "number",
       "declares a number that --set NAME=VALUE changes: mbs.parameter { \"K\", 140e6, unit = \"N/m^1.5\" }"},
      {"mbs", "output", "name: string, value: number", "", "a number for run.json, which sweeps collect"},
      {"mbs", "plot", "{mbs.plot}", "",
       "curves of several runs and lists of numbers over each other, as SVG"},
      {"mbs", "report", "{mbs.report}", "", "one page for any browser, several runs side by side"},
      {"mbs.stiffness", "hertz", "{stiffness.hertz}", "number", "of two spheres, F = K δ^1.5 [N/m^1.5]"},
      {"mbs.rotation", "axis_angle", "{rotation.axis_angle}", "perilune.Rotation", "about an axis"},
      {"mbs.rotation", "quaternion", "components: number[]", "perilune.Rotation", "{ w, x, y, z }"},
      {"mbs.rotation", "euler", "{rotation.euler}", "perilune.Rotation", "three turns, one after the other"},
      {"mbs.rotation", "between", "{rotation.between}", "perilune.Rotation",
       "the shortest from one direction to another"},
      {"mbs.accept", "penetration", "{accept.penetration}", "perilune.Rule",
       "no contact begins deeper than the tolerance (Flores & Ambrósio 2010)"},
      {"mbs.accept", "energy", "{accept.energy}", "perilune.Rule",
       "no contact begins so deep that it creates more energy than this"},
      {"mbs.accept", "none", "{accept.none}", "perilune.Rule", "no control of first depths"}};
}

Functions of_models() {
  return {
      {"Model", "contact", "{contact}", "perilune.Element", "between two shapes"},
      {"Model", "contacts", "{contacts}", "perilune.Element", "between every pair of shapes of some bodies"},
      {"Model", "stop", "{stop}", "perilune.Element", "contact of two scalar coordinates"},
      {"Model", "angle", "{angle}", "perilune.Body",
       "the angle of a hinge in space as a scalar coordinate: it counts turns, and loads, springs and stops "
       "act on it"},
      {"Model", "event", "{event}", "perilune.Element", "an instant at which a value crosses zero"},
      {"Model", "rolling", "{rolling}", "perilune.Element", "a circle stays on a line and does not slip"},
      {"Model", "simulate", "{simulate}", "perilune.Run", "runs to the end"},
      {"Model", "simulation", "{simulate}", "perilune.Simulation", "the same, to be stepped"},
      {"Model", "kinematics", "{kinematics}", "perilune.Run",
       "of a mechanism without freedom, not integrated"},
      {"Model", "assemble", "{assemble}", "perilune.StartChange",
       "positions and velocities that all joints agree with, with least change"},
      {"Model", "start_from", "run: perilune.Run, t: number", "perilune.CopiedStart",
       "bodies start where those of the same names were at t [s]"},
      {"Model", "equilibrium", "{equilibrium}", "perilune.Equilibrium",
       "a static position; the model starts there"},
      {"Model", "linearize", "{linearize}", "perilune.Linearization", "small motions about the start"},
      {"Body", "point", "place: number[]", "perilune.Point", "fixed to it, { x, y } in its frame [m]"}};
}

Functions of_laws() {
  return {
      {"Law", "force", "penetration: number, penetration_rate: number, impact_speed: number, mass: number?",
       "number", "the normal force [N]"},
      {"Law", "restitution", "impact_speed: number, mass: number?", "number", "what it really delivers"},
      {"Law", "loop", "{law:loop}", "perilune.LawLoop", "the hysteresis loop of one impact"},
      {"Law", "check", "{law:check}?", "perilune.LawFindings",
       "pulls? jumps at touch? creates energy? what does it deliver?"},
      {"Law", "explain", "", "string", "what is compiled, line by line"},
      {"Friction", "force", "slip_speed: number, normal_force: number, t: number?", "number",
       "the magnitude [N]"},
      {"Friction", "explain", "", "string", "what is compiled, line by line"}};
}

Functions of_runs() {
  const std::string channel = "channel: perilune.Channel";
  return {{"Simulation", "step", "", "boolean", "to the next accepted step; false when there is none"},
          {"Simulation", "run", "", "perilune.Run", "to the end"},
          {"Simulation", "result", "", "perilune.Run", "what there is so far"},
          {"Simulation", "value", channel, "number", "now"},
          {"Step", "value", channel, "number", "at the end of the trial"},
          {"Step", "value_before", channel, "number", "at its start"},
          {"Instant", "value", channel, "number", "now"},
          {"Run", "series", channel, "number[]", "one number for each record"},
          {"Run", "final", channel, "number", "at the end"},
          {"Run", "largest", channel, "number", "the largest |x| of all steps"},
          {"Run", "at", channel + ", t: number", "number", "at t [s], on the interpolant"},
          {"Run", "step", "", "boolean", "walks to the next accepted step; false at the end"},
          {"Run", "value", channel, "number", "where run:step has walked to"},
          {"Run", "save", "file: string", "", "all series as CSV"},
          {"Run", "export", "file: string|perilune.Export", "",
           "for other programs: \"NAME.mat\" (MATLAB), \"NAME.pvd\" (ParaView), \"NAME.glb\" (glTF)"},
          {"Run", "expect", "{expect}", "boolean", "prints what fails; the exit status is then 1"},
          {"Run", "plot", "{run:plot}", "", "channels over time or each other, as SVG"},
          {"Run", "snapshots", "{snapshots}", "", "the mechanism at some instants, as SVG"},
          {"Run", "report", "file: string", "", "one page for any browser: motion, plots, steps, events"}};
}

}  // namespace

const std::vector<SaidFunction>& said_functions() {
  static const Functions list = [] {
    Functions joined = of_the_module();
    for (const Functions& more : {of_models(), of_laws(), of_runs()})
      joined.insert(joined.end(), more.begin(), more.end());
    return joined;
  }();
  return list;
}

}  // namespace perilune
