#include "engine/simulation/tangent.h"

#include <cmath>
#include <limits>

namespace perilune {

Tangent::Tangent(const Model& model) : system_(model, {}), scale_(system_.positions()) {
  for (const BodyPointer& body : system_.bodies()) {
    const int size = body->coordinates();
    MatrixX mass = MatrixX::Zero(size, size);
    body->mass_matrix(mass);
    scale_.segment(system_.offset(*body), size) = mass.diagonal().cwiseSqrt().cwiseInverse();
  }
}

void Tangent::press(const Node& node) {
  const double* q = node.y.data();
  if (system_.has_groups()) system_.renew_candidates(0, q, 0);
  for (const int i : system_.active()) {
    const ContactElement& contact = system_.contacts()[i];
    const Proximity now = system_.closest(i, q + system_.offset(*contact.a), q + system_.offset(*contact.b));
    ContactMode& mode = system_.modes()[i];
    mode.closed = now.gap < 0;
    if (mode.closed && mode.side == 0) mode.side = now.side;
    if (!mode.closed) mode.side = 0;
  }
}

// (rounding)^⅓ of the length, but nothing that opens a contact.
double Tangent::difference(const Node& node) const {
  return std::min(6e-6 * system_.length(), 1e-3 * least_penetration(node));
}

double Tangent::least_penetration(const Node& node) const {
  double least = std::numeric_limits<double>::infinity();
  const double* q = node.y.data();
  for (const int i : system_.active()) {
    const ContactElement& contact = system_.contacts()[i];
    if (!system_.modes()[i].closed) continue;
    least = std::min(least,
                     -system_.closest(i, q + system_.offset(*contact.a), q + system_.offset(*contact.b)).gap);
  }
  return least;
}

VectorX Tangent::acceleration(Node& node) {
  system_.derivative(node.t, node.y.data(), node.dy.data());
  return VectorX::Map(node.dy.data() + coordinates(), coordinates()).cwiseQuotient(scale_);
}

MatrixX Tangent::basis(const Node& node) {
  return null_space(system_.weighted_jacobian(node.t, node.y.data()), coordinates());
}

MatrixX Tangent::state_basis(const Node& node) {
  const int n = coordinates(), m = system_.equations();
  MatrixX both = MatrixX::Zero(2 * m, 2 * n);
  const MatrixX phi = system_.weighted_jacobian(node.t, node.y.data());
  both.topLeftCorner(m, n) = phi, both.bottomRightCorner(m, n) = phi;
  // ∂(Φ_q v + Φ_t)/∂q by central differences.
  constexpr double s = 1e-6;
  for (int i = 0; i < n; ++i) {
    Node moved = node;
    moved.y[i] = node.y[i] + s;
    const std::vector<double> after = system_.velocity_errors(node.t, moved.y.data());
    moved.y[i] = node.y[i] - s;
    const std::vector<double> before = system_.velocity_errors(node.t, moved.y.data());
    for (int k = 0; k < m; ++k) both(m + k, i) = (after[k] - before[k]) / (2 * s) * scale_[i];
  }
  return null_space(both, 2 * n);
}

MatrixX null_space(const MatrixX& matrix, int columns) {
  if (matrix.rows() == 0) return MatrixX::Identity(columns, columns);
  Eigen::ColPivHouseholderQR<MatrixX> decomposition;
  decomposition.setThreshold(1e-4);
  decomposition.compute(matrix.transpose());
  const MatrixX all = decomposition.householderQ() * MatrixX::Identity(columns, columns);
  return all.rightCols(columns - decomposition.rank());
}

}  // namespace perilune
