// What accuracy costs: the pendulum that strikes a wall of Flores & Ambrósio (2010), four seconds, three elastic impacts,
// until the fourth arrival at the wall is right to 1e-7 m.
#include <fmt/format.h>

#include <cmath>

#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/mechanisms.h"

namespace perilune::benchmarks {

void benchmark_pendulum() {
  const Model model = testing::pendulum_and_wall(testing::law("hertz", 1, 1.5, 3.39e10));
  // [s] tests/reference/pendulum_wall.csv: to the bottom, and in contact there.
  const double fall = 0.59196048689405936, touch = 0.00014663751625403235;
  const double end = 3 * (2 * fall + touch) + fall;
  for (const double rtol : {1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
    SimulationOptions options = testing::options(end, "dopri5", rtol);
    options.record.when = RecordOptions::When::nothing;
    std::shared_ptr<Run> run;
    const double time = least_time(20, [&] { run = Simulation(model, options).run(); });
    options.record = {};
    // Three impacts and a fall later it is at the bottom again, at 4.4 m/s.
    const auto recorded = Simulation(model, options).run();
    const double error = std::abs(recorded->final("mass.x"));
    fmt::print(
        "pendulum at the wall, {:.2f} s, rtol {:.0e}: {:6.3f} ms, {:5} right-hand sides, off by {:.1e} m\n",
        options.duration, rtol, time * 1e3, run->statistics.rhs_evaluations, error);
    if (error < 1e-7) break;
  }
}

}  // namespace perilune::benchmarks
