#include <fmt/format.h>

#include <cmath>
#include <random>

#include "engine/system/stick_solver.h"
#include "tests/benchmarks/benchmarks.h"

namespace perilune::benchmarks {

// n blocks with 2n − 1 random frictions: who sticks? The growth from one size to the next as a power of n.
void benchmark_friction() {
  fmt::print("friction: modes of 2n - 1 set-valued frictions among n blocks\n");
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  StickSolver solver;
  double before = 0;
  for (const int n : {12, 25, 50, 100}) {
    std::uniform_int_distribution<int> any(0, n - 1);
    MatrixX W = MatrixX::Zero(n, 2 * n - 1);
    for (int k = 0; k < 2 * n - 1; ++k) {
      W(k < n ? k : any(generator), k) = 1;
      if (k >= n) W(any(generator), k) -= 1;
    }
    const MatrixX A = W.transpose() * W;
    double seconds = 0;
    long rounds = 0;
    const int states = 20;
    for (int state = 0; state < states; ++state) {
      VectorX loads(n), limits(2 * n - 1);
      for (double& load : loads) load = 2 * uniform(generator) - 1;
      for (double& limit : limits) limit = uniform(generator);
      const VectorX free = W.transpose() * loads;
      seconds += least_time(3, [&] { rounds += solver.solve(A, free, limits).rounds; });
    }
    const std::string power =
        before > 0 ? fmt::format(", n^{:.1f}", std::log2(seconds / before)) : std::string();
    fmt::print("  n = {:4}: {:9.1f} us a solve, {:.1f} systems each{}\n", n, 1e6 * seconds / states,
               static_cast<double>(rounds) / (3 * states), power);
    before = seconds;
  }
}

}  // namespace perilune::benchmarks
