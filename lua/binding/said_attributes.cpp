#include <map>

#include "lua/binding/said.h"

namespace perilune {
namespace {

using Fields = std::vector<SaidField>;

std::map<std::string, Fields> objects() {
  return {
      {"mbs",
       {{"version", "string", "", "of the program"}, {"out", "string", "", "the folder of the results"}}},
      {"Model",
       {{"name", "string", "", "as given, or the script's"},
        {"ground", "perilune.Body", "", "the fixed body"},
        {"bodies", "perilune.Body[]", "", "all but the ground, in the order of their lines"}}},
      {"Body",
       {{"name", "string", "", "as given, or the kind and a number"},
        {"x", "number", "m", "of its centre of mass at the start"},
        {"y", "number", "m", "of its centre of mass at the start"},
        {"z", "number", "m", "of its centre of mass at the start"},
        {"center", "perilune.Point", "", "its centre of mass"},
        {"from", "perilune.Point", "", "of a bar: where it begins"},
        {"tip", "perilune.Point", "", "of a bar: where it ends"},
        {"length", "number", "m", "of a bar"}}},
      {"Point", {{"body", "perilune.Body", "", "to which it is fixed"}}},
      {"Shape", {{"body", "perilune.Body", "", "to which it is fixed"}}},
      {"Element", {{"name", "string", "", "as its channels begin"}}},
      {"Law",
       {{"name", "string", "", "for messages"},
        {"compiled", "boolean", "", "whether its functions are machine code or routines"},
        {"reason", "string?", "", "why not, or not all"}}},
      {"Friction",
       {{"name", "string", "", "for messages"},
        {"compiled", "boolean", "", "whether its function is machine code or a routine"},
        {"reason", "string?", "", "why not, or not all"}}},
      {"Integrator",
       {{"name", "string", "", "in mbs.integrators"},
        {"family", "string", "", "explicit or implicit, one step or many"},
        {"order", "string", "", "of convergence"},
        {"use", "string", "", "what it is good for"},
        {"cost", "string", "", "evaluations of a step"}}},
      {"Simulation",
       {{"time", "number", "s", "reached so far"},
        {"step_size", "number", "s", "of the last accepted step"}}},
      {"Step",
       {{"t", "number", "s", "where the trial starts"},
        {"dt", "number", "s", "its step size"},
        {"t_next", "number", "s", "where it ends"},
        {"error", "number", "-", "of the integrator: 1 is at tolerance"},
        {"attempt", "integer", "-", "1, 2, … from this t"},
        {"energy_residual", "number", "J", "of the ledger at its end"},
        {"constraint_error", "number", "m or rad", "the largest at its end"},
        {"new_contacts", "perilune.ClosedContact[]", "", "those that begin in it"},
        {"contacts", "perilune.ClosedContact[]", "", "all that are closed at its end"}}},
      {"Instant", {{"t", "number", "s", "now"}}},
      {"Run",
       {{"outcome",
         "\"reached_end\"|\"finished_early\"|\"step_too_small\"|\"step_too_large\"|\"nonfinite\"|\"newton_"
         "failed\"|"
         "\"script_error\"|\"interrupted\"|\"no_consistent_friction\"|\"too_many_refusals\"|\"inconsistent\"",
         "", "how it ended"},
        {"message", "string", "", "what happened, when, which element, what to try"},
        {"warnings", "string[]", "", "what went on nevertheless"},
        {"channels", "string[]", "", "the names of all channels"},
        {"time", "number[]", "s", "instants of the records"},
        {"events", "perilune.Event[]", "", "in time order"},
        {"steps", "perilune.Attempt[]", "", "every attempt, refused or not"},
        {"statistics", "perilune.Statistics", "", "what it cost"},
        {"energy", "perilune.Energy", "", "the ledger at the end"}}}};
}

std::map<std::string, Fields> tables() {
  const SaidField moved = {"moved", "number", "m", "the largest way of a point of reference"};
  const SaidField turned = {"turned", "number", "rad", "the largest angle"};
  const SaidField velocity = {"velocity", "number", "m/s or rad/s", "the largest change of one"};
  const SaidField furthest = {"furthest", "string", "", "the body that moved most"};
  return {
      {"Event",
       {{"t", "number", "s", "when"},
        {"kind", "\"contact begin\"|\"contact end\"|\"stick\"|\"slip\"|string", "", "what"},
        {"element", "string", "", "of which contact, friction or event"},
        {"penetration", "number?", "m", "of contacts: at the first touch seen"},
        {"impact_speed", "number?", "m/s", "of contacts: with which it began"},
        {"separation_speed", "number?", "m/s", "contact end: with which it ended"},
        {"restitution", "number?", "-", "contact end: separation over impact speed"},
        {"duration", "number?", "s", "contact end: since its beginning"},
        {"max_penetration", "number?", "m", "contact end: the deepest"},
        {"max_force", "number?", "N", "contact end: the largest normal force"},
        {"dissipated", "number?", "J", "contact end: by the law"},
        {"friction_dissipated", "number?", "J", "contact end: by friction"},
        {"direction", "number?", "-", "stick, slip: 0, or the sign of the slip"},
        {"force", "number?", "N", "stick, slip: the friction just then"},
        {"slip_velocity", "number?", "m/s", "stick, slip: just then"}}},
      {"Attempt",
       {{"t", "number", "s", "where it started"},
        {"dt", "number", "s", "its step size"},
        {"accepted", "boolean", "", "whether it stands"},
        {"reason", "\"error\"|\"penetration\"|\"callback\"|\"location\"|\"search\"|string?", "",
         "why it was refused"},
        {"error", "number", "-", "of the integrator: 1 is at tolerance"}}},
      {"Statistics",
       {{"steps", "integer", "-", "accepted"},
        {"rejected", "table<string, integer>", "-", "refused, by reason"},
        {"attempts", "integer", "-", "both together"},
        {"rhs_evaluations", "integer", "-", "of the integrator, without recorder and ledger"},
        {"law_evaluations", "integer", "-", "of contact laws"},
        {"contact_looks", "integer", "-", "at gaps within steps, to find touches and ends"},
        {"newton_iterations", "integer", "-", "of implicit methods"},
        {"jacobian_differences", "integer", "-",
         "evaluations for slopes that no element knows; 0: all exact"},
        {"wall_time", "number", "s", "of the computer"}}},
      {"Energy",
       {{"kinetic", "number", "J", "of all bodies"},
        {"potential", "number", "J", "of gravity and springs"},
        {"contact", "number", "J", "stored in contacts"},
        {"dissipated", "number", "J", "in contacts, friction and dampers"},
        {"work", "number", "J", "of drives and loads"},
        {"total", "number", "J", "kinetic, potential and contact"},
        {"residual", "number", "J", "what the ledger cannot explain"},
        {"dissipated_by", "table<string, number>", "J", "by contact or friction"}}},
      {"ClosedContact",
       {{"name", "string", "", "of the contact"},
        {"penetration", "number", "m", "at the end of the trial"},
        {"gap_before", "number", "m", "at its start"},
        {"impact_speed", "number", "m/s", "with which it began"}}},
      {"LawLoop",
       {{"t", "number[]", "s", "instants of one impact"},
        {"penetration", "number[]", "m", "then"},
        {"penetration_rate", "number[]", "m/s", "then"},
        {"force", "number[]", "N", "then"},
        {"max_force", "number", "N", "the largest"},
        {"max_penetration", "number", "m", "the deepest"},
        {"duration", "number", "s", "of the impact"},
        {"dissipated", "number", "J", "in it"},
        {"restitution", "number", "-", "delivered"},
        {"separation_speed", "number", "m/s", "at its end"}}},
      {"LawFindings",
       {{"pulls", "boolean", "", "whether it ever pulls"},
        {"jumps_at_touch", "boolean", "", "whether it does not start from zero"},
        {"creates_energy", "boolean", "", "whether an impact gains energy"},
        {"impact_speeds", "number[]", "m/s", "that were tried"},
        {"restitution", "number[]", "-", "delivered at each"},
        {"report", "string", "", "all of it, as print shows it"}}},
      {"StartChange", {moved, turned, velocity, furthest}},
      {"CopiedStart", {moved, turned, velocity, furthest, {"bodies", "string[]", "", "that were copied"}}},
      {"Equilibrium",
       {moved,
        turned,
        velocity,
        furthest,
        {"iterations", "integer", "-", "that it took"},
        {"acceleration", "number", "m/s^2 or rad/s^2", "the largest that is left"}}},
      {"Mode",
       {{"re", "number", "1/s", "of the eigenvalue"},
        {"im", "number", "1/s", "of the eigenvalue"},
        {"frequency", "number", "Hz", "|im|/2π"},
        {"damping_ratio", "number", "-", "−re/|eigenvalue|"},
        {"shape", "table<string, number>", "", "\"ball.angle\" → its part"}}},
      {"Linearization",
       {{"eigenvalues", "perilune.Mode[]", "", "of small motions"},
        {"matrix", "number[][]", "", "of the state space"}}},
      {"MassProperties",
       {{"mass", "number", "kg", "of the plate"},
        {"inertia", "number", "kg m^2", "about its centre"},
        {"center", "number[]", "m", "in the frame of its points"}}},
      {"Record", {{"every", "number", "s", "between records, > 0", true}}},
      {"ContactView",
       {{"penetration", "number", "m", "> 0 inside"},
        {"penetration_rate", "number", "m/s", "> 0 approaching"},
        {"impact_speed", "number", "m/s", "with which this contact began"},
        {"t", "number", "s", "now"},
        {"[string]", "number", "", "states of the law"}}},
      {"FrictionView",
       {{"slip_speed", "number", "m/s", ">= 0; of laws without states"},
        {"slip_velocity", "number", "m/s", "signed; of laws with states"},
        {"normal_force", "number", "N", ">= 0"},
        {"t", "number", "s", "now"}}},
      {"DryFrictionView",
       {{"t", "number", "s", "now"},
        {"displacement", "number", "m or rad", "of the first past the second"},
        {"slip_speed", "number", "m/s or rad/s", ">= 0"}}},
      {"View",
       {{"x", "number", "m", "of a point, particle or body centre"},
        {"y", "number", "m", "of a point, particle or body centre"},
        {"z", "number", "m", "in space"},
        {"angle", "number", "rad", "in the plane"},
        {"d1", "number[]", "-", "in space: first director"},
        {"d2", "number[]", "-", "in space: second director"},
        {"d3", "number[]", "-", "in space: third director"},
        {"position", "number", "m or rad", "of a scalar coordinate"},
        {"vx", "number", "m/s", "in loads and equations of velocities"},
        {"vy", "number", "m/s", "in loads and equations of velocities"},
        {"vz", "number", "m/s", "in loads in space"},
        {"wx", "number", "rad/s", "in loads in space"},
        {"wy", "number", "rad/s", "in loads in space"},
        {"wz", "number", "rad/s", "in loads in space"},
        {"angular_velocity", "number", "rad/s", "in loads and equations of velocities"},
        {"velocity", "number", "m/s or rad/s", "of a scalar coordinate"}}}};
}

const std::map<std::string, Fields>& all_attributes() {
  static const auto map = [] {
    auto joined = objects();
    joined.merge(tables());
    return joined;
  }();
  return map;
}

}  // namespace

const std::vector<SaidField>& said_attributes(const std::string& owner) {
  static const Fields none;
  const auto found = all_attributes().find(owner);
  return found == all_attributes().end() ? none : found->second;
}

std::vector<std::string> said_owners() {
  std::vector<std::string> names;
  for (const auto& [key, fields] : all_attributes()) names.push_back(key);
  return names;
}

}  // namespace perilune
