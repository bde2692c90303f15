// What accuracy costs with each integrator: a bouncing ball, a pendulum at a wall, the quick return of Flores & Ambrósio
// (2010) with ideal joints and with clearance, and a mechanism of seven bodies in closed loops. Recording costs the same
// for all.
#include <fmt/format.h>

#include <functional>

#include "engine/integrators/method.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/quick_return_clearance.h"
#include "tests/engine/simulation/seven_body.h"

namespace perilune::benchmarks {
namespace {

struct Problem {
  const char* name;
  Model model;
  double duration;                          // [s]
  std::function<double(const Run&)> error;  // [m], [rad], [s] from what is known
};

// [s] from the instant of the eighth impact, tests/reference/quick_return_first_impacts.csv.
double error_of_eighth_impact(const Run& run) {
  const std::vector<Event> begun = testing::events_of(run, "contact begin");
  return begun.size() < 8 ? INFINITY : std::abs(begun[7].t - 0.03068496053284);
}

// tests/reference: falling_ball.csv, pendulum_wall.csv (closed forms); seven_body.h. The quick return is compared with
// fehlberg78 at 1e-12.
std::vector<Problem> problems() {
  const double period = 0.858038233203223183;                               // [s] of the elastic ball
  const double fall = 0.59196048689405936, touch = 0.00014663751625403235;  // [s] of the pendulum
  const Model quick_return =
      testing::quick_return(false);  // undriven: a drive would leave nothing to integrate
  const double fallen = 0.5;         // [s] under its weight, from rest
  const double place =
      Simulation(quick_return, testing::options(fallen, "fehlberg78", 1e-12)).run()->final("slider.x");
  return {{"ball, 3 bounces", testing::ball_model(testing::law("hertz")), 3 * period,
           [period](const Run& run) { return std::abs(testing::apex(run, 3 * period) - 1); }},
          {"pendulum, 2 bounces", testing::pendulum_and_wall(testing::law("hertz", 1, 1.5, 3.39e10)),
           2 * (2 * fall + touch) + fall, [](const Run& run) { return std::abs(run.final("mass.x")); }},
          {"quick return, 0.5 s", quick_return, fallen,
           [place](const Run& run) { return std::abs(run.final("slider.x") - place); }},
          {"with clearance, 0.035 s", testing::quick_return_with_clearance(), 0.035, error_of_eighth_impact},
          {"seven bodies, 0.03 s", testing::seven_body(), testing::seven_body_duration,
           testing::seven_body_error}};
}

// Tolerances, or steps [s] where there is no error estimate. Methods of order 2 would take hours for 1e-8.
std::vector<double> demands(const IntegratorInfo& info, double duration) {
  if (info.needs_step) return {duration / 1e3, duration / 1e4, duration / 1e5};
  if (info.acts_on_positions) return {1e-4, 1e-5};
  return {1e-4, 1e-6, 1e-8};
}

void measure(const Problem& problem, const IntegratorInfo& info, double demand) {
  SimulationOptions options = testing::options(problem.duration, info.name, info.needs_step ? 1e-8 : demand);
  if (info.needs_step) options.steps.step = demand;
  std::shared_ptr<Run> run;
  const double time = least_time(3, [&] {
    // Fixed steps that are too long for a contact may never end it.
    using clock = std::chrono::steady_clock;
    const auto deadline = clock::now() + std::chrono::seconds(2);
    options.interrupted = [deadline] { return clock::now() > deadline; };
    run = Simulation(problem.model, options).run();
  });
  const Statistics& spent = run->statistics;
  const bool has_ended = run->outcome == Outcome::reached_end;
  fmt::print("{:<23} {:<17} {} {:.0e}: error {:.1e}, {:6} steps, {:7} right-hand sides, {:8.2f} ms{}\n",
             problem.name, info.name, info.needs_step ? "step" : "rtol", demand, problem.error(*run),
             spent.steps, spent.rhs_evaluations, time * 1e3, has_ended ? "" : "  (stopped before the end)");
}

}  // namespace

void benchmark_work_precision() {
  std::vector<IntegratorInfo> all = integrator_catalog();
  for (const IntegratorInfo& info : position_level_catalog()) all.push_back(info);
  for (const Problem& problem : problems()) {
    for (const IntegratorInfo& info : all) {
      for (const double demand : demands(info, problem.duration)) measure(problem, info, demand);
    }
  }
}

}  // namespace perilune::benchmarks
