#include "engine/results/report/report.h"

#include <algorithm>

#include "engine/plots/svg.h"
#include "engine/results/recorder.h"
#include "engine/results/report/curves.h"
#include "engine/results/report/json.h"
#include "engine/results/report/log.h"
#include "engine/results/report/motion.h"
#include "engine/results/report/page.h"

namespace perilune {
namespace {

void add_run(JsonText& json, const ReportedRun& reported, double most_bytes) {
  const Run& run = *reported.run;
  json.open('{').key("number").number(reported.number).key("model").text(run.model_name);
  json.key("label").text(reported.label).key("origin").text(reported.origin);
  add_statistics(json, run);
  if (run.recorder().nodes() > 0) {
    json.key("end").number(run.end_time(), 17);
    const std::size_t before = json.str().size();
    add_steps(json, run, 0.1 * most_bytes);
    add_events(json, run, 0.12 * most_bytes);
    add_curves(json, run, 0.5 * most_bytes);
    // What these leave, as they do where a large system has only its records, is the animation's.
    const auto used = static_cast<double>(json.str().size() - before);
    add_motion(json, run, std::max(0.97 * most_bytes - used, 0.2 * most_bytes));
  }
  json.close('}');
}

struct Insertion {
  std::string mark, text;
};

// Each mark once, in the order in which they stand.
std::string filled(const std::string& page, const std::vector<Insertion>& insertions) {
  std::string text;
  std::size_t from = 0;
  for (const Insertion& one : insertions) {
    const std::size_t at = page.find(one.mark, from);
    text.append(page, from, at - from).append(one.text);
    from = at + one.mark.size();
  }
  return text.append(page, from, std::string::npos);
}

}  // namespace

std::string report_html(const std::vector<ReportedRun>& runs, const ReportPage& page) {
  const bool in_space = std::any_of(runs.begin(), runs.end(),
                                    [](const ReportedRun& one) { return one.run->system().is_spatial(); });
  const std::string html = page_html, style = page_style, program = page_program,
                    space = in_space ? page_space_program : "";
  JsonText json;
  json.open('{').key("title").text(page.title).key("side_by_side").boolean(page.side_by_side);
  json.key("script").text(page.script).key("manifest").text(page.manifest);
  const auto fixed =
      static_cast<double>(html.size() + style.size() + program.size() + space.size() + json.str().size());
  const double room =
      std::max(page.most_bytes - fixed, 2e5) / static_cast<double>(std::max<std::size_t>(runs.size(), 1));
  json.key("runs").open('[');
  for (const ReportedRun& run : runs) add_run(json, run, room);
  json.close(']').close('}');
  return filled(html, {{"%TITLE%", escape_xml(page.title)},
                       {"%STYLE%", style},
                       {"%DATA%", json.str()},
                       {"%SPACE%", space},
                       {"%PROGRAM%", program}});
}

}  // namespace perilune
