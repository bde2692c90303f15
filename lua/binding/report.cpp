#include "engine/results/report/report.h"

#include <fstream>
#include <sstream>

#include "lua/binding/files.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/simulate.h"

namespace perilune {

ReportPage report_page(const Host& host) {
  ReportPage page;
  page.title = host.script_name;
  std::ostringstream text;
  text << std::ifstream(host.script_path, std::ios::binary).rdbuf();
  page.script = text.str();
  if (host.manifest) page.manifest = host.manifest();
  return page;
}

namespace {

void save_report(const std::string& path, const std::vector<ReportedRun>& runs, const ReportPage& page) {
  const std::string html = report_html(runs, page);
  write_whole(path, [&html](const std::string& to) { write_text(to, html); });
}

// The run on top of the stack, or { run = a, label = "controlled" }.
ReportedRun read_reported(lua_State* L, const FieldTable& table, lua_Integer entry) {
  const auto as_run = [L](int index, const std::string& label) {
    const TaskPointer& task = find_object<RunObject>(L, index)->task;
    return ReportedRun{task->report->number, task->run, task->report->origin, label};
  };
  if (find_object<RunObject>(L, -1)) return as_run(-1, "");
  if (!lua_istable(L, -1)) {
    table.refuse("entry " + std::to_string(entry) + " is " + describe(L, -1) + ", not a run",
                 "mbs.report { run_a, { run = run_b, label = \"without\" }, file = \"both.html\" }");
  }
  const FieldTable fields(L, lua_gettop(L), "report's entry", said_names("run of a report"));
  fields.push("run");
  if (!find_object<RunObject>(L, -1))
    fields.refuse("'run' is no run", "{ run = run_b, label = \"without\" }");
  const ReportedRun reported = as_run(-1, fields.text("label", ""));
  lua_pop(L, 1);
  return reported;
}

}  // namespace

// run:report "fall.html"
int report_run(lua_State* L) {
  const Run& run = results(L, "report");
  const TaskPointer task = self<RunObject>(L).task;
  Host& host = Host::of(L);
  const std::string path = read_text(L, 2, {"file", "", {}});
  check_output_path(host, path, ".html");
  ReportPage page = report_page(host);
  page.title = run.model_name;
  save_report(path, {{task->report->number, task->run, task->report->origin, ""}}, page);
  return 0;
}

// mbs.report { run_a, { run = run_b, label = "without" }, title = "…", file = "both.html" }: side by side.
int report_runs(lua_State* L) {
  stop_check(L, "mbs.report");
  Host& host = Host::of(L);
  const FieldTable table(L, 1, "report", said_names("mbs.report"), FieldTable::Entries::named_and_listed);
  std::vector<ReportedRun> runs;
  for (lua_Integer i = 1; lua_rawgeti(L, 1, i) != LUA_TNIL; ++i, lua_settop(L, 1))
    runs.push_back(table.explain([&] { return read_reported(L, table, i); }));
  lua_pop(L, 1);
  if (runs.empty()) table.refuse("has no run to show", "mbs.report { run_a, run_b, file = \"both.html\" }");
  if (!table.has("file")) table.refuse("'file' is missing: where to save it", "file = \"both.html\"");
  const std::string path = table.text("file", "");
  table.explain([&] { check_output_path(host, path, ".html"); });
  ReportPage page = report_page(host);
  page.title = table.text("title", page.title);
  page.side_by_side = true;
  save_report(path, runs, page);
  return 0;
}

}  // namespace perilune
