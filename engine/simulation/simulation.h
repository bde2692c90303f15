#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/integrators/method.h"
#include "engine/model/model.h"
#include "engine/results/run.h"
#include "engine/stepping/acceptance.h"
#include "engine/stepping/event_watch.h"
#include "engine/system/stabilization.h"

namespace perilune {

// What to record: every so many seconds (t = 0 and the end included), every accepted step, or nothing.
struct RecordOptions {
  enum class When { every, steps, nothing };
  When when = When::every;
  double every = 0;  // [s] 0: duration / 1000
};

struct Progress {
  double time, duration, step;  // [s]
  long steps, rejected;
};

struct SimulationOptions {
  double duration = 0;  // [s] ≥ 0
  std::string integrator = "dopri5";
  StepOptions steps;
  ConstraintOptions constraints;
  std::vector<AcceptanceRulePointer> accept;  // the chain; the default is one PenetrationRule
  std::vector<EventDescription> events;       // looked for in every accepted step
  RecordOptions record;
  std::string origin;                             // of the call, for messages
  std::function<bool()> interrupted;              // asked before every trial of a step; may be empty
  std::function<void(const Progress&)> progress;  // told after every accepted step; may be empty
};

// Of a system at one instant.
EnergyBalance balance_of(System& system, const Node& now);

// A model being integrated. It owns everything it needs, so several may run in parallel.
class Simulation {
 public:
  // Compiles the model. Throws InputError when it cannot be: inconsistent start, overlap, wrong options.
  Simulation(const Model& model, SimulationOptions options);
  ~Simulation();

  double time() const;
  double step_size() const;                        // of the last accepted step
  bool step();                                     // to the next accepted step; false: the run is over
  double value(const std::string& channel) const;  // now
  const std::vector<Event>& events() const;        // so far
  std::shared_ptr<Run> run();                      // to the end
  std::shared_ptr<Run> result();                   // what there is so far

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace perilune
