#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/simulation/simulation.h"

namespace perilune {

// What the end of the script and the manifest need to know of a simulation, long after its results are gone.
struct TaskReport {
  int number = 0;      // 1, 2, … in the order of the script's lines
  std::string origin;  // of model:simulate
  std::string model;
  SimulationOptions options;  // without the acceptance rules: they belong to the simulation
  std::size_t acceptance_rules = 0;
  Outcome outcome = Outcome::running;
  std::string message, traceback;
  std::vector<std::string> warnings;
  Statistics statistics;
  EnergyBalance energy;
  double end_time = 0;  // [s]
  std::vector<std::string> files;
  std::vector<ChannelInfo> channels;
  bool looked_at = false;  // the script read run.outcome or run.message
  bool over = false;
};
using TaskReportPointer = std::shared_ptr<TaskReport>;

// A model:simulate{…} or model:simulation{…} of the script.
struct Task {
  TaskReportPointer report;
  std::unique_ptr<Simulation> simulation;
  std::shared_ptr<Run> run;       // null until results exist
  bool told_end = false;          // sim:step() has returned false
  std::uint64_t verify_laws = 0;  // every so many calls of a compiled function are interpreted, too; 0: none
};
using TaskPointer = std::shared_ptr<Task>;

}  // namespace perilune
