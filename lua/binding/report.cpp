#include "engine/report/report.h"

#include <fstream>
#include <sstream>

#include "lua/binding/files.h"
#include "lua/binding/reader.h"
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

// run:report "fall.html"
int report_run(lua_State* L) {
  const Run& run = results(L, "report");
  const TaskPointer task = self<RunObject>(L).task;
  Host& host = Host::of(L);
  const std::string path = read_text(L, 2, {"file", "", {}});
  check_output_path(host, path, ".html");
  ReportPage page = report_page(host);
  page.title = run.model_name;
  const std::string html = report_html({{task->report->number, task->run, task->report->origin}}, page);
  write_whole(path, [&html](const std::string& to) { write_text(to, html); });
  return 0;
}

}  // namespace perilune
