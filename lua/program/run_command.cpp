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
  return host.protect([&host] {
    while (!host.unfinished.empty()) finish_stepped(host, host.unfinished.front());
  });
}

// --set NAME=VALUE of a name that no mbs.parameter declared.
std::string unused_setting(const Host& host) {
  std::vector<std::string> declared;
  for (const Parameter& parameter : host.parameters) declared.push_back(parameter.name);
  for (const Setting& setting : host.settings) {
    if (setting.used) continue;
    return "--set " + setting.name + ": the script has no parameter of that name" + did_you_mean(setting.name, declared);
  }
  return {};
}

// Failed runs whose outcome the script never looked at: they speak for themselves, and decide the exit status.
int report_failed_runs(const Host& host) {
  int status = ok;
  for (const TaskReportPointer& report : host.reports) {
    if (report->looked_at || !is_failure(report->outcome) || report->outcome == Outcome::running) continue;
    std::fprintf(stderr, "%s: run %d stopped: %s: %s\n", report->origin.c_str(), report->number,
                 to_string(report->outcome), report->message.c_str());
    const int own = report->outcome == Outcome::script_error ? script_failed : solver_failed;
    status = status == ok ? own : std::min(status, own);
  }
  return status;
}

int status_of_halt(const Host& host) {
  if (host.halt.kind == Halt::Kind::exit) return host.halt.status;
  std::fprintf(stderr, "%s\n", host.halt.message.c_str());
  return host.halt.status;
}

int conclude(const Host& host, bool script_went_well, bool traceback) {
  if (host.io_failed) {
    print_failure(host, traceback);
    return io_failed;
  }
  if (host.is_halted() && host.halt.kind != Halt::Kind::exit) return status_of_halt(host);
  if (!script_went_well && !host.is_halted()) {
    print_failure(host, traceback);
    return script_failed;
  }
  const int runs = report_failed_runs(host);
  if (const std::string unused = unused_setting(host); !unused.empty()) {
    std::fprintf(stderr, "perilune: %s\n", unused.c_str());
    return usage;
  }
  if (host.is_halted() && host.halt.status != 0) return host.halt.status;
  return host.failed_expectations > 0 ? script_failed : runs;
}

const char* word_for(const Host& host, int status) {
  if (host.halt.kind == Halt::Kind::interrupted) return "interrupted";
  if (host.halt.kind == Halt::Kind::limit) return "limit exceeded";
  return status == ok ? "finished" : "failed";
}

bool is_standard_output_broken() { return std::fflush(stdout) != 0 || std::ferror(stdout) != 0; }

int run_prepared(Host& host, Output& output, bool traceback) {
  host.on_finished = [&output](Task& task) { output.finish(task); };
  host.on_progress = [&output](const Task& task, const Progress& progress) { output.progress(task, progress); };
  bool went_well = false;
  {
    const Watchman watchman(host.watch, host.options.max_seconds);
    went_well = call_script(host);
  }
  const std::string error = host.error, trace = host.traceback;
  if (!finish_the_rest(host) && went_well) went_well = false;
  else if (!went_well) host.error = error, host.traceback = trace;
  int status = conclude(host, went_well, traceback);
  output.close(word_for(host, status), status, went_well ? "" : host.error);
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
    Output output(host, command.out, command.quiet);
    output.prepare();
    return run_prepared(host, output, command.traceback);
  } catch (const OutputError& error) {
    std::fprintf(stderr, "perilune: %s\n", error.what());
    return io_failed;
  }
}

}  // namespace perilune
