#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "engine/simulation/check_start.h"
#include "engine/simulation/equilibrium.h"
#include "engine/simulation/tangent.h"

namespace perilune {
namespace {

// [M^½ u; M^½ u̇] of a node.
VectorX flow(Tangent& tangent, Node& node) {
  const int n = tangent.freedoms();
  VectorX rate(2 * n);
  rate.tail(n) = tangent.acceleration(node);
  rate.head(n) = tangent.velocity(node);
  return rate;
}

// The node moved by x in [M^½ x; M^½ u] and put back onto the constraints.
Node moved(Tangent& tangent, const Node& from, const VectorX& x) {
  const int n = tangent.freedoms();
  const VectorX& scale = tangent.scale();
  Node node = tangent.moved(from, scale.cwiseProduct(x.head(n)), scale.cwiseProduct(x.tail(n)));
  tangent.system().project(node.t, node.y.data());
  return node;
}

// What moves along the basis: positions, and turns of bodies in space about the axes of the world.
MatrixX ways_of(Tangent& tangent, const Node& node, const MatrixX& basis) {
  const System& system = tangent.system();
  MatrixX ways = tangent.scale().asDiagonal() * basis.topRows(tangent.freedoms());
  for (const BodyPointer& body : system.bodies()) {
    if (!body->is_bound()) continue;
    const double* q = node.y.data() + system.offset(*body);
    BodyMotion motion;
    body->motion(q, q + system.positions(), motion);
    const Matrix3 axes = body->spin_jacobian(motion).rightCols<3>();
    auto turns = ways.middleRows(system.column(*body) + 3, 3);
    turns = (axes * turns).eval();
  }
  return ways;
}

// The largest entry made real and 1.
VectorX shape_of(const Eigen::VectorXcd& in_basis, const MatrixX& ways) {
  const Eigen::VectorXcd q = ways * in_basis;
  Eigen::Index largest = 0;
  const double size = q.cwiseAbs().maxCoeff(&largest);
  return size > 0 ? VectorX((q / q[largest]).real()) : VectorX(q.real());
}

}  // namespace

// Central differences; their error, (6e-6)² of the third derivatives, is that of the results.
Linearization linearize(const Model& model, const std::string& origin) {
  Tangent tangent(model);
  check_start(tangent.system(), origin);
  Node node = tangent.system().start();
  tangent.system().project(0, node.y.data());
  tangent.press(node);
  const MatrixX basis = tangent.state_basis(node);
  const double s = tangent.difference(node);
  Linearization result;
  result.matrix.resize(basis.cols(), basis.cols());
  for (int i = 0; i < basis.cols(); ++i) {
    const VectorX direction = basis.col(i);
    Node after = moved(tangent, node, s * direction), before = moved(tangent, node, -s * direction);
    result.matrix.col(i) = basis.transpose() * (flow(tangent, after) - flow(tangent, before)) / (2 * s);
  }
  const Eigen::EigenSolver<MatrixX> eigen(result.matrix);
  const MatrixX ways = ways_of(tangent, node, basis);
  for (int i = 0; i < basis.cols(); ++i) {
    result.modes.push_back({eigen.eigenvalues()[i], shape_of(eigen.eigenvectors().col(i), ways)});
  }
  std::sort(result.modes.begin(), result.modes.end(), [](const auto& a, const auto& b) {
    const double x = std::abs(a.eigenvalue.imag()), y = std::abs(b.eigenvalue.imag());
    if (x != y) return x < y;
    return std::make_pair(a.eigenvalue.real(), a.eigenvalue.imag()) <
           std::make_pair(b.eigenvalue.real(), b.eigenvalue.imag());
  });
  return result;
}

}  // namespace perilune
