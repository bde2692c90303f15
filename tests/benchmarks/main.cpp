#include <cstring>

#include "tests/benchmarks/benchmarks.h"

// benchmarks [ball] [chain] [discs] [friction] [laws] [machines] [pendulum] [quick_return] [spheres] [stiff]
// [work_precision]: those named, or all.
int main(int count, char** names) {
  const auto is_asked = [&](const char* name) {
    for (int i = 1; i < count; ++i) {
      if (std::strcmp(names[i], name) == 0) return true;
    }
    return count == 1;
  };
  if (is_asked("ball")) perilune::benchmarks::benchmark_ball();
  if (is_asked("chain")) perilune::benchmarks::benchmark_chain();
  if (is_asked("discs")) perilune::benchmarks::benchmark_discs();
  if (is_asked("friction")) perilune::benchmarks::benchmark_friction();
  if (is_asked("laws")) perilune::benchmarks::benchmark_laws();
  if (is_asked("machines")) perilune::benchmarks::benchmark_machines();
  if (is_asked("pendulum")) perilune::benchmarks::benchmark_pendulum();
  if (is_asked("quick_return")) perilune::benchmarks::benchmark_quick_return();
  if (is_asked("spheres")) perilune::benchmarks::benchmark_spheres();
  if (is_asked("stiff")) perilune::benchmarks::benchmark_stiff();
  if (is_asked("work_precision")) perilune::benchmarks::benchmark_work_precision();
  return 0;
}
