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
  figure.panels.push_back({{"restitution", "", false, std::array<double, 2>{0, 1}}, {}});
  for (const DrawnLaw& law : laws) figure.panels[0].curves.push_back(restitution_of(law, command));
  return figure;
}

void save(const Figure& figure, const std::string& path) {
  write_whole(path, [&figure](const std::string& to) { write_text(to, to_svg(figure)); });
  fmt::print("{}\n", path);
}

}  // namespace

bool laws_of_script(Host& host, std::vector<DrawnLaw>& laws) {
  const std::size_t before = laws.size();
  return host.protect([&] {
    lua_State* L = host.main();
    push_chunk(L, read_source(host.script_path), host.script_path);
    const Watchman watchman(host.watch, host.options.max_seconds);
    lua_call(L, 0, 1);
    const auto add = [&] {
      if (const LawObject* object = find_object<LawObject>(L, -1))
        laws.push_back({object->law->name(), object->law});
    };
    add();
    if (lua_istable(L, -1)) {
      for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; ++i, lua_pop(L, 1)) add();
    }
    if (laws.size() == before)
      throw InputError(host.script_path, "", "returns no contact law", "end it with: return mbs.law { … }");
  });
}

void draw_laws(const std::vector<DrawnLaw>& laws, const LawsCommand& command) {
  const Figure loops = figure_of_loops(laws, command), restitutions = figure_of_restitutions(laws, command);
  if (!command.out.empty()) {
    std::error_code error;
    std::filesystem::create_directories(command.out, error);
    save(loops, command.out + "/law_loops.svg");
    save(restitutions, command.out + "/law_restitutions.svg");
    return;
  }
  fmt::print("\n{}\n{}", loops.title, sketch(loops));
  fmt::print("\n{}\n{}", restitutions.title, sketch(restitutions));
}

}  // namespace perilune
