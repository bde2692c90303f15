#include "lua/program/output.h"

#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "engine/exports/catalog.h"
#include "engine/law/function.h"
#include "engine/results/report/report.h"
#include "lua/binding/files.h"
#include "lua/binding/simulate.h"
#include "lua/program/manifest.h"
#include "lua/program/reload.h"

namespace perilune {
namespace {

namespace fs = std::filesystem;

// A terminal that can rewrite a line.
bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(2) && kind && std::strcmp(kind, "dumb") != 0;
}

// run1.csv, run1.mat, run1_0000.vtu
bool is_result(const fs::path& path) {
  const std::string stem = path.stem().string(), extension = path.extension().string();
  const bool is_export = extension == ".vtu" || (!extension.empty() && find_export(extension.substr(1)));
  if (stem.rfind("run", 0) != 0 || stem.size() < 4 || !(extension == ".csv" || is_export)) return false;
  return stem.find_first_not_of(extension == ".vtu" ? "0123456789_" : "0123456789", 3) == std::string::npos;
}

std::string refusals(const Statistics& statistics) {
  std::string reasons;
  for (const auto& [reason, count] : statistics.rejected_by) {
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", count, reason);
  }
  return fmt::format("{} refused{}", statistics.rejected, reasons.empty() ? "" : " (" + reasons + ")");
}

// ", 3 min 20 s left": if the rest goes as what has been done. elapsed [s] of the computer, t of duration [s] simulated.
std::string remaining(double elapsed, double t, double duration) {
  if (!(t > 0)) return "";
  const double left = elapsed * (duration - t) / t;
  if (left < 60) return fmt::format("  {:.0f} s left", left);
  if (left < 3600)
    return fmt::format("  {:.0f} min {:.0f} s left", std::floor(left / 60), std::fmod(left, 60));
  return fmt::format("  {:.0f} h {:.0f} min left", std::floor(left / 3600), std::fmod(left, 3600) / 60);
}

}  // namespace

std::string summary(const TaskReport& report) {
  const Statistics& s = report.statistics;
  return fmt::format(
      "run {} '{}': {} at t = {:.6g} s; {} steps, {}; {} rhs; {:.3g} s; energy residual {:.2e} J",
      report.number, report.model, to_string(report.outcome), report.end_time, s.steps, refusals(s),
      s.rhs_evaluations, s.wall_time, report.energy.residual);
}

Output::Output(Host& host, const RunCommand& command)
    : host_(host),
      folder_(command.out),
      started_(timestamp()),
      exports_(command.exports),
      quiet_(command.quiet),
      reports_(command.report),
      watched_(command.watch),
      shows_progress_(command.progress || (!command.quiet && is_terminal())),
      rewrites_line_(is_terminal()) {
  if (folder_.empty()) folder_ = "out/" + host.script_name;
  host.results_folder = folder_;
  host.manifest = [this] { return manifest(host_, started_, "running", 0, ""); };
}

void Output::prepare() {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!fs::is_directory(folder_)) {
    const std::string why = error ? error.message() : "it is not a folder";
    throw OutputError("cannot write results to '" + folder_ + "': " + why);
  }
  write_manifest("running", 0, "");
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (is_result(entry.path())) fs::remove(entry.path(), error);
  }
}

void Output::save(Task& task) const {
  TaskReport& report = *task.report;
  if (report.options.record.when == RecordOptions::When::nothing) return;
  const std::string name = fmt::format("run{}.csv", report.number), path = folder_ + "/" + name;
  try {
    write_whole(path, [&task](const std::string& to) { task.run->save_csv(to); });
    report.files = {name};
    for (const std::string& format : exports_) {
      const std::string other = fmt::format("run{}.{}", report.number, format);
      export_run(*task.run, *find_export(format), folder_ + "/" + other, usual_frames);
      report.files.push_back(other);
    }
  } catch (const InputError& error) {
    report.warnings.push_back("not all files were written: " + std::string(error.what()));
  } catch (const FunctionError& error) {
    report.warnings.push_back("not all files were written: " + std::string(error.what()));
  }
}

void Output::finish(Task& task) {
  clear_progress();
  save(task);
  if (reports_) {
    auto kept = std::make_shared<Task>();
    kept->report = task.report, kept->run = task.run;
    reported_.push_back(std::move(kept));
  }
  const TaskReport& report = *task.report;
  if (!quiet_) fmt::print("{}\n", summary(report));
  for (const std::string& warning : report.warnings) std::fprintf(stderr, "warning: %s\n", warning.c_str());
  write_manifest("running", 0, "");
}

void Output::progress(const Task& task, const Progress& progress) {
  if (!shows_progress_) return;
  // [ns] ten times a second; in a file, once
  const std::int64_t interval = rewrites_line_ ? 100000000 : 1000000000;
  const std::int64_t now = monotonic_nanoseconds();
  if (shown_ != task.report.get()) shown_ = task.report.get(), begun_ = now, next_progress_ = now + interval;
  if (now < next_progress_) return;
  next_progress_ = now + interval;
  line_open_ = rewrites_line_;
  const std::string line =
      fmt::format("run {} t = {:.4g} / {:.4g} s  dt = {:.2e} s  {} steps  {} refused{}", task.report->number,
                  progress.time, progress.duration, progress.step, progress.steps, progress.rejected,
                  remaining(static_cast<double>(now - begun_) * 1e-9, progress.time, progress.duration));
  if (rewrites_line_) fmt::print(stderr, "\r\033[K{}", line);
  else fmt::print(stderr, "{}\n", line);
}

void Output::clear_progress() {
  if (line_open_) std::fputs("\r\033[K", stderr);
  line_open_ = false;
}

void Output::write_manifest(const std::string& status, int exit_status, const std::string& error) const {
  const std::string text = manifest(host_, started_, status, exit_status, error);
  write_whole(folder_ + "/run.json", [&text](const std::string& to) { write_text(to, text); });
}

void Output::write_report() const {
  std::vector<ReportedRun> runs;
  for (const TaskPointer& task : reported_)
    runs.push_back({task->report->number, task->run, task->report->origin, ""});
  std::string html = report_html(runs, report_page(host_));
  const std::string stamp = std::to_string(monotonic_nanoseconds());
  if (watched_) html = with_reload(html, stamp);
  write_whole(folder_ + "/report.html", [&html](const std::string& to) { write_text(to, html); });
  if (!watched_) return;
  const auto answer = [&stamp](const std::string& to) { write_text(to, reload_answer(stamp)); };
  write_whole(folder_ + "/" + reload_file, answer);
}

void Output::close(const std::string& status, int exit_status, const std::string& error) {
  clear_progress();
  write_manifest(status, exit_status, error);
  if (reports_) write_report();
}

}  // namespace perilune
