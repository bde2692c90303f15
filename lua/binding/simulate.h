#pragma once

#include <lua.hpp>

#include "lua/binding/object.h"
#include "lua/binding/task.h"

namespace perilune {

struct ReportPage;
struct ExportFormat;

int simulate(lua_State* L);            // model:simulate {…}: runs, leaves the results
int analyse_kinematics(lua_State* L);  // model:kinematics {…}
int make_simulation(lua_State* L);     // model:simulation {…}: to be stepped

// Results as scripts see them.
struct RunObject {
  TaskPointer task;
  // How far the script has walked through it (run:step).
  std::size_t next = 0;  // of the attempts
  double now = 0;        // [s]
  bool ended = false;    // run:step() has returned false
};
// Of the run at index 1, for this member.
const Run& results(lua_State* L, const char* member);
template <>
const ClassInfo& class_of<RunObject>();

// A simulation that a script steps.
struct SimulationObject {
  TaskPointer task;
};
template <>
const ClassInfo& class_of<SimulationObject>();

// The run is over: notes how, tells the program (which writes the files), and lets the simulation go.
void finish_task(Host& host, const TaskPointer& task);

// The same for a simulation the script has stepped: with what there is so far.
void finish_stepped(Host& host, const TaskPointer& task);

// Takes it off the list of the unfinished.
void forget_task(Host& host, const TaskPointer& task);

// Ends the script when it is only checked: there are no results to read.
void stop_check(lua_State* L, const std::string& what);

int expect(lua_State* L);         // run:expect {…}
int plot_run(lua_State* L);       // run:plot {…}
int plot_runs(lua_State* L);      // mbs.plot {…}
int draw_run(lua_State* L);       // run:snapshots {…}
int report_run(lua_State* L);     // run:report "file.html"
int report_runs(lua_State* L);    // mbs.report {…}
int export_of_run(lua_State* L);  // run:export "file.mat"
// Throws OutputError, and InputError where the run cannot be shown.
void export_run(const Run& run, const ExportFormat& format, const std::string& path, int frames);
ReportPage report_page(const Host& host);  // of the script: its name, text, manifest

}  // namespace perilune
