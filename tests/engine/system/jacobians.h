#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "engine/integrators/jacobian.h"
#include "engine/system/system.h"
#include "tests/engine/richardson.h"
#include "tests/engine/simulation/models.h"

// ∂ẏ/∂y as a system puts it together, and what it is compared with.
namespace perilune::testing {

// velocities, states: how far they are moved from those of the start.
inline Node somewhere(System& system, double velocities, double states = -1) {
  Node node = system.start();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-velocities, velocities);
  const int n = system.positions();
  for (int i = n; i < system.controlled(); ++i) {
    const double share = i >= 2 * n && states >= 0 ? states / velocities : 1;
    node.y[i] += share * number(random);
  }
  system.derivative(0.1, node.y.data(), node.dy.data());
  node.t = 0.1;
  return node;
}

inline MatrixX full(const System& system, const Jacobian& jacobian) {
  const int n = system.positions(), columns = jacobian.coupling.columns();
  MatrixX matrix = MatrixX::Zero(columns, n + columns);
  for (int c = 0; c < columns; ++c) {
    for (int k = jacobian.coupling.begin[c]; k < jacobian.coupling.begin[c + 1]; ++k) {
      if (c < n) matrix(jacobian.coupling.rows[k], c) = jacobian.by_position[k];
      matrix(jacobian.coupling.rows[k], n + c) = jacobian.by_rate[k];
    }
  }
  return matrix;
}

// All slopes to a part in 1e9 of the largest of their column, but for what the quotients themselves are off by; none by
// differences. first_step: of the quotients.
inline void check_exact(System& system, double velocities = 0.5, double first_step = 1e-2,
                        double states = -1) {
  const Node at = somewhere(system, velocities, states);
  Jacobian jacobian;
  const long before = system.differences();
  system.differentiate(at, jacobian);
  CHECK(system.differences() == before);
  const MatrixX slopes = full(system, jacobian);
  REQUIRE(slopes.cwiseAbs().maxCoeff() > 0);
  const int n = system.positions(), rows = system.controlled() - n;
  std::vector<double> y = at.y, dy(at.y.size());
  const double largest = Eigen::Map<const VectorX>(at.dy.data() + n, rows).cwiseAbs().maxCoeff();
  const double rounding = std::numeric_limits<double>::epsilon() * largest / first_step;  // of a quotient
  for (int c = 0; c < system.controlled(); ++c) {
    CAPTURE(c);
    const auto along = [&](double h) {
      y[c] = at.y[c] + h;
      system.derivative(at.t, y.data(), dy.data());
      y[c] = at.y[c];
      return VectorX(Eigen::Map<const VectorX>(dy.data() + n, rows));
    };
    const Extrapolated expected = extrapolate(first_step, along);
    // Positions, velocities and states of laws differ by orders of magnitude: columns are compared with themselves, as far
    // as that means something beside the largest.
    const double size = std::max(slopes.col(c).cwiseAbs().maxCoeff(), 1e-3 * slopes.cwiseAbs().maxCoeff());
    CHECK(expected.error < 1e-6 * size);
    const double known = 10 * expected.error + rounding;
    CHECK((slopes.col(c) - expected.value).cwiseAbs().maxCoeff() < 1e-9 * size + known);
  }
}

// By central differences of derivative(y, dy), of the rows beyond the positions.
template <class Derivative>
MatrixX differences(const System& system, const Node& at, double step, Derivative derivative) {
  const int n = system.positions(), rows = system.controlled() - n;
  MatrixX matrix(rows, system.controlled());
  std::vector<double> y = at.y, up(at.y.size()), down(at.y.size());
  for (int i = 0; i < system.controlled(); ++i) {
    y[i] = at.y[i] + step, derivative(y, up);
    y[i] = at.y[i] - step, derivative(y, down);
    y[i] = at.y[i];
    for (int r = 0; r < rows; ++r) matrix(r, i) = (up[n + r] - down[n + r]) / (2 * step);
  }
  return matrix;
}

// Two bodies, turning, between them what is given.
struct TwoBodies {
  Model model = empty_model();
  BodyPointer a = planar_body(1, 0.05, Vector3(0.1, 0.2, 0), 0.3, Vector3::Zero(), 0.4);
  BodyPointer b = planar_body(2, 0.1, Vector3(0.9, -0.1, 0), -0.5);
  TwoBodies() {
    a->name = "a", b->name = "b";
    model.add(a), model.add(b);
  }
  PointPair ends() const { return {Point{a, Vector3(0.1, 0.05, 0)}, Point{b, Vector3(-0.2, 0.1, 0)}}; }
};

}  // namespace perilune::testing
