#pragma once

#include <tuple>

#include "engine/integrators/newton_matrix.h"

namespace perilune {

// A Jacobian with what was factorised of it, for one step length (or whatever makes μ of it).
template <class... Numbers>
class Linearization {
 public:
  bool is_valid = false;

  void reserve(Problem& problem) {
    if (jacobian_.prepare(problem)) is_new_coupling_ = true;
    (std::get<NewtonMatrix<Numbers>>(matrices_).reserve(jacobian_.coupling), ...);
  }

  void evaluate(Problem& problem, const Node& at) {
    is_valid = false, is_factorized_ = false;
    if (jacobian_.prepare(problem)) is_new_coupling_ = true;
    problem.differentiate(at, jacobian_);
    is_valid = true;
  }

  // The matrices μ I − ∂F/∂y; false when one is singular. What is there already is not made again.
  bool factorize(Numbers... mu) {
    if (is_factorized_ && mu_ == std::tuple<Numbers...>(mu...)) return is_regular_;
    is_factorized_ = false;
    mu_ = {mu...};
    is_regular_ =
        (std::get<NewtonMatrix<Numbers>>(matrices_).factorize(jacobian_, mu, is_new_coupling_) && ...);
    is_new_coupling_ = !is_regular_;  // one of them may not have seen it
    is_factorized_ = true;
    return is_regular_;
  }

  template <class Number>
  void solve(Eigen::Matrix<Number, Eigen::Dynamic, 1>& r) {
    std::get<NewtonMatrix<Number>>(matrices_).solve(jacobian_, r);
  }

 private:
  Jacobian jacobian_;
  std::tuple<NewtonMatrix<Numbers>...> matrices_;
  std::tuple<Numbers...> mu_;
  bool is_new_coupling_ = true, is_factorized_ = false, is_regular_ = false;
};

}  // namespace perilune
