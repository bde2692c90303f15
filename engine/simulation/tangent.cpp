#include "engine/simulation/tangent.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perilune {

Tangent::Tangent(const Model& model) : system_(model, {}), scale_(system_.inverse_mass().cwiseSqrt()) {}

// ω follows from the directors' rates, and ω̇ in the same way from their accelerations.
VectorX Tangent::rates(const Node& node, const std::vector<double>& of) const {
  VectorX u(freedoms());
  const int n = system_.positions();
  for (const BodyPointer& body : system_.bodies()) {
    if (body->coordinates() == 0) continue;
    const int at = system_.offset(*body);
    BodyMotion motion;
    body->motion(node.y.data() + at, node.y.data() + n + at, motion);
    body->freedom_rates(motion, of.data() + n + at, u.data() + system_.column(*body));
  }
  return u;
}

Node Tangent::moved(const Node& from, const VectorX& dx, const VectorX& du) const {
  const VectorX u = rates(from, from.y) + du;
  const int n = system_.positions();
  Node node = from;
  system_.move(node.y.data(), dx);
  std::fill(node.y.begin() + n, node.y.begin() + 2 * n, 0.0);
  for (const BodyPointer& body : system_.bodies()) {
    if (body->coordinates() == 0) continue;
    double *q = node.y.data() + system_.offset(*body), *v = q + n;
    BodyMotion motion;
    body->motion(q, v, motion);
    body->push(motion, v, u.data() + system_.column(*body));
  }
  return node;
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
  return rates(node, node.dy).cwiseQuotient(scale_);
}

MatrixX Tangent::basis(const Node& node) {
  return null_space(system_.weighted_jacobian(node.t, node.y.data()), freedoms());
}

MatrixX Tangent::state_basis(const Node& node) {
  const int n = freedoms(), m = system_.equations();
  MatrixX both = MatrixX::Zero(2 * m, 2 * n);
  const MatrixX phi = system_.weighted_jacobian(node.t, node.y.data());
  both.topLeftCorner(m, n) = phi, both.bottomRightCorner(m, n) = phi;
  // ∂(Φ_q v + Φ_t)/∂q by central differences.
  constexpr double s = 1e-6;
  for (int i = 0; i < n; ++i) {
    const VectorX way = s * VectorX::Unit(n, i), none = VectorX::Zero(n);
    const std::vector<double> after = system_.velocity_errors(node.t, moved(node, way, none).y.data());
    const std::vector<double> before = system_.velocity_errors(node.t, moved(node, -way, none).y.data());
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
