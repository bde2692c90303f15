#pragma once

#include <algorithm>
#include <chrono>

// ./dev bench: what the engine costs, as ratios to code written by hand for one problem, in the same run. Only the
// ratios mean anything.
namespace perilune::benchmarks {

void benchmark_ball();
void benchmark_chain();
void benchmark_discs();
void benchmark_friction();
void benchmark_laws();
void benchmark_machines();
void benchmark_pendulum();
void benchmark_quick_return();
void benchmark_spheres();
void benchmark_stiff();
void benchmark_work_precision();

template <class Work>
double time_of(Work work) {  // [s]
  using clock = std::chrono::steady_clock;
  const auto begin = clock::now();
  work();
  return std::chrono::duration<double>(clock::now() - begin).count();
}

// The least time of `count` calls [s]: what the code costs when nobody else uses the machine.
template <class Work>
double least_time(int count, Work work) {
  double least = 1e9;
  for (int i = 0; i < count; ++i) least = std::min(least, time_of(work));
  return least;
}

}  // namespace perilune::benchmarks
