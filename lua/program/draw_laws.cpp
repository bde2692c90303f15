#include "lua/program/draw_laws.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "engine/plots/figure.h"
#include "engine/simulation/single_impact.h"
#include "lua/binding/files.h"
#include "lua/binding/law_object.h"
#include "lua/binding/sandbox.h"
#include "lua/program/sketch.h"

namespace perilune {
namespace {

// Room for what delivers all.
constexpr std::array<double, 2> restitution_limits = {0, 1.05};

// A tenth to ten times the impact speed.
std::vector<double> speeds_about(double speed) {
  std::vector<double> speeds;
  for (int i = -10; i <= 10; ++i) speeds.push_back(speed * std::pow(10, i / 10.0));
  return speeds;
}

PlotCurve loop_of(const DrawnLaw& drawn, const LawsCommand& command) {
  PlotCurve curve;
  curve.label = drawn.name;
  const Impact impact =
      simulate_impact(with_mass(drawn.law, command.mass), command.impact_speed, command.mass);
  for (const Impact::Sample& sample : impact.loop)
    curve.x.push_back(sample.penetration), curve.y.push_back(sample.force);
  return curve;
}

PlotCurve restitution_of(const DrawnLaw& drawn, const LawsCommand& command) {
  PlotCurve curve;
  curve.label = drawn.name;
  curve.x = speeds_about(command.impact_speed);
  for (const double speed : curve.x)
    curve.y.push_back(simulate_impact(with_mass(drawn.law, command.mass), speed, command.mass).restitution);
  return curve;
}

Figure figure_of_loops(const std::vector<DrawnLaw>& laws, const LawsCommand& command) {
  Figure figure;
  figure.title = fmt::format("one impact at {:g} m/s of {:g} kg", command.impact_speed, command.mass);
  figure.x.label = "penetration", figure.x.unit = "m";
  figure.panels.push_back({{"force", "N", false, {}}, {}});
  for (const DrawnLaw& law : laws) figure.panels[0].curves.push_back(loop_of(law, command));
  return figure;
}

Figure figure_of_restitutions(const std::vector<DrawnLaw>& laws, const LawsCommand& command) {
  Figure figure;
  figure.title = fmt::format("restitution delivered, {:g} kg", command.mass);
  figure.x.label = "impact speed", figure.x.unit = "m/s", figure.x.logarithmic = true;
  figure.panels.push_back({{"restitution", "", false, restitution_limits}, {}});
  for (const DrawnLaw& law : laws) figure.panels[0].curves.push_back(restitution_of(law, command));
  return figure;
}

void save(const Figure& figure, const std::string& path) {
  write_whole(path, [&figure](const std::string& to) { write_text(to, to_svg(figure)); });
  fmt::print("{}\n", path);
}

[[noreturn]] void refuse_result(const std::string& script) {
  throw InputError(
      script, "", "returns no contact law",
      "end it with: return mbs.law { … }, or return function(restitution) return mbs.law { … } end");
}

void add_law_on_top(lua_State* L, std::vector<DrawnLaw>& laws) {
  if (const LawObject* object = find_object<LawObject>(L, -1))
    laws.push_back({object->law->name(), object->law});
}

// The function on top of the stack, asked for every restitution.
DrawnLaw law_of_function(lua_State* L, const std::string& script, const LawsCommand& command) {
  const int function = lua_gettop(L);
  const auto law_for = [&](double asked) {
    lua_settop(L, function);
    lua_pushvalue(L, function);
    lua_pushnumber(L, asked);
    lua_call(L, 1, 1);
    const LawObject* object = find_object<LawObject>(L, -1);
    if (!object) refuse_result(script);
    return object->law;
  };
  DrawnLaw drawn;
  drawn.law = law_for(0.5);
  drawn.name = drawn.law->name();
  for (const double asked : restitutions_asked()) {
    const ContactLawPointer law = with_mass(law_for(asked), command.mass);
    drawn.delivered.push_back(simulate_impact(law, command.impact_speed, command.mass).restitution);
  }
  return drawn;
}

Figure figure_of_asked(const std::vector<DrawnLaw>& laws, const LawsCommand& command) {
  Figure figure;
  figure.title =
      fmt::format("restitution delivered at {:g} m/s, {:g} kg", command.impact_speed, command.mass);
  figure.x.label = "restitution asked";
  figure.panels.push_back({{"restitution delivered", "", false, restitution_limits}, {}});
  for (const DrawnLaw& law : laws) {
    if (law.delivered.empty()) continue;
    PlotCurve curve;
    curve.label = law.name, curve.x = restitutions_asked(), curve.y = law.delivered;
    figure.panels[0].curves.push_back(std::move(curve));
  }
  return figure;
}

}  // namespace

const std::vector<double>& restitutions_asked() {
  static const std::vector<double> list = [] {
    std::vector<double> asked;
    for (int i = 1; i <= 20; ++i) asked.push_back(i / 20.0);
    return asked;
  }();
  return list;
}

bool laws_of_script(Host& host, const LawsCommand& command, std::vector<DrawnLaw>& laws) {
  const std::size_t before = laws.size();
  return host.protect([&] {
    lua_State* L = host.main();
    push_chunk(L, read_source(host.script_path), host.script_path);
    const Watchman watchman(host.watch, host.limits());
    lua_call(L, 0, 1);
    if (lua_isfunction(L, -1)) {
      laws.push_back(law_of_function(L, host.script_path, command));
      return;
    }
    add_law_on_top(L, laws);
    if (lua_istable(L, -1)) {
      for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; ++i, lua_pop(L, 1)) add_law_on_top(L, laws);
    }
    if (laws.size() == before) refuse_result(host.script_path);
  });
}

void draw_laws(const std::vector<DrawnLaw>& laws, const LawsCommand& command) {
  const Figure loops = figure_of_loops(laws, command), restitutions = figure_of_restitutions(laws, command);
  const Figure asked = figure_of_asked(laws, command);
  const bool can_be_asked = !asked.panels[0].curves.empty();
  if (!command.out.empty()) {
    std::error_code error;
    std::filesystem::create_directories(command.out, error);
    save(loops, command.out + "/law_loops.svg");
    save(restitutions, command.out + "/law_restitutions.svg");
    if (can_be_asked) save(asked, command.out + "/law_asked.svg");
    return;
  }
  fmt::print("\n{}\n{}", loops.title, sketch(loops));
  fmt::print("\n{}\n{}", restitutions.title, sketch(restitutions));
  if (can_be_asked) fmt::print("\n{}\n{}", asked.title, sketch(asked));
}

}  // namespace perilune
