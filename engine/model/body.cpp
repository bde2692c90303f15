#include "engine/model/body.h"

#include <algorithm>

namespace perilune {

void Body::inertia(double* diagonal) const {
  const int n = coordinates();
  MatrixX M = MatrixX::Zero(n, n);
  mass_matrix(M);
  Eigen::Map<VectorX>(diagonal, n) = M.diagonal();
}

double Body::kinetic_energy(const double* v) const {
  const int n = coordinates();
  MatrixX M = MatrixX::Zero(n, n);
  mass_matrix(M);
  const Eigen::Map<const VectorX> rates(v, n);
  return 0.5 * rates.dot(M * rates);
}

void Body::freedom_rates(const BodyMotion&, const double* v, double* u) const {
  std::copy_n(v, coordinates(), u);
}

void Body::accelerate(const BodyMotion&, const double* u_rates, double* a) const {
  std::copy_n(u_rates, coordinates(), a);
}

void Body::move(double* q, const double* change) const {
  for (int i = 0; i < coordinates(); ++i) q[i] += change[i];
}

void Body::push(const BodyMotion&, double* v, const double* change) const {
  for (int i = 0; i < coordinates(); ++i) v[i] += change[i];
}

}  // namespace perilune
