#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <stdexcept>

#include "engine/model/force.h"
#include "engine/results/recorder.h"
#include "engine/stepping/events.h"

namespace perilune {

class ChannelTable;

enum class Outcome {
  running,
  reached_end,
  finished_early,  // a callback or event said stop
  step_too_small,  // error control asked for a step below min_step or the rounding of t
  step_too_large,  // a fixed step, in which bodies are flung about so that contacts cannot be followed
  nonfinite,       // a state or force is not a number at every step size tried
  newton_failed,
  script_error,  // a user's function raised an error
  interrupted,
  no_consistent_friction,  // friction in a joint and its reaction have no unique solution
  too_many_refusals,       // a callback refused one step again and again
  inconsistent,
};
const char* to_string(Outcome outcome);
bool is_failure(Outcome outcome);  // neither reached_end, finished_early nor interrupted

struct Statistics {
  long steps = 0;                                         // accepted
  long rejected = 0;                                      // all reasons
  std::vector<std::pair<std::string, long>> rejected_by;  // reason → count, in order of first appearance
  long rhs_evaluations = 0;  // the integrator's; recorder and ledger are not counted
  long law_evaluations = 0;
  long contact_looks = 0;  // at gaps within steps, to find touches and ends of contacts
  long newton_iterations = 0;
  long jacobian_differences = 0;  // evaluations for slopes that no element knows
  double wall_time = 0;           // [s]
};

struct EnergyBalance {  // [J] at the end of the run
  double kinetic = 0, potential = 0, contact = 0, dissipated = 0, work = 0, total = 0, residual = 0;
  std::vector<std::pair<std::string, double>> dissipated_by;  // contact → lost in it
};

// The results of a simulation. Channels are derived on demand from recorded states.
class Run {
 public:
  Run(std::shared_ptr<System> system, std::shared_ptr<Recorder> recorder,
      std::shared_ptr<ChannelTable> table);

  Outcome outcome = Outcome::running;
  std::string message;    // what happened, when, which element, what to try
  std::string traceback;  // of a script error
  std::vector<std::string> warnings;
  Statistics statistics;
  EnergyBalance energy;
  std::string model_name;
  std::string integrator;

  // All names a channel may have, with units, in the order of the CSV columns.
  const std::vector<ChannelInfo>& channels() const { return channels_; }
  bool has_channel(const std::string& name) const;

  const std::vector<double>& time() const;  // of the records
  const std::vector<double>& series(
      const std::string& channel) const;  // one number per record; InputError: no such channel
  double final(const std::string& channel) const;
  double largest(const std::string& channel) const;       // max |x| over all accepted steps
  double at(const std::string& channel, double t) const;  // on the interpolant; InputError outside the run
  // The state there; the same errors. After the last step that is kept, at records only.
  Recorder::Instant instant(double t) const;
  // What a plot needs: these channels ("time" is one) from one instant to another, at every accepted step and at so many
  // instants between that lines look smooth, in time order; a jump is two numbers at one instant. A list for each.
  // Of a large system over many steps, at records only.
  std::vector<std::vector<double>> history(const std::vector<std::string>& channels, double from,
                                           double to) const;
  // Shows the system as it was at t: positions, velocities, forces of contacts, multipliers. The same errors.
  void visit(double t, const std::function<void(const System&)>& look) const;
  std::string unit_of(const std::string& channel) const;        // of "time", too; InputError: no such channel
  double end_time() const;                                      // [s] of the last step
  const std::vector<Event>& events() const { return events_; }  // in time order
  const std::vector<Attempt>& steps() const { return attempts_; }  // every attempt
  void set_log(std::vector<Event> events, std::vector<Attempt> attempts);

  void save_csv(const std::string& path) const;  // throws OutputError
  void set_reference_energy(double total);       // [J] at t = 0
  const System& system() const { return *system_; }
  const Recorder& recorder() const { return *recorder_; }

 private:
  class Reader;
  int channel_index(const std::string& name) const;
  std::shared_ptr<System> system_;
  std::shared_ptr<Recorder> recorder_;
  std::shared_ptr<ChannelTable> table_;
  std::vector<ChannelInfo> channels_;
  std::vector<Event> events_;
  std::vector<Attempt> attempts_;
  mutable std::vector<std::vector<double>> series_;  // by channel, filled on demand
};

// A file could not be written whole.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace perilune
