#include "lua/binding/simulate.h"

#include <algorithm>

#include "engine/simulation/kinematics.h"
#include "lua/binding/acceptance_object.h"
#include "lua/binding/integrator_object.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"

namespace perilune {
namespace {

// ---- the fields of simulate {…} ----

template <class Object>
const Object& read_object(lua_State* L, const FieldTable& table, const char* key, const char* needed,
                          const char* example) {
  table.push(key);
  const Object* object = find_object<Object>(L, -1);
  if (!object) table.refuse(std::string(key) + " = " + describe(L, -1) + " must be " + needed, example);
  lua_pop(L, 1);
  return *object;
}

void read_integrator(lua_State* L, const FieldTable& table, SimulationOptions& options) {
  if (!table.has("integrator")) return;
  const auto& object = read_object<IntegratorObject>(L, table, "integrator", "an integrator with its options",
                                                     "integrator = mbs.integrators.dopri5 {}");
  options.integrator = object.name, options.steps = object.options;
}

void read_constraints(lua_State* L, const FieldTable& table, SimulationOptions& options) {
  if (!table.has("constraints")) return;
  const auto& object =
      read_object<StabilizationObject>(L, table, "constraints", "a stabilization with its options",
                                       "constraints = mbs.stabilization.projection {}");
  options.constraints = object.options;
}

void read_accept_step(lua_State* L, const FieldTable& table, SimulationOptions& options) {
  if (!table.has("accept_step")) {
    options.accept = {std::make_shared<PenetrationRule>()};
    return;
  }
  table.push("accept_step");
  options.accept = table.explain([&] { return read_acceptance(L, -1); });
  lua_pop(L, 1);
}

constexpr const char* records = "record = { every = 1e-3 }, \"steps\" or \"none\"";

// record = { every = 1e-3 } | "steps" | "none"
void read_record(lua_State* L, const FieldTable& table, SimulationOptions& options) {
  if (!table.has("record")) return;
  table.push("record");
  if (lua_istable(L, -1)) {
    for (const std::string& key : table_keys(L, -1)) {
      if (key != "every") table.refuse("record has no '" + key + "'", records);
    }
    lua_getfield(L, -1, "every");
    if (lua_isnil(L, -1)) table.refuse("record has no 'every', the time between two records [s]", records);
    options.record.every = table.explain([&] { return read_number(L, -1, {"record.every", "s", above(0)}); });
    lua_pop(L, 2);
    return;
  }
  if (lua_type(L, -1) != LUA_TSTRING)
    table.refuse("record = " + describe(L, -1) + " must be a table or a string", records);
  const std::string when = table.explain([&] {
    return read_text(L, -1, {"record", "", {}}, {"steps", "none"});
  });
  options.record.when = when == "steps" ? RecordOptions::When::steps : RecordOptions::When::nothing;
  lua_pop(L, 1);
}

void note_defaults(Host& host, const FieldTable& table, const SimulationOptions& options) {
  if (!host.options.check_only) return;
  std::string text;
  const auto note = [&](const char* key, const std::string& value) {
    if (!table.has(key)) text += (text.empty() ? "" : ", ") + (key + (" = " + value));
  };
  note("integrator", "dopri5 { rtol = " + with_unit(options.steps.rtol, "") +
                         ", atol = " + with_unit(options.steps.atol, "") + " }");
  note("constraints", "projection {}");
  note("multipliers", "chosen by the engine");
  note("accept_step", "penetration { tolerance = 1e-06 m, min_step = 1e-07 s, locate = \"root\" }");
  note("record", "{ every = duration / 1000 }");
  if (!text.empty()) host.defaults.push_back({table.origin(), table.element(), text});
}

SimulationOptions read_options(lua_State* L, const FieldTable& table) {
  SimulationOptions options;
  options.origin = table.origin();
  options.duration = table.required_number_field("duration", "s", at_least(0));
  read_integrator(L, table, options);
  read_constraints(L, table, options);
  if (table.has("multipliers")) {
    options.constraints.multipliers =
        multipliers_named(table.text("multipliers", "auto", multiplier_names()));
  }
  read_accept_step(L, table, options);
  read_record(L, table, options);
  note_defaults(Host::of(L), table, options);
  return options;
}

// ---- making, running, finishing ----

TaskReportPointer report_of(const Model& model, const SimulationOptions& options) {
  auto report = std::make_shared<TaskReport>();
  report->origin = options.origin;
  report->model = model.name();
  report->options = options;
  report->options.accept.clear();
  report->options.events.clear();
  report->acceptance_rules = options.accept.size();
  return report;
}

std::uint64_t read_verify_laws(const FieldTable& table) {
  const double every = table.number("verify_laws", 0, "-", at_least(0));
  if (every != std::floor(every) || every > 1e15) {
    table.refuse("verify_laws = " + with_unit(every, "") + " must be a whole number",
                 "verify_laws = 100: every hundredth call of a compiled function is interpreted, too");
  }
  return static_cast<std::uint64_t>(every);
}

// Compiled functions are compared with the interpreter while a task runs that asks for it.
class Verifying {
 public:
  Verifying(Host& host, const Task& task) : host_(host), before_(host.verify_laws) { set(task.verify_laws); }
  ~Verifying() { set(before_); }
  Verifying(const Verifying&) = delete;
  Verifying& operator=(const Verifying&) = delete;

 private:
  void set(std::uint64_t every) {
    host_.verify_laws = every;
    ++host_.script_calls;  // compiled functions look again
  }
  Host& host_;
  std::uint64_t before_;
};

TaskPointer make_task(lua_State* L, const char* method) {
  const ModelObject object = self<ModelObject>(L);
  Host& host = Host::of(L);
  host.refuse_inside_callback(std::string("model:") + method);
  const FieldTable table(L, 2, method, said_names("simulate"));
  auto task = std::make_shared<Task>();
  task->verify_laws = read_verify_laws(table);
  SimulationOptions options = read_options(L, table);
  options.events = *object.events;
  Task* watched = task.get();
  options.interrupted = [&host] { return host.watch.signal != 0 || host.is_halted(); };
  options.progress = [&host, watched](const Progress& progress) {
    if (host.on_progress) host.on_progress(*watched, progress);
  };
  task->report = report_of(*object.model, options);
  const NativeStretch native(host.watch);
  task->simulation = std::make_unique<Simulation>(*object.model, std::move(options));
  return task;
}

void enlist(Host& host, const TaskPointer& task) {
  host.reports.push_back(task->report);
  task->report->number = static_cast<int>(host.reports.size());
  host.unfinished.push_back(task);
}

// After a signal the results so far are kept, and the script ends.
void leave_if_interrupted(lua_State* L, Host& host) {
  if (host.is_halted()) host.stop(L, host.halt);
  if (const int signal = host.watch.signal) {
    host.stop(L, {Halt::Kind::interrupted, 128 + signal, user_line(L) + ": interrupted"});
  }
}

void run_to_end(lua_State* L, const TaskPointer& task) {
  Host& host = Host::of(L);
  {
    const NativeStretch native(host.watch);
    const Verifying verifying(host, *task);
    task->run = task->simulation->run();
  }
  finish_task(host, task);
  leave_if_interrupted(L, host);
}

// ---- the object of model:simulation ----

Task& task_of(lua_State* L, const char* member) {
  const TaskPointer& task = self<SimulationObject>(L).task;
  stop_check(L, std::string("simulation.") + member);
  return *task;
}

int time_of_simulation(lua_State* L) {
  lua_pushnumber(L, task_of(L, "time").simulation->time());
  return 1;
}

int step_size_of_simulation(lua_State* L) {
  lua_pushnumber(L, task_of(L, "step_size").simulation->step_size());
  return 1;
}

int value_of_simulation(lua_State* L) {
  const Task& task = task_of(L, "value");
  lua_pushnumber(L, task.simulation->value(read_text(L, 2, {"channel", "", {}})));
  return 1;
}

// A loop `while sim.time < 3 do sim:step() end` must not run for ever when the run has ended before.
void check_going_on(const Task& task) {
  if (!task.told_end) return;
  const TaskReport& report = *task.report;
  throw InputError("", "simulation",
                   "it is over: " + std::string(to_string(report.outcome)) +
                       " at t = " + with_unit(report.end_time, "s") +
                       (report.message.empty() ? "" : "\n  " + report.message),
                   "sim:step() returned false at its end");
}

// sim:step(): to the next accepted step; false when there is none left.
int step_simulation(lua_State* L) {
  const TaskPointer task = self<SimulationObject>(L).task;
  stop_check(L, "simulation.step");
  Host& host = Host::of(L);
  host.refuse_inside_callback("simulation:step");
  check_going_on(*task);
  bool more = false;
  {
    const NativeStretch native(host.watch);
    const Verifying verifying(host, *task);
    more = task->simulation->step();
  }
  task->told_end = !more;
  if (!more || host.watch.signal) finish_stepped(host, task);
  leave_if_interrupted(L, host);
  lua_pushboolean(L, more);
  return 1;
}

// sim:run(): to the end, and the results.
int run_simulation(lua_State* L) {
  const TaskPointer task = self<SimulationObject>(L).task;
  stop_check(L, "simulation.run");
  Host::of(L).refuse_inside_callback("simulation:run");
  if (!task->report->over) run_to_end(L, task);
  push_object(L, RunObject{task}, 1);
  return 1;
}

// sim:result(): what there is so far.
int result_of_simulation(lua_State* L) {
  Task& task = task_of(L, "result");
  if (!task.report->over) task.run = task.simulation->result();
  push_object(L, RunObject{self<SimulationObject>(L).task}, 1);
  return 1;
}

int describe_simulation(lua_State* L) {
  push_text(L, "simulation of '" + self<SimulationObject>(L).task->report->model + "'");
  return 1;
}

void build_simulation(const ClassBuilder& builder) {
  builder.attribute("time", guarded<time_of_simulation>);
  builder.attribute("step_size", guarded<step_size_of_simulation>);
  builder.method("value", guarded<value_of_simulation>);
  builder.method("step", guarded<step_simulation>);
  builder.method("run", guarded<run_simulation>);
  builder.method("result", guarded<result_of_simulation>);
}

}  // namespace

template <>
const ClassInfo& class_of<SimulationObject>() {
  static const ClassInfo info = {"simulation", build_simulation, guarded<describe_simulation>, nullptr,
                                 finalize_object<SimulationObject>};
  return info;
}

void stop_check(lua_State* L, const std::string& what) {
  Host& host = Host::of(L);
  if (!host.options.check_only) return;
  host.stop(L, {Halt::Kind::end_of_check, 0, user_line(L) + ": " + what});
}

void forget_task(Host& host, const TaskPointer& task) {
  auto& list = host.unfinished;
  list.erase(std::remove(list.begin(), list.end(), task), list.end());
}

void finish_task(Host& host, const TaskPointer& task) {
  TaskReport& report = *task->report;
  const Run& run = *task->run;
  report.outcome = run.outcome, report.warnings = run.warnings;
  report.message = run.message, report.traceback = run.traceback;
  report.statistics = run.statistics, report.energy = run.energy;
  report.channels = run.channels();
  report.end_time = task->simulation ? task->simulation->time() : run.time().back();
  report.over = true;
  forget_task(host, task);
  if (host.on_finished) host.on_finished(*task);
}

void finish_stepped(Host& host, const TaskPointer& task) {
  if (task->report->over) return;
  // The step that finds the end reached makes it the outcome.
  if (task->simulation->time() >= task->report->options.duration) task->simulation->step();
  task->run = task->simulation->result();
  finish_task(host, task);
}

int simulate(lua_State* L) {
  const TaskPointer task = make_task(L, "simulate");
  Host& host = Host::of(L);
  if (!host.options.check_only) {
    enlist(host, task);
    run_to_end(L, task);
  }
  task->simulation.reset();
  lua_gc(L, LUA_GCCOLLECT, 0);  // results of earlier runs are large, and the collector does not know
  push_object(L, RunObject{task}, 1);
  return 1;
}

// model:kinematics {…}
int analyse_kinematics(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host& host = Host::of(L);
  host.refuse_inside_callback("model:kinematics");
  const FieldTable table(L, 2, "kinematics", said_names("kinematics"));
  SimulationOptions options;
  options.origin = table.origin(), options.integrator = "kinematics";
  options.duration = table.required_number_field("duration", "s", at_least(0));
  read_record(L, table, options);
  auto task = std::make_shared<Task>();
  task->report = report_of(*object.model, options);
  if (!host.options.check_only) {
    {
      const NativeStretch native(host.watch);
      task->run =
          analyse_kinematics(*object.model, {options.duration, options.record, options.origin,
                                             [&host] { return host.watch.signal != 0 || host.is_halted(); }});
    }
    enlist(host, task);
    finish_task(host, task);
    leave_if_interrupted(L, host);
  }
  push_object(L, RunObject{task}, 1);
  return 1;
}

int make_simulation(lua_State* L) {
  const TaskPointer task = make_task(L, "simulation");
  Host& host = Host::of(L);
  if (!host.options.check_only) enlist(host, task);
  push_object(L, SimulationObject{task});
  return 1;
}

}  // namespace perilune
