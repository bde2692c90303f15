#pragma once

#include <string>

#include "lua/program/commands.h"

namespace perilune {

// Where the results of one script go: OUT/run1.csv, run2.csv, … in the order of the script's lines, and the manifest
// OUT/run.json; one summary line per run on standard output; if wished, the runs as a page, OUT/report.html.
class Output {
 public:
  Output(Host& host, const RunCommand& command);

  // Makes the folder and the first manifest, so that a place that cannot be written is known before anything
  // runs; results of an earlier run of the script are removed. Throws OutputError.
  void prepare();
  void finish(Task& task);  // CSV, summary, manifest
  void progress(const Task& task, const Progress& progress);
  void close(const std::string& status, int exit_status, const std::string& error);  // the last manifest

 private:
  void write_manifest(const std::string& status, int exit_status, const std::string& error) const;
  void save(Task& task) const;
  void write_report() const;
  void clear_progress();

  Host& host_;
  std::string folder_, started_;
  std::vector<std::string> exports_;
  bool quiet_, reports_, watched_, shows_progress_, rewrites_line_;
  std::vector<TaskPointer> reported_;  // kept for the page
  bool line_open_ = false;
  std::int64_t next_progress_ = 0;  // [ns]
  std::int64_t begun_ = 0;          // [ns] of the simulation that is shown
  const TaskReport* shown_ = nullptr;
};

// "run 1 'ball': reached_end at t = 3 s; …"
std::string summary(const TaskReport& report);

}  // namespace perilune
