#include <fmt/format.h>

#include <cmath>
#include <random>
#include <vector>

#include "engine/system/stick_solver.h"
#include "tests/benchmarks/benchmarks.h"

namespace perilune::benchmarks {

namespace {

struct Cost {
  double seconds = 0, systems = 0;  // of one solve
};

// Frictions between blocks of 1 kg, one of each against the ground and as many between two of them less one, in random
// states: who sticks?
Cost cost_of(int frictions, std::mt19937& generator) {
  const int blocks = (frictions + 1) / 2, states = 12;
  std::uniform_real_distribution<double> uniform(0, 1);
  std::uniform_int_distribution<int> any(0, blocks - 1);
  MatrixX W = MatrixX::Zero(blocks, frictions);
  for (int k = 0; k < frictions; ++k) {
    W(k < blocks ? k : any(generator), k) = 1;
    if (k >= blocks) W(any(generator), k) -= 1;
  }
  const MatrixX A = W.transpose() * W;
  StickSolver solver;
  Cost cost;
  for (int state = 0; state < states; ++state) {
    VectorX loads(blocks), limits(frictions);
    for (double& load : loads) load = 2 * uniform(generator) - 1;
    for (double& limit : limits) limit = uniform(generator);
    const VectorX free = W.transpose() * loads;
    cost.seconds += least_time(3, [&] { solver.solve(A, free, limits); }) / states;
    cost.systems += static_cast<double>(solver.solve(A, free, limits).rounds) / states;
  }
  return cost;
}

// Of log y over log x, by least squares.
double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto count = static_cast<double>(x.size());
  double mx = 0, my = 0, xy = 0, xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += std::log(x[i]) / count, my += std::log(y[i]) / count;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = std::log(x[i]) - mx;
    xy += dx * (std::log(y[i]) - my), xx += dx * dx;
  }
  return xy / xx;
}

}  // namespace

// Cost of a solve over the number n of frictions: no faster than n^3 is what one system costs.
void benchmark_friction() {
  fmt::print("friction: which of n set-valued frictions stick\n");
  std::mt19937 generator(1);
  std::vector<double> sizes, seconds, systems;
  for (const int n : {25, 50, 100, 200, 400}) {
    const Cost cost = cost_of(n, generator);
    fmt::print("  n = {:4}: {:9.1f} us a solve, {:.1f} systems each\n", n, 1e6 * cost.seconds, cost.systems);
    sizes.push_back(n), seconds.push_back(cost.seconds), systems.push_back(cost.systems);
  }
  fmt::print("  time grows as n^{:.2f}, systems as n^{:.2f}\n", slope(sizes, seconds), slope(sizes, systems));
}

}  // namespace perilune::benchmarks
