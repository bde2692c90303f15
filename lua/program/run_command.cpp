#include <algorithm>
#include <cstdio>

#include "engine/model/suggest.h"
#include "lua/binding/simulate.h"
#include "lua/program/commands.h"
#include "lua/program/output.h"

namespace perilune {
namespace {

// A simulation the script stepped and left: what there is of it is written like any other.
bool finish_the_rest(Host& host) {
  bool all_went_well = true;
  while (!host.unfinished.empty()) {
    const TaskPointer task = host.unfinished.front();
    if (host.protect([&] { finish_stepped(host, task); })) continue;
    all_went_well = false;
    forget_task(host, task);
  }
  return all_went_well;
}

// --set NAME=VALUE of a name that no mbs.parameter declared.
std::string unused_setting(const Host& host) {
  std::vector<std::string> declared;
  for (const Parameter& parameter : host.parameters) declared.push_back(parameter.name);
  for (const Setting& setting : host.settings) {
    if (setting.used) continue;
    return "--set " + setting.name + ": the script has no parameter of that name" +
           did_you_mean(setting.name, declared);
  }
  return {};
}

// Failed runs whose outcome the script never looked at: they speak for themselves, and decide the exit status.
int report_failed_runs(const Host& host, bool traceback) {
  int status = ok;
  for (const TaskReportPointer& report : host.reports) {
    if (report->looked_at || !is_failure(report->outcome) || report->outcome == Outcome::running) continue;
    std::fprintf(stderr, "%s: run %d stopped: %s: %s\n", report->origin.c_str(), report->number,
                 to_string(report->outcome), report->message.c_str());
    if (traceback && !report->traceback.empty()) std::fprintf(stderr, "%s\n", report->traceback.c_str());
    const int own = report->outcome == Outcome::script_error ? script_failed : solver_failed;
    status = status == ok ? own : std::min(status, own);
  }
  return status;
}

// How the script itself ended.
struct Ending {
  bool went_well = false;
  Halt halt;
};

int status_of(const Host& host, const Ending& ending, bool traceback) {
  using Kind = Halt::Kind;
  const bool exited = ending.halt.kind == Kind::exit;
  if (host.io_failed) return io_failed;
  if (ending.halt.kind != Kind::none && !exited) return ending.halt.status;
  if (!ending.went_well && !exited) return script_failed;
  const int runs = report_failed_runs(host, traceback);
  if (const std::string unused = unused_setting(host); !unused.empty()) {
    std::fprintf(stderr, "perilune: %s\n", unused.c_str());
    return usage;
  }
  if (exited && ending.halt.status != ok) return ending.halt.status;
  return host.failed_expectations > 0 ? script_failed : runs;
}

const char* word_for(const Ending& ending, int status) {
  if (ending.halt.kind == Halt::Kind::interrupted) return "interrupted";
  if (ending.halt.kind == Halt::Kind::limit) return "limit exceeded";
  return status == ok ? "finished" : "failed";
}

bool is_standard_output_broken() { return std::fflush(stdout) != 0 || std::ferror(stdout) != 0; }

Ending run_watched(Host& host) {
  Ending ending;
  const Watchman watchman(host.watch, host.limits());
  ending.went_well = call_script(host);
  const std::string error = host.error;
  ending.halt = host.take_halt();
  const bool rest_went_well = finish_the_rest(host);
  if (!ending.went_well) host.error = error;  // the first one counts
  ending.went_well = ending.went_well && rest_went_well;
  return ending;
}

int run_prepared(Host& host, Output& output, bool traceback) {
  host.on_finished = [&output](Task& task) { output.finish(task); };
  host.on_progress = [&output](const Task& task, const Progress& progress) {
    output.progress(task, progress);
  };
  const Ending ending = run_watched(host);
  const bool exited = ending.halt.kind == Halt::Kind::exit;
  if (!ending.went_well && !exited) print_failure(host, traceback);
  int status = status_of(host, ending, traceback);
  output.close(word_for(ending, status), status, ending.went_well || exited ? "" : host.error);
  if (is_standard_output_broken() && status == ok) {
    std::fprintf(stderr, "perilune: cannot write to standard output\n");
    status = io_failed;
  }
  return status;
}

}  // namespace

int run_command(const RunCommand& command) {
  Host host(command.host);
  if (!load_script(host)) {
    print_failure(host, command.traceback);
    return script_failed;
  }
  try {
    Output output(host, command);
    output.prepare();
    return run_prepared(host, output, command.traceback);
  } catch (const OutputError& error) {
    std::fprintf(stderr, "perilune: %s\n", error.what());
    return io_failed;
  }
}

}  // namespace perilune
