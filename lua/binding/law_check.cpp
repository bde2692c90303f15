#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "engine/simulation/single_impact.h"
#include "lua/binding/law_object.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"

namespace perilune {
namespace {

// What one impact showed.
struct Trial {
  double impact_speed;  // [m/s]
  Impact impact;
};

struct Findings {
  std::vector<Trial> trials;
  double largest_pull = 0;   // [N] > 0: the force was attractive
  double jump = 0;           // [-] force at first touch / largest force
  double energy_gained = 0;  // [-] of the impact's energy
  bool pulls() const { return largest_pull > 0; }
  bool jumps() const { return jump > 1e-6; }  // a law that starts from zero has none at δ → 0
  bool creates_energy() const {
    return energy_gained > 1e-9;
  }  // ten times what the simulated impact resolves
};

// Force at the first instant of touch, over both directions of motion [N].
double force_at_touch(const ContactLaw& law, double speed, double depth) {
  std::vector<double> states(static_cast<std::size_t>(law.states())), rates(states.size());
  for (int i = 0; i < law.states(); ++i) states[static_cast<std::size_t>(i)] = law.initial_state(i);
  double largest = 0;
  for (const double rate : {speed, -speed}) {
    ContactInput input;
    input.penetration = 1e-12 * depth, input.penetration_rate = rate, input.impact_speed = speed;
    input.states = states.data();
    largest = std::max(largest, std::abs(law.force(input, rates.data())));
  }
  return largest;
}

Findings examine(const ContactLawPointer& law, const std::vector<double>& speeds, double mass) {
  Findings findings;
  for (const double speed : speeds) {
    const Impact impact = simulate_impact(law, speed, mass);
    for (const Impact::Sample& sample : impact.loop)
      findings.largest_pull = std::max(findings.largest_pull, -sample.force);
    if (impact.max_force > 0) {
      findings.jump =
          std::max(findings.jump, force_at_touch(*law, speed, impact.max_penetration) / impact.max_force);
    }
    findings.energy_gained = std::max(findings.energy_gained, impact.restitution * impact.restitution - 1);
    findings.trials.push_back({speed, impact});
  }
  return findings;
}

std::string report(const ContactLaw& law, const Findings& findings, std::optional<double> asked,
                   double mass) {
  std::string text = fmt::format("law '{}', mass {} kg\n", law.name(), mass);
  text += findings.pulls() ? fmt::format("  pulls: yes, up to {:.3g} N\n", findings.largest_pull)
                           : "  pulls: no\n";
  text += findings.jumps()
              ? fmt::format("  jumps at touch: yes, to {:.3g} of its largest force\n", findings.jump)
              : "  jumps at touch: no, it starts from zero\n";
  text += findings.creates_energy()
              ? fmt::format("  creates energy: yes, {:.3g} of the impact's\n", findings.energy_gained)
              : "  creates energy: no\n";
  text += asked ? fmt::format("  impact speed [m/s]   restitution (asked {})\n", *asked)
                : "  impact speed [m/s]   restitution\n";
  for (const Trial& trial : findings.trials) {
    text += fmt::format("  {:18}   {:.6f}", trial.impact_speed, trial.impact.restitution);
    if (asked) text += fmt::format("  ({:+.6f})", trial.impact.restitution - *asked);
    text += trial.impact.separated ? "\n" : "  never separates\n";
  }
  text.pop_back();  // print ends the last line
  return text;
}

std::vector<double> read_speeds(lua_State* L, const FieldTable& table) {
  if (!table.has("impact_speeds")) return {0.1, 0.3, 1, 3};
  table.push("impact_speeds");
  const Want want{"impact_speeds", "m/s", above(0)};
  std::vector<double> speeds = table.explain([&] {
    if (lua_istable(L, -1)) return read_numbers(L, -1, want);
    return std::vector<double>{read_number(L, -1, want)};
  });
  lua_pop(L, 1);
  return speeds;
}

int text_of_report(lua_State* L) {
  lua_getfield(L, 1, "report");
  return 1;
}

void push_findings(lua_State* L, const Findings& findings, const std::string& text) {
  lua_newtable(L);
  const std::pair<const char*, bool> flags[] = {{"pulls", findings.pulls()},
                                                {"jumps_at_touch", findings.jumps()},
                                                {"creates_energy", findings.creates_energy()}};
  for (const auto& [name, value] : flags) {
    lua_pushboolean(L, value);
    lua_setfield(L, -2, name);
  }
  std::vector<double> speeds, restitutions;
  for (const Trial& trial : findings.trials) {
    speeds.push_back(trial.impact_speed), restitutions.push_back(trial.impact.restitution);
  }
  push_numbers(L, speeds);
  lua_setfield(L, -2, "impact_speeds");
  push_numbers(L, restitutions);
  lua_setfield(L, -2, "restitution");
  set_text(L, "report", text);
  lua_newtable(L);
  lua_pushcfunction(L, guarded<text_of_report>);
  lua_setfield(L, -2, "__tostring");
  lua_setmetatable(L, -2);
}

}  // namespace

// law:check { restitution = 0.8, mass = 1, impact_speeds = { 0.1, 1 } }: simulates impacts and says what the law does.
// The table it returns prints as a report.
int check_law(lua_State* L) {
  const ContactLawPointer law = self<LawObject>(L).law;
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_newtable(L);
  }
  const FieldTable table(L, 2, "law:check", said_names("law:check"));
  const double mass = table.number("mass", 1, "kg", above(0));
  std::optional<double> asked;
  if (table.has("restitution")) asked = table.number("restitution", 0, "-", between(0, 1));
  const std::vector<double> speeds = read_speeds(L, table);
  const NativeStretch native(Host::of(L).watch);
  const ContactLawPointer specific = with_mass(law, mass);
  const Findings findings = examine(specific, speeds, mass);
  push_findings(L, findings, report(*specific, findings, asked, mass));
  return 1;
}

}  // namespace perilune
