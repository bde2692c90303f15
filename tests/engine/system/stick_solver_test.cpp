#include "engine/system/stick_solver.h"

#include <doctest/doctest.h>

#include <random>

using namespace perilune;

namespace {

// Blocks on the ground and on each other, all at rest: each friction joins two bodies, or one and the ground.
struct Blocks {
  struct Friction {
    int a, b;  // −1: the ground
  };
  std::vector<double> masses;
  std::vector<Friction> frictions;
  VectorX loads, limits;

  // n blocks, the first n frictions hold one each to the ground, n − 1 more join random pairs.
  Blocks(int n, std::mt19937& generator) {
    std::uniform_real_distribution<double> uniform(0, 1);
    std::uniform_int_distribution<int> any(0, n - 1);
    for (int i = 0; i < n; ++i) {
      masses.push_back(std::exp(4 * uniform(generator) - 2));
      frictions.push_back({i, -1});
    }
    while (static_cast<int>(frictions.size()) < 2 * n - 1) {
      const int a = any(generator), b = any(generator);
      if (a != b) frictions.push_back({a, b});
    }
    draw(generator);
  }
  void draw(std::mt19937& generator) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(0, 1);
    const double share = 2 * uniform(generator);  // from nearly all slip to nearly all stick
    loads.resize(static_cast<Eigen::Index>(masses.size())), limits.resize(size());
    for (double& load : loads) load = normal(generator);
    for (double& limit : limits) limit = share * uniform(generator);
  }
  Eigen::Index size() const { return static_cast<Eigen::Index>(frictions.size()); }

  MatrixX directions() const {  // W
    MatrixX W = MatrixX::Zero(static_cast<Eigen::Index>(masses.size()), size());
    for (Eigen::Index k = 0; k < size(); ++k) {
      W(frictions[k].a, k) = 1;
      if (frictions[k].b >= 0) W(frictions[k].b, k) = -1;
    }
    return W;
  }
  VectorX inverse_masses() const {
    return VectorX::Map(masses.data(), static_cast<Eigen::Index>(masses.size())).cwiseInverse();
  }

  // The convex problem by another way: its dual, friction by friction, over and over until nothing moves. Every sweep
  // lowers a convex objective and its only fixed points are the minima (Hildreth 1957; block Gauss-Seidel).
  VectorX reference_accelerations() const {
    VectorX q = loads.cwiseProduct(inverse_masses()), T = VectorX::Zero(size());
    double moved = 1;
    for (int sweep = 0; sweep < 200000 && moved > 1e-13; ++sweep) {
      moved = 0;
      for (Eigen::Index k = 0; k < size(); ++k) {
        const auto [a, b] = frictions[k];
        const double slip = q[a] - (b >= 0 ? q[b] : 0);
        const double response = 1 / masses[a] + (b >= 0 ? 1 / masses[b] : 0);
        const double next = std::clamp(T[k] - slip / response, -limits[k], limits[k]);
        const double step = next - T[k];
        T[k] = next, q[a] += step / masses[a];
        if (b >= 0) q[b] -= step / masses[b];
        moved = std::max(moved, std::abs(step));
      }
    }
    return directions().transpose() * q;
  }
};

struct StickProblem {
  MatrixX matrix;
  VectorX free;
  explicit StickProblem(const Blocks& blocks) {
    const MatrixX W = blocks.directions();
    matrix = W.transpose() * blocks.inverse_masses().asDiagonal() * W;
    free = W.transpose() * blocks.loads.cwiseProduct(blocks.inverse_masses());
  }
};

// Sufficient for the minimum of a convex problem, whoever found it.
void check_optimal(const StickSolver::Solution& found, const StickProblem& problem, const VectorX& limits) {
  const VectorX a = problem.matrix * found.force + problem.free;
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    REQUIRE(std::abs(found.force[k]) <= limits[k] * (1 + 1e-9) + 1e-14);
    if (found.slips[k] == 0) REQUIRE(std::abs(a[k]) < 1e-8);
    else REQUIRE(std::abs(found.force[k] + found.slips[k] * limits[k]) < 1e-12);
    if (found.slips[k] != 0) REQUIRE(a[k] * found.slips[k] > 0);
  }
}

}  // namespace

TEST_CASE(
    "set-valued friction: 100 blocks with 199 frictions move as the convex problem says, in 1000 states") {
  std::mt19937 generator(20);
  StickSolver solver;
  long stuck = 0, slipped = 0, rounds = 0, descents = 0;
#ifdef __SANITIZE_ADDRESS__
  constexpr int groups = 10;  // sanitizers cost a factor of eight: a fifth of them
#else
  constexpr int groups = 50;
#endif
  constexpr int states_each = 20, states = groups * states_each;
  for (int group = 0; group < groups; ++group) {
    Blocks blocks(100, generator);
    for (int state = 0; state < states_each; ++state) {
      blocks.draw(generator);
      const StickProblem problem(blocks);
      const StickSolver::Solution& found = solver.solve(problem.matrix, problem.free, blocks.limits);
      check_optimal(found, problem, blocks.limits);
      const VectorX reference = blocks.reference_accelerations();
      REQUIRE((found.acceleration - reference).cwiseAbs().maxCoeff() < 1e-7);
      for (Eigen::Index k = 0; k < blocks.size(); ++k) {
        if (std::abs(reference[k]) > 1e-6) REQUIRE(found.slips[k] == (reference[k] > 0 ? 1 : -1));
        ++(found.slips[k] == 0 ? stuck : slipped);
      }
      rounds += found.rounds, descents += found.is_descended ? 1 : 0;
    }
  }
  CHECK(stuck > 20 * states);
  CHECK(slipped > 20 * states);
  CHECK(rounds < 30 * states);  // not 3^199
  MESSAGE("rounds ", static_cast<double>(rounds) / states, " a solve, descents ", descents);
}

TEST_CASE("set-valued friction: a limit of zero holds nothing, a single friction is Coulomb's law") {
  StickSolver solver;
  const MatrixX matrix = MatrixX::Constant(1, 1, 0.5);  // 2 kg
  const auto ask = [&](double load, double limit) {
    return solver.solve(matrix, VectorX::Constant(1, load / 2), VectorX::Constant(1, limit));
  };
  CHECK(ask(3, 4).force[0] == doctest::Approx(-3));
  CHECK(ask(3, 4).slips[0] == 0);
  CHECK(ask(5, 4).slips[0] == 1);
  CHECK(ask(5, 4).force[0] == -4);
  CHECK(ask(5, 4).acceleration[0] == doctest::Approx(0.5));
  CHECK(ask(-5, 4).slips[0] == -1);
  CHECK(ask(1, 0).slips[0] == 1);
  CHECK(ask(-1, 0).acceleration[0] == doctest::Approx(-0.5));
  CHECK(ask(0, 0).slips[0] == 0);
}

// Two frictions side by side between the same two: the load is shared evenly, then the weaker is at its limit.
TEST_CASE("set-valued friction: redundant frictions share with least norm, within their limits") {
  StickSolver solver;
  const MatrixX matrix = MatrixX::Constant(2, 2, 1);
  const VectorX limits = (VectorX(2) << 1, 5).finished();
  const auto force = [&](double load) {
    return solver.solve(matrix, VectorX::Constant(2, load), limits).force;
  };
  CHECK(force(1.6)[0] == doctest::Approx(-0.8));
  CHECK(force(1.6)[1] == doctest::Approx(-0.8));
  CHECK(force(3)[0] == doctest::Approx(-1));
  CHECK(force(3)[1] == doctest::Approx(-2));
  CHECK(force(7)[0] == doctest::Approx(-1));
  CHECK(force(7)[1] == doctest::Approx(-5));
  CHECK(solver.solve(matrix, VectorX::Constant(2, 5.9), limits).slips == std::vector<int>{0, 0});
  CHECK(solver.solve(matrix, VectorX::Constant(2, 6.1), limits).slips == std::vector<int>{1, 1});
}
