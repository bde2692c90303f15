#pragma once

#include <complex>
#include <memory>

#include "engine/integrators/jacobian.h"
#include "engine/math/vector.h"

namespace perilune {

template <class Number>
class SparseFactors;

// Solves (μ I − ∂F/∂y) z = r for the controlled entries, μ real or complex [1/s]. The positions are eliminated:
// with q̇ = v the first rows say μ z_q − z_v = r_q, and what is left is, for x = [v | states],
//     (μ I − ∂G/∂x − [∂G/∂q  0] / μ) z_x = r_x + ∂G/∂q r_q / μ,
// half as large. Dense LU while small or full, sparse LU (with columns ordered once for each coupling) else.
template <class Number>
class NewtonMatrix {
 public:
  using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

  NewtonMatrix();
  ~NewtonMatrix();

  void reserve(const Coupling& coupling);  // memory for it, while that is little

  // False: singular or not finite. `is_new_coupling`: the places of the numbers have changed since the last call.
  bool factorize(const Jacobian& jacobian, Number mu, bool is_new_coupling);

  // In place, r → z.
  void solve(const Jacobian& jacobian, Vector& r);

 private:
  bool factorize_dense(const Jacobian& jacobian);

  Number mu_{};
  bool is_sparse_ = false;
  Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic> matrix_;
  Eigen::PartialPivLU<Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>> dense_;
  std::unique_ptr<SparseFactors<Number>> sparse_;
  Vector reduced_, solution_;
};

extern template class NewtonMatrix<double>;
extern template class NewtonMatrix<std::complex<double>>;

}  // namespace perilune
