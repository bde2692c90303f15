#include "engine/simulation/simulation.h"

#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "engine/model/suggest.h"
#include "engine/results/recorder.h"
#include "engine/simulation/check_start.h"
#include "engine/simulation/freedom.h"
#include "engine/stepping/stepper.h"
#include "engine/system/channels.h"

namespace perilune {
namespace {

const IntegratorInfo& find(const SimulationOptions& options) {
  if (const IntegratorInfo* info = find_integrator(options.integrator)) return *info;
  std::vector<std::string> names;
  for (const auto* catalog : {&integrator_catalog(), &position_level_catalog()}) {
    for (const IntegratorInfo& info : *catalog) names.push_back(info.name);
  }
  throw InputError(
      options.origin, "simulate",
      "there is no integrator '" + options.integrator + "'" + did_you_mean(options.integrator, names));
}

// Methods on positions find multipliers themselves, but not what sticks.
void refuse_unsuitable(const System& system, const SimulationOptions& options) {
  const auto refuse = [&](const std::string& what, const std::string& hint) {
    throw InputError(options.origin, "integrator '" + options.integrator + "'", what, hint);
  };
  if (system.may_stick()) {
    refuse("acts on positions, and this model has set-valued friction, which it does not know",
           "dopri5, bdf or radau5; or a regularized friction law");
  }
  for (const ContactElement& contact : system.contacts()) {
    if (contact.friction_states == 0) continue;
    refuse("does not know friction laws with states, as that of contact '" + contact.name + "'",
           "dopri5, bdf or radau5; or a friction law without states");
  }
  if (options.integrator == "generalized_alpha" && system.has_velocity_equations()) {
    refuse("acts on positions, and a constraint of this model binds velocities only",
           "bdf or radau5 do with equations of velocities");
  }
}

std::unique_ptr<Method> make_method(System& system, const SimulationOptions& options) {
  const IntegratorInfo& info = find(options);
  if (info.needs_step && !(options.steps.step > 0)) {
    throw InputError(options.origin, "integrator '" + info.name + "'",
                     "has no error control and needs a step",
                     "mbs.integrators." + info.name + " { step = 1e-4 }");
  }
  if (info.acts_on_positions) refuse_unsuitable(system, options);
  StepOptions steps = options.steps;
  if (options.integrator == "generalized_alpha" && system.is_spatial()) steps.unknowns = "accelerations";
  return info.make(system, steps);
}

// Adds the time it lives to a total [s].
class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total), begin_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() { total_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace

struct Simulation::Parts {
  Parts(const Model& model, SimulationOptions given)
      : options(std::move(given)),
        system(std::make_shared<System>(model, options.constraints)),
        channels(std::make_shared<ChannelTable>(*system)),
        recorder(std::make_shared<Recorder>(*system)),
        method(make_method(*system, options)),
        stepper(*system, *method, options.accept, *channels),
        reading(std::make_shared<System>(model, options.constraints)),
        run(std::make_shared<Run>(reading, recorder, channels)) {
    run->model_name = model.name();
    run->integrator = options.integrator;
  }

  void start();
  bool step();
  void end(Outcome outcome, const std::string& message);
  void update();  // the run's figures
  void note_memory();
  void note_redundancy();
  void note_violation();
  bool projects_onto_joints() const {
    return system->equations() > 0 && options.constraints.projection != ConstraintOptions::Projection::none;
  }
  void balance();  // of energy

  SimulationOptions options;
  std::shared_ptr<System> system;
  std::shared_ptr<ChannelTable> channels;
  std::shared_ptr<Recorder> recorder;
  std::unique_ptr<Method> method;
  Stepper stepper;
  std::shared_ptr<System>
      reading;  // the same system once more, for the run to read channels with at any time
  std::shared_ptr<Run> run;
  double wall_time = 0;    // [s] spent stepping
  std::string redundancy;  // a warning, or empty
  bool started = false, over = false;
};

void Simulation::Parts::start() {
  started = true;
  const bool records = options.record.when != RecordOptions::When::nothing;
  recorder->keeps_nodes = stepper.keep_log = records;
  recorder->duration = options.duration;
  const double every = options.record.every > 0 ? options.record.every : options.duration / 1000;
  recorder->every = options.record.when == RecordOptions::When::every ? every : 0;
  if (records) {
    stepper.on_step = [this](const Node& before, const Trial& trial, const Interpolant& interpolant) {
      recorder->step(before, trial, interpolant);
    };
    stepper.on_event = [this](const Node& node) { recorder->event(node); };
  }
  stepper.interrupted = options.interrupted;
  stepper.watch(options.events);
  stepper.start();
  reading->set_reference_energy(system->reference_energy());
}

bool Simulation::Parts::step() {
  if (over) return false;
  try {
    if (!started) start();
    if (!(stepper.now().t < options.duration)) {
      end(Outcome::reached_end, "");
      return false;
    }
    switch (stepper.advance(options.duration)) {
      case StepStatus::accepted: break;
      case StepStatus::finished:
        end(Outcome::finished_early,
            stepper.message().empty() ? "a step-acceptance callback said stop" : stepper.message());
        break;
      case StepStatus::step_too_small: end(Outcome::step_too_small, stepper.message()); break;
      case StepStatus::step_too_large: end(Outcome::step_too_large, stepper.message()); break;
      case StepStatus::interrupted: end(Outcome::interrupted, "interrupted"); break;
      case StepStatus::nonfinite: end(Outcome::nonfinite, stepper.message()); break;
      case StepStatus::no_consistent_friction: end(Outcome::no_consistent_friction, stepper.message()); break;
      case StepStatus::too_many_refusals: end(Outcome::too_many_refusals, stepper.message()); break;
    }
  } catch (const FunctionError& error) {
    run->traceback = error.traceback;
    end(Outcome::script_error, fmt::format("{}\n  after t = {:.6g} s; the results up to there are kept",
                                           error.what(), stepper.now().t));
  }
  if (over) return run->outcome == Outcome::finished_early;
  const StepCounts& counts = stepper.counts();
  if (options.progress) {
    options.progress(
        {stepper.now().t, options.duration, stepper.last_step(), counts.accepted, counts.refusals()});
  }
  return true;
}

void Simulation::Parts::end(Outcome outcome, const std::string& message) {
  over = true;
  run->outcome = outcome;
  run->message = message;
  recorder->finish();
}

void Simulation::Parts::update() {
  const StepCounts& counts = stepper.counts();
  Statistics& s = run->statistics;
  s.steps = counts.accepted, s.rejected = counts.refusals(), s.rhs_evaluations = counts.rhs;
  s.rejected_by.assign(counts.refused.begin(), counts.refused.end());
  s.newton_iterations = method->work().newton_iterations, s.jacobian_differences = system->differences();
  s.law_evaluations = system->law_evaluations(), s.wall_time = wall_time;
  s.contact_looks = stepper.contact_looks();
  run->set_log(stepper.events(), stepper.attempts()), run->warnings = stepper.warnings();
  if (!redundancy.empty()) run->warnings.insert(run->warnings.begin(), redundancy);
  note_memory();
  if (!started || stepper.now().y.empty()) return;
  try {
    balance();
    note_violation();
  } catch (const FunctionError&) {
    // A law that failed in the last trial may fail here, too: then there is no balance, and the outcome says why.
    run->energy = {};
    run->energy.residual = std::numeric_limits<double>::quiet_NaN();
  }
}

void Simulation::Parts::note_redundancy() {
  const Node start = system->start();
  if (system->rank_of_constraints(0, start.y.data()) == system->equations()) return;
  const Freedom freedom = find_freedom(*system, 0, start.y.data());
  redundancy = fmt::format("t = 0 s: redundant constraints: {}; their reactions are those of least norm",
                           enumerated(freedom.redundant));
}

void Simulation::Parts::note_memory() {
  if (std::isinf(recorder->kept_until())) return;
  run->warnings.push_back(fmt::format(
      "t = {:.9g} s: steps were too many to keep ({:.3g} GB); from here on run:largest and expect see "
      "the records only, and run:at has nothing",
      recorder->kept_until(), recorder->most_bytes / 1e9));
}

// Joints that contradict each other leave a compromise, which nobody shall take for a motion.
void Simulation::Parts::note_violation() {
  const bool ended_well = run->outcome == Outcome::reached_end || run->outcome == Outcome::finished_early;
  if (!over || !ended_well || !projects_onto_joints()) return;
  constexpr double noticeable = 1e-6;  // of the model's length
  const Node& now = stepper.now();
  const auto [joint, error] = worst_joint(*system, system->constraint_errors(now.t, now.y.data()));
  if (error <= noticeable * system->length()) return;
  run->warnings.push_back(
      fmt::format("t = {:.6g} s: joints contradict each other: {} is off by {:.6g} m or rad", now.t,
                  described(*joint), error));
}

void Simulation::Parts::balance() {
  const Node& now = stepper.now();
  run->energy = balance_of(*system, now);
}

EnergyBalance balance_of(System& system, const Node& now) {
  const double* y = now.y.data();
  const Energies e = system.energies(now.t, y);
  return {e.kinetic,
          e.potential,
          e.contact,
          e.dissipated,
          e.work,
          e.total(),
          system.energy_residual(now.t, y),
          system.dissipated_by(now.t, y)};
}

Simulation::Simulation(const Model& model, SimulationOptions options) {
  if (!(options.duration >= 0) || !std::isfinite(options.duration)) {
    throw InputError(options.origin, "simulate",
                     fmt::format("duration = {} s must be ≥ 0 and finite", options.duration));
  }
  parts_ = std::make_unique<Parts>(model, std::move(options));
  check_start(*parts_->system, parts_->options.origin);
  if (parts_->projects_onto_joints()) check_drives(*parts_->system, parts_->options.origin);
  parts_->note_redundancy();
}

Simulation::~Simulation() = default;

double Simulation::time() const { return parts_->started ? parts_->stepper.now().t : 0; }
double Simulation::step_size() const { return parts_->stepper.last_step(); }
const std::vector<Event>& Simulation::events() const { return parts_->stepper.events(); }
bool Simulation::step() {
  const Stopwatch watch(parts_->wall_time);
  return parts_->step();
}

double Simulation::value(const std::string& channel) const {
  if (!parts_->started) parts_->start();
  Node node = parts_->stepper.now();
  const int index = parts_->channels->index(channel);
  ChannelTable::observe(*parts_->system, node);
  return parts_->channels->all()[index].value(*parts_->system, node);
}

std::shared_ptr<Run> Simulation::run() {
  {
    const Stopwatch watch(parts_->wall_time);
    while (parts_->step()) {}
  }
  return result();
}

std::shared_ptr<Run> Simulation::result() {
  parts_->update();
  return parts_->run;
}

}  // namespace perilune
