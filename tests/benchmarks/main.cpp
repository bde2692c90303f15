#include <cstring>

#include "tests/benchmarks/benchmarks.h"

// benchmarks [ball] [chain] [discs] [friction] [pendulum] [quick_return] [stiff]: those named, or all.
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
  if (is_asked("pendulum")) perilune::benchmarks::benchmark_pendulum();
  if (is_asked("quick_return")) perilune::benchmarks::benchmark_quick_return();
  if (is_asked("stiff")) perilune::benchmarks::benchmark_stiff();
  return 0;
}
