#pragma once

#include <Eigen/SparseCholesky>

#include "engine/system/constraint_solver.h"
#include "engine/system/schur_complement.h"

namespace perilune {

// L D Lᵀ of S without the zeros, equations reordered once for little fill (approximate minimum degree). A chain of n
// links costs n.
class SparseSchur {
 public:
  explicit SparseSchur(const ConstraintJacobian& jacobian);
  // S + shift·I.
  void factorize(const ConstraintJacobian& jacobian, const VectorX& inverse_mass, double shift);
  void solve(const VectorX& right, VectorX& solution);
  void multiply(const VectorX& x, VectorX& product);  // by S + shift·I
  const VectorX& pivots() const { return ldlt_.vectorD(); }
  double largest_entry() const { return matrix_.coeffs().abs().maxCoeff(); }

 private:
  using Matrix = Eigen::SparseMatrix<double>;
  // Only with the upper triangle and the order it comes in is nothing copied.
  class Factorization : public Eigen::SimplicialLDLT<Matrix, Eigen::Upper, Eigen::NaturalOrdering<int>> {
   public:
    const VectorX& vectorD() const { return m_diag; }
  };
  void reorder(const ConstraintJacobian& jacobian);

  Matrix matrix_;              // upper triangle, reordered
  std::vector<int> place_;     // of each equation in the order of elimination
  std::vector<int> diagonal_;  // where its entries are stored
  SchurComplement entries_;
  Factorization ldlt_;
  VectorX reordered_, product_;
};

}  // namespace perilune
