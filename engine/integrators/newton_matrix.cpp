#include "engine/integrators/newton_matrix.h"

#include <Eigen/SparseLU>
#include <cmath>

namespace perilune {
namespace {

// Dense LU takes 19 µs for 60 unknowns and 400 for 200, sparse LU of a chain 64 for 200; what is not a chain fills in.
constexpr int most_dense = 100;

bool suits_sparse(const Coupling& coupling) {
  const double columns = coupling.columns();
  return columns > most_dense && static_cast<double>(coupling.rows.size()) < 0.2 * columns * columns;
}

}  // namespace

template <class Number>
class SparseFactors {
 public:
  bool factorize(const Jacobian& jacobian, Number mu, bool is_new_coupling) {
    if (is_new_coupling || matrix_.cols() != jacobian.coupling.columns()) lay_out(jacobian.coupling);
    fill(jacobian, mu);
    lu_.factorize(matrix_);
    return lu_.info() == Eigen::Success;
  }
  template <class Vector>
  void solve(const Vector& right, Vector& solution) {
    solution = lu_.solve(right);
  }

 private:
  using Matrix = Eigen::SparseMatrix<Number>;

  void lay_out(const Coupling& coupling) {
    std::vector<Eigen::Triplet<Number>> entries;
    entries.reserve(coupling.rows.size() + coupling.columns());
    for (int c = 0; c < coupling.columns(); ++c) {
      entries.emplace_back(c, c, Number(1));
      for (int k = coupling.begin[c]; k < coupling.begin[c + 1]; ++k) {
        entries.emplace_back(coupling.rows[k], c, Number(1));
      }
    }
    matrix_.resize(coupling.columns(), coupling.columns());
    matrix_.setFromTriplets(entries.begin(), entries.end());
    lu_.analyzePattern(matrix_);
  }

  void fill(const Jacobian& jacobian, Number mu) {
    const Coupling& coupling = jacobian.coupling;
    const Number inverse = Number(1) / mu;
    for (int c = 0; c < coupling.columns(); ++c) {
      int k = coupling.begin[c];
      for (typename Matrix::InnerIterator entry(matrix_, c); entry; ++entry) {
        Number value = entry.row() == c ? mu : Number(0);
        if (k < coupling.begin[c + 1] && coupling.rows[k] == entry.row()) {
          value -= jacobian.by_rate[k];
          if (k < static_cast<int>(jacobian.by_position.size())) value -= inverse * jacobian.by_position[k];
          ++k;
        }
        entry.valueRef() = value;
      }
    }
  }

  Matrix matrix_;
  Eigen::SparseLU<Matrix> lu_;
};

template <class Number>
NewtonMatrix<Number>::NewtonMatrix() = default;
template <class Number>
NewtonMatrix<Number>::~NewtonMatrix() = default;

template <class Number>
void NewtonMatrix<Number>::reserve(const Coupling& coupling) {
  const int columns = coupling.columns();
  if (columns == 0 || columns > most_dense) return;
  matrix_.setIdentity(columns, columns);
  dense_.compute(matrix_);
  reduced_.setZero(columns);
  solution_ = dense_.solve(reduced_);
}

template <class Number>
bool NewtonMatrix<Number>::factorize(const Jacobian& jacobian, Number mu, bool is_new_coupling) {
  mu_ = mu;
  is_sparse_ = suits_sparse(jacobian.coupling);
  if (!is_sparse_) return factorize_dense(jacobian);
  if (!sparse_) sparse_ = std::make_unique<SparseFactors<Number>>();
  return sparse_->factorize(jacobian, mu, is_new_coupling);
}

template <class Number>
bool NewtonMatrix<Number>::factorize_dense(const Jacobian& jacobian) {
  const Coupling& coupling = jacobian.coupling;
  const int columns = coupling.columns(), of_positions = static_cast<int>(jacobian.by_position.size());
  const Number inverse = Number(1) / mu_;
  matrix_.setZero(columns, columns);
  for (int c = 0; c < columns; ++c) {
    matrix_(c, c) = mu_;
    for (int k = coupling.begin[c]; k < coupling.begin[c + 1]; ++k) {
      matrix_(coupling.rows[k], c) -= jacobian.by_rate[k];
      if (k < of_positions) matrix_(coupling.rows[k], c) -= inverse * jacobian.by_position[k];
    }
  }
  if (columns == 0) return true;
  dense_.compute(matrix_);
  double sum = 0;  // 0 · x is NaN for a pivot that is not finite
  bool is_regular = true;
  for (int c = 0; c < columns; ++c) {
    const double pivot = std::abs(dense_.matrixLU()(c, c));
    sum += 0 * pivot, is_regular = is_regular && pivot > 0;
  }
  return sum == 0 && is_regular;
}

template <class Number>
void NewtonMatrix<Number>::solve(const Jacobian& jacobian, Vector& r) {
  const Coupling& coupling = jacobian.coupling;
  const int columns = coupling.columns(), n = static_cast<int>(r.size()) - columns;
  const Number inverse = Number(1) / mu_;
  reduced_ = r.tail(columns);
  for (int c = 0; c < n; ++c) {
    const Number share = inverse * r[c];
    for (int k = coupling.begin[c]; k < coupling.begin[c + 1]; ++k) {
      reduced_[coupling.rows[k]] += jacobian.by_position[k] * share;
    }
  }
  if (columns == 0) return;
  if (is_sparse_) sparse_->solve(reduced_, solution_);
  else solution_.noalias() = dense_.solve(reduced_);
  r.tail(columns) = solution_;
  for (int c = 0; c < n; ++c) r[c] = inverse * (r[c] + solution_[c]);
}

template class NewtonMatrix<double>;
template class NewtonMatrix<std::complex<double>>;

}  // namespace perilune
