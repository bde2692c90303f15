// What a mechanism costs: the quick return of Flores & Ambrósio (2010), with ideal joints over one turn, and with four
// clearance joints over the first half second, in which it strikes 180 times; recording off.
#include <fmt/format.h>

#include "engine/simulation/assemble.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/quick_return_clearance.h"

namespace perilune::benchmarks {
namespace {

void print_cost(const char* name, const Model& model, double duration) {
  SimulationOptions options = testing::options(duration, "dopri5", 1e-8);
  options.record.when = RecordOptions::When::nothing;
  std::shared_ptr<Run> run;
  const double time = least_time(5, [&] { run = Simulation(model, options).run(); });
  const Statistics& spent = run->statistics;
  fmt::print(
      "{:<28} {:8.2f} ms: {:6} steps, {:5.2f} us each, {:4.1f} right-hand sides a step, {:5.2f} us each, {} "
      "impacts\n",
      name, time * 1e3, spent.steps, time / spent.steps * 1e6, double(spent.rhs_evaluations) / spent.steps,
      time / spent.rhs_evaluations * 1e6, testing::events_of(*run, "contact end").size());
}

}  // namespace

void benchmark_quick_return() {
  Model ideal = testing::quick_return();
  assemble(ideal, "");
  print_cost("quick return, ideal joints", ideal, 2 * M_PI / testing::QuickReturn::omega);
  print_cost("quick return with clearance", testing::quick_return_with_clearance(), 0.5);
}

}  // namespace perilune::benchmarks
