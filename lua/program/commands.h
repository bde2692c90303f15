#pragma once

#include <string>

#include "lua/binding/host.h"

namespace perilune {

// Exit statuses of the program.
enum Status { ok = 0, script_failed = 1, usage = 2, solver_failed = 3, limit_exceeded = 4, io_failed = 5 };

struct RunCommand {
  HostOptions host;
  std::string out;      // folder for results; "": out/MODEL
  bool report = false;  // also the runs as one HTML page
  bool quiet = false;
  bool traceback = false;
};

int run_command(const RunCommand& command);                     // perilune run MODEL.lua
int check_command(const HostOptions& options, bool traceback);  // perilune check MODEL.lua
int laws_command(const std::string& name);                      // perilune laws [NAME]

// Compiles and runs the host's script. false: host.error says why not.
bool run_script(Host& host);
bool load_script(Host& host);  // only compiles it
bool call_script(Host& host);  // only runs it

// The last words about a script that failed, on standard error.
void print_failure(const Host& host, bool traceback);

}  // namespace perilune
