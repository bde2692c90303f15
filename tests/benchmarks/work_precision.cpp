// What accuracy costs with each integrator: a bouncing ball, a pendulum at a wall, the quick return of Flores & Ambrósio
// (2010) with ideal joints, and a mechanism of seven bodies in closed loops. Recording costs the same for all.
#include <fmt/format.h>

#include <functional>

#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/seven_body.h"

namespace perilune::benchmarks {
namespace {

struct Problem {
  const char* name;
  Model model;
  double duration;                          // [s]
  std::function<double(const Run&)> error;  // [m], [rad] from what is known
};

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
          {"seven bodies, 0.03 s", testing::seven_body(), testing::seven_body_duration,
           testing::seven_body_error}};
}

}  // namespace

void benchmark_work_precision() {
  for (const Problem& problem : problems()) {
    for (const std::string& name : testing::variable_step_integrators()) {
      for (const double rtol : {1e-4, 1e-6, 1e-8}) {
        if (find_integrator(name)->acts_on_positions && rtol < 1e-5) continue;  // of order 2
        const SimulationOptions options = testing::options(problem.duration, name, rtol);
        std::shared_ptr<Run> run;
        const double time = least_time(3, [&] { run = Simulation(problem.model, options).run(); });
        fmt::print("{:<21} {:<17} rtol {:.0e}: error {:.1e}, {:6} steps, {:7} right-hand sides, {:8.2f} ms\n",
                   problem.name, name, rtol, problem.error(*run), run->statistics.steps,
                   run->statistics.rhs_evaluations, time * 1e3);
      }
    }
  }
}

}  // namespace perilune::benchmarks
