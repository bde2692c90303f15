#include "engine/drawing/snapshots.h"

#include <algorithm>

#include "lua/binding/files.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/simulate.h"

namespace perilune {
namespace {

std::vector<double> read_times(lua_State* L, const FieldTable& table) {
  if (!table.has("times"))
    table.refuse("'times' is missing: a list of instants [s]", "times = { 0, 0.1, 0.2 }");
  table.push("times");
  std::vector<double> times = table.explain([&] {
    check_table(L, -1, "times", "times = { 0, 0.1, 0.2 }");
    return read_numbers(L, -1, {"times", "s", {}});
  });
  lua_pop(L, 1);
  if (times.empty()) table.refuse("'times' is empty", "times = { 0, 0.1, 0.2 }");
  return times;
}

// trace = "ball" or { "ball", "crank" }: where their reference points go from first to last of the times.
void read_traces(lua_State* L, const FieldTable& table, const Run& run, const std::vector<double>& times,
                 SnapshotOptions& options) {
  if (!table.has("trace")) return;
  std::vector<std::string> bodies;
  table.push("trace");
  if (lua_istable(L, -1)) {
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; ++i, lua_pop(L, 1))
      bodies.push_back(table.explain([&] { return read_text(L, -1, {"an entry of trace", "", {}}); }));
    lua_pop(L, 1);
  } else {
    bodies.push_back(table.explain([&] { return read_text(L, -1, {"trace", "", {}}); }));
  }
  lua_pop(L, 1);
  const double first = *std::min_element(times.begin(), times.end());
  const double last = *std::max_element(times.begin(), times.end());
  for (const std::string& body : bodies) {
    const bool in_space = run.system().is_spatial();
    std::vector<std::string> channels = {body + ".x", body + ".y"};
    if (in_space) channels.push_back(body + ".z");
    const auto lists = table.explain([&] { return run.history(channels, first, last); });
    options.traces.emplace_back();
    for (std::size_t i = 0; i < lists[0].size(); ++i)
      options.traces.back().emplace_back(lists[0][i], lists[1][i], in_space ? lists[2][i] : 0);
  }
}

std::array<double, 2> read_ends(lua_State* L, const FieldTable& table, const char* key) {
  table.push(key);
  const std::vector<double> ends = table.explain([&] {
    check_table(L, -1, key, std::string(key) + " = { 0, 1 }");
    return read_numbers(L, -1, {key, "m", {}});
  });
  lua_pop(L, 1);
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    table.refuse(std::string(key) + " must be two numbers, the lower first",
                 std::string(key) + " = { 0, 1 }");
  return {ends[0], ends[1]};
}

// view = "front", or where the eye is: { x, y, z }.
void read_eye(lua_State* L, const FieldTable& table, const System& system, SnapshotOptions& options) {
  if (!table.has("view")) return;
  if (!system.is_spatial()) table.refuse("'view' is for models in space; a planar one is seen from in front");
  const Vector3 up =
      system.gravity().norm() > 0 ? Vector3(-system.gravity().normalized()) : Vector3(Vector3::UnitZ());
  const Vector3 front = front_of(up), right = up.cross(front);
  table.push("view");
  if (lua_istable(L, -1)) {
    options.from = table.explain([&] { return read_vector(L, -1, {"view", "", {}}, Dimension::spatial); });
    if (!(options.from->norm() > 0))
      table.refuse("view = { 0, 0, 0 } is no direction to look from", "view = { 1, -1, 1 }");
  } else {
    const std::string name = table.explain([&] {
      return read_text(L, -1, {"view", "", {}}, {"isometric", "front", "side", "top"});
    });
    if (name == "front") options.from = front;
    if (name == "side") options.from = right;
    if (name == "top") options.from = up;
  }
  lua_pop(L, 1);
}

void read_view(lua_State* L, const FieldTable& table, SnapshotOptions& options) {
  if (table.has("x_limits") != table.has("y_limits")) table.refuse("x_limits and y_limits belong together");
  if (!table.has("x_limits")) return;
  const auto x = read_ends(L, table, "x_limits"), y = read_ends(L, table, "y_limits");
  options.view = View{x[0], x[1], y[0], y[1]};
}

}  // namespace

// run:snapshots { times = { 0, 0.1, 0.2 }, file = "fig7.svg" }
int draw_run(lua_State* L) {
  const Run& run = results(L, "snapshots");
  const FieldTable table(L, 2, "snapshots", said_names("snapshots"));
  SnapshotOptions options;
  const std::vector<double> times = read_times(L, table);
  read_traces(L, table, run, times, options);
  read_view(L, table, options);
  read_eye(L, table, run.system(), options);
  options.title = table.text("title", "");
  options.width = table.number("width", options.width, "m", {0.03, 2});
  options.columns = static_cast<int>(table.number("columns", 0, "", at_least(1)));
  if (!table.has("file")) table.refuse("'file' is missing: where to save it", "file = \"mechanism.svg\"");
  const std::string path = table.text("file", "");
  table.explain([&] { check_output_path(Host::of(L), path, ".svg"); });
  const std::string svg = table.explain([&] { return snapshots_svg(run, times, options); });
  write_whole(path, [&svg](const std::string& to) { write_text(to, svg); });
  return 0;
}

}  // namespace perilune
