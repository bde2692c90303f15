#pragma once

#include <string>
#include <vector>

#include "lua/binding/host.h"

namespace perilune {

// Exit statuses of the program.
enum Status { ok = 0, script_failed = 1, usage = 2, solver_failed = 3, limit_exceeded = 4, io_failed = 5 };

struct RunCommand {
  HostOptions host;
  std::string out;                   // folder for results; "": out/MODEL
  bool report = false;               // also the runs as one HTML page
  std::vector<std::string> exports;  // formats, "mat"
  bool quiet = false;
  bool progress = false;  // also without a terminal
  bool traceback = false;
  bool watch = false;  // again whenever the script is saved
};

int run_command(const RunCommand& command);                     // perilune run MODEL.lua
int check_command(const HostOptions& options, bool traceback);  // perilune check MODEL.lua

// perilune plot RUN.csv|DIR… CHANNEL…
struct PlotCommand {
  std::vector<std::string> words;  // files and folders of results, and channels
  std::string x = "time", log, file;
};
int plot_command(const PlotCommand& command);

// perilune laws [NAME|FILE.lua]…
struct LawsCommand {
  std::vector<std::string> words;
  std::string out;                    // folder for SVG; "": the terminal only
  double impact_speed = 1, mass = 1;  // [m/s], [kg]
};
int laws_command(const LawsCommand& command);

int repl_command(HostOptions options);         // perilune repl
int new_command(const std::string& name);      // perilune new NAME
int watch_command(const RunCommand& command);  // perilune run MODEL.lua --watch

int stubs_command();      // perilune stubs
int reference_command();  // perilune reference

// Compiles and runs the host's script. false: host.error says why not.
bool run_script(Host& host);
bool load_script(Host& host);  // only compiles it
bool call_script(Host& host);  // only runs it

// The last words about a script that failed, on standard error.
void print_failure(const Host& host, bool traceback);

}  // namespace perilune
