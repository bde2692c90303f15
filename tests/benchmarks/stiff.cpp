// What stiffness costs: a pendulum of 1 kg and 1 m whose rod is a bushing of 1e9 N/m and 1e6 N·s/m, released level for
// one second. The bushing's own motion, which it damps at 1e6/s and 1e3/s, is nobody's concern; the ideal pendulum, on a
// rod, is what is compared with.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "engine/forces/spring.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/models.h"

namespace perilune::benchmarks {
namespace {

constexpr double duration = 1.0;  // [s]

Model pendulum(bool on_bushing) {
  Model model = testing::empty_model();
  const BodyPointer bob = testing::particle("bob", 1.0, Vector3(1, 0, 0));
  model.add(bob);
  const PointPair ends = {Point{model.ground(), Vector3::Zero()}, Point{bob, Vector3::Zero()}};
  if (!on_bushing) {
    const JointPointer rod = testing::make(joint_catalog(), "rod", {{"between", ends}});
    rod->name = "rod";
    model.add(rod);
    return model;
  }
  const auto bushing = std::make_shared<Spring>();
  bushing->name = "bushing";
  bushing->between = ends, bushing->stiffness = 1e9, bushing->damping = 1e6, bushing->free_length = 1.0;
  model.add(ForcePointer(bushing), "spring");
  return model;
}

std::shared_ptr<Run> swing(const Model& model, const std::string& integrator, double rtol) {
  SimulationOptions options = testing::options(duration, integrator, rtol);
  return Simulation(model, options).run();
}

}  // namespace

// Ratios at rtol 1e-6, where the best implicit method is as accurate as was asked.
void benchmark_stiff() {
  const double ideal = swing(pendulum(false), "dopri5", 1e-11)->final("bob.x");
  const Model model = pendulum(true);
  struct Cost {
    std::string name;
    double evaluations, time;
  };
  std::vector<Cost> of_explicit;
  Cost best{"", 1e99, 0};
  for (const double rtol : {1e-4, 1e-6}) {
    for (const std::string& name : testing::variable_step_integrators()) {
      const std::shared_ptr<Run> run = swing(model, name, rtol);
      const Statistics& s = run->statistics;
      fmt::print("rtol {:.0e} {:<17} {:8} right-hand sides {:8.2f} ms   {:.1e} m from the ideal pendulum\n",
                 rtol, name, s.rhs_evaluations, s.wall_time * 1e3, std::abs(run->final("bob.x") - ideal));
      if (rtol > 1e-6) continue;
      const Cost cost{name, static_cast<double>(s.rhs_evaluations), s.wall_time};
      if (s.newton_iterations == 0) of_explicit.push_back(cost);
      else if (cost.evaluations < best.evaluations) best = cost;
    }
  }
  for (const Cost& cost : of_explicit) {
    fmt::print(
        "stiff pendulum: {:<15} takes {:4.0f} times the right-hand sides of {}, {:4.0f} times its time\n",
        cost.name, cost.evaluations / best.evaluations, best.name, cost.time / best.time);
  }
}

}  // namespace perilune::benchmarks
