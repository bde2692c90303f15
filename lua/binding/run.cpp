#include "lua/binding/files.h"
#include "lua/binding/reader.h"
#include "lua/binding/simulate.h"
#include "lua/binding/walk.h"

namespace perilune {

const Run& results(lua_State* L, const char* member) {
  const TaskPointer& task = self<RunObject>(L).task;
  stop_check(L, std::string("run.") + member);
  return *task->run;
}

namespace {

// ---- how it ended ----

int outcome_of_run(lua_State* L) {
  const Run& run = results(L, "outcome");
  self<RunObject>(L).task->report->looked_at = true;
  lua_pushstring(L, to_string(run.outcome));
  return 1;
}

int message_of_run(lua_State* L) {
  const Run& run = results(L, "message");
  self<RunObject>(L).task->report->looked_at = true;
  push_text(L, run.message);
  return 1;
}

void push_strings(lua_State* L, const std::vector<std::string>& texts) {
  lua_newtable(L);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    push_text(L, texts[i]);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
}

int warnings_of_run(lua_State* L) {
  push_strings(L, results(L, "warnings").warnings);
  return 1;
}

// ---- channels ----

int channels_of_run(lua_State* L) {
  std::vector<std::string> names;
  for (const ChannelInfo& channel : results(L, "channels").channels()) names.push_back(channel.name);
  push_strings(L, names);
  return 1;
}

std::string read_channel(lua_State* L, const std::string& method) {
  if (lua_type(L, 2) == LUA_TSTRING) return lua_tostring(L, 2);
  throw InputError("", method, "needs the name of a channel, got " + describe(L, 2),
                   "run:" + method + (method == "at" ? " (\"ball.y\", 0.5)" : " \"ball.y\""));
}

int time_of_run(lua_State* L) {
  push_cached(L, "time", [](lua_State* L) {
    push_numbers(L, results(L, "time").time());
    compare_as_instant(L);
  });
  return 1;
}

int series_of_run(lua_State* L) {
  push_numbers(L, results(L, "series").series(read_channel(L, "series")));
  return 1;
}

int final_of_run(lua_State* L) {
  lua_pushnumber(L, results(L, "final").final(read_channel(L, "final")));
  return 1;
}

int largest_of_run(lua_State* L) {
  lua_pushnumber(L, results(L, "largest").largest(read_channel(L, "largest")));
  return 1;
}

int value_at(lua_State* L) {
  const Run& run = results(L, "at");
  const std::string channel = read_channel(L, "at");
  lua_pushnumber(L, run.at(channel, read_number(L, 3, {"t", "s", {}})));
  return 1;
}

// ---- events, steps, statistics, energy ----

void push_event(lua_State* L, const Event& event) {
  lua_newtable(L);
  set_number(L, "t", event.t);
  set_text(L, "kind", event.kind);
  set_text(L, "element", event.element);
  for (const auto& [name, value] : event.numbers) set_number(L, name.c_str(), value);
}

void push_attempt(lua_State* L, const Attempt& attempt) {
  lua_createtable(L, 0, 5);
  set_number(L, "t", attempt.t);
  set_number(L, "dt", attempt.dt);
  set_number(L, "error", attempt.error);
  lua_pushboolean(L, attempt.accepted);
  lua_setfield(L, -2, "accepted");
  if (!attempt.accepted) set_text(L, "reason", attempt.reason);
}

template <class Item>
void push_list(lua_State* L, const std::vector<Item>& items, void (*push)(lua_State*, const Item&)) {
  lua_createtable(L, static_cast<int>(items.size()), 0);
  for (std::size_t i = 0; i < items.size(); ++i) {
    push(L, items[i]);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
}

int events_of_run(lua_State* L) {
  push_cached(L, "events", [](lua_State* L) { push_list(L, results(L, "events").events(), push_event); });
  return 1;
}

int steps_of_run(lua_State* L) {
  push_cached(L, "steps", [](lua_State* L) { push_list(L, results(L, "steps").steps(), push_attempt); });
  return 1;
}

void set_count(lua_State* L, const char* key, long count) {
  lua_pushinteger(L, count);
  lua_setfield(L, -2, key);
}

// statistics.rejected is by reason; a reason that never occurred reads as 0.
void push_rejected(lua_State* L, const Statistics& statistics) {
  lua_newtable(L);
  for (const auto& [reason, count] : statistics.rejected_by) set_count(L, reason.c_str(), count);
  lua_newtable(L);
  lua_pushcfunction(L, [](lua_State* L) {
    lua_pushinteger(L, 0);
    return 1;
  });
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

void push_statistics(lua_State* L) {
  const Statistics& statistics = results(L, "statistics").statistics;
  lua_newtable(L);
  set_count(L, "steps", statistics.steps);
  push_rejected(L, statistics);
  lua_setfield(L, -2, "rejected");
  set_count(L, "attempts", statistics.steps + statistics.rejected);
  set_count(L, "rhs_evaluations", statistics.rhs_evaluations);
  set_count(L, "law_evaluations", statistics.law_evaluations);
  set_count(L, "contact_looks", statistics.contact_looks);
  set_count(L, "newton_iterations", statistics.newton_iterations);
  set_count(L, "jacobian_differences", statistics.jacobian_differences);
  set_number(L, "wall_time", statistics.wall_time);
}

int statistics_of_run(lua_State* L) {
  push_cached(L, "statistics", push_statistics);
  return 1;
}

void push_energy(lua_State* L) {
  const EnergyBalance& energy = results(L, "energy").energy;
  lua_newtable(L);
  const std::pair<const char*, double> entries[] = {
      {"kinetic", energy.kinetic},       {"potential", energy.potential}, {"contact", energy.contact},
      {"dissipated", energy.dissipated}, {"work", energy.work},           {"total", energy.total},
      {"residual", energy.residual}};
  for (const auto& [name, value] : entries) set_number(L, name, value);
  lua_newtable(L);
  for (const auto& [name, value] : energy.dissipated_by) set_number(L, name.c_str(), value);
  lua_setfield(L, -2, "dissipated_by");
}

int energy_of_run(lua_State* L) {
  push_cached(L, "energy", push_energy);
  return 1;
}

// ---- files ----

// run:save "out.csv": beside where the program was started.
int save_run(lua_State* L) {
  const Run& run = results(L, "save");
  const std::string path = read_text(L, 2, {"file", "", {}});
  check_output_path(Host::of(L), path, ".csv");
  write_whole(path, [&run](const std::string& to) { run.save_csv(to); });
  return 0;
}

int describe_run(lua_State* L) {
  const TaskReport& report = *self<RunObject>(L).task->report;
  push_text(L, "run of '" + report.model + "': " + to_string(report.outcome) +
                   " at t = " + with_unit(report.end_time, "s"));
  return 1;
}

void build_run(const ClassBuilder& builder) {
  builder.attribute("outcome", guarded<outcome_of_run>);
  builder.attribute("message", guarded<message_of_run>);
  builder.attribute("warnings", guarded<warnings_of_run>);
  builder.attribute("channels", guarded<channels_of_run>);
  builder.attribute("time", guarded<time_of_run>);
  builder.attribute("events", guarded<events_of_run>);
  builder.attribute("steps", guarded<steps_of_run>);
  builder.attribute("statistics", guarded<statistics_of_run>);
  builder.attribute("energy", guarded<energy_of_run>);
  builder.method("step", guarded<step_run>);
  builder.method("value", guarded<value_of_run>);
  builder.method("series", guarded<series_of_run>);
  builder.method("final", guarded<final_of_run>);
  builder.method("largest", guarded<largest_of_run>);
  builder.method("at", guarded<value_at>);
  builder.method("save", guarded<save_run>);
  builder.method("expect", guarded<expect>);
  builder.method("plot", guarded<plot_run>);
  builder.method("snapshots", guarded<draw_run>);
  builder.method("report", guarded<report_run>);
  builder.method("export", guarded<export_of_run>);
}

}  // namespace

template <>
const ClassInfo& class_of<RunObject>() {
  static const ClassInfo info = {"run", build_run, guarded<describe_run>, nullptr,
                                 finalize_object<RunObject>};
  return info;
}

}  // namespace perilune
