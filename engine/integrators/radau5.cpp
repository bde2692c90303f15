#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "engine/integrators/methods.h"
#include "engine/integrators/radau5_coefficients.h"
#include "engine/integrators/radau5_newton.h"

namespace perilune {
namespace {

using Stages = RadauNewton::Stages;

// What a step leaves to the next one.
struct RadauMemory {
  bool has_step = false;
  double h = 0, error = 0;  // of the last step, for the predictive control
  double convergence = 1;   // θ/(1 − θ) of its Newton iteration
  bool keeps_jacobian = false;
  Stages stages;  // its increments, for the first guess of the next
};

// Radau IIA of order 5 with three stages: Hairer & Wanner, Solving ODEs II, 2nd ed., sec. IV.8 (their RADAU5).
// Simplified Newton with an old Jacobian as long as it converges, predictive step control (Gustafsson 1994), error
// by an embedded formula of order 3 filtered for stiff components. Between attempts of one step nothing is
// remembered but what can be computed again: the Jacobian at the start, and factors.
//
// Integrals outside error control take no part in the iteration: they follow by the formula's weights.
class Radau5 final : public Method {
 public:
  using Method::Method;
  int order() const override { return 5; }
  WorkCounts work() const override { return work_; }

  void restart(const Node& now) override {
    memory_ = {}, next_ = {};
    newton_.resize(problem_.size(), problem_.controlled());
    for (RadauMemory* memory : {&memory_, &next_}) memory->stages = newton_.stages();
    for (std::vector<double>* vector : {&error_, &scratch_, &rates_}) vector->resize(now.y.size());
    weights_.resize(problem_.controlled());
    ahead_.resize(problem_.size());
    if (!is_reserved_) old_->reserve(problem_), fresh_->reserve(problem_);
    is_reserved_ = true;
    old_->is_valid = fresh_->is_valid = false;
  }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    weigh(before);
    NewtonResult result = solve(before, h);
    if (result.end != NewtonResult::End::converged) return refuse(before, result, trial);
    finish(before, h, result, trial);
    if (trial.error <= 1 || used_ != Used::old) return;
    // The error estimate is filtered by the Jacobian, too: nothing is refused because of an old one.
    result = solve_afresh(before, h);
    if (result.end != NewtonResult::End::converged) return refuse(before, result, trial);
    finish(before, h, result, trial);
  }

  void commit(const Node&, const Trial&, const double*) override {
    std::swap(memory_, next_);
    if (used_ == Used::fresh) std::swap(old_, fresh_);
    if (used_ == Used::ahead) std::swap(old_, elsewhere_);
    old_->is_valid = memory_.keeps_jacobian;
    fresh_->is_valid = false;
  }

  double first_step(const Node& now, double longest) override {
    return automatic_step(now, longest, error_order);
  }

 private:
  static constexpr int error_order = 3, most_ahead = 5;
  enum class Used { old, fresh, ahead };  // which Jacobian

  void weigh(const Node& before) {
    for (Eigen::Index i = 0; i < weights_.size(); ++i) {
      weights_[i] = 1 / (options_.atol + options_.rtol * std::abs(before.y[i]));
    }
  }

  // Of the error that the Newton iteration may leave, in tolerances: below it the error estimate is the method's own.
  double allowed() const {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    return std::max(10 * epsilon / options_.rtol, std::min(0.03, std::sqrt(options_.rtol)));
  }

  // With the Jacobian that is there, else with that at the start. A fixed step shall not be shortened because a
  // contact sets in within it: then with those at the guessed end and where the iteration leads.
  NewtonResult solve(const Node& before, double h) {
    NewtonResult result;
    if (old_->is_valid) {
      used_ = Used::old;
      result = iterate(before, h, *old_);
      if (result.end != NewtonResult::End::diverged) return result;
    }
    result = solve_afresh(before, h);
    for (int i = 0; i < most_ahead && is_fixed_step() && result.end == NewtonResult::End::diverged; ++i) {
      used_ = Used::ahead;
      if (i == 0) guess(h);
      ahead_.t = before.t + h;
      newton_.evaluate(problem_, before, h, 2, ahead_.y.data(), ahead_.dy.data());
      elsewhere_->evaluate(problem_, ahead_), ++work_.jacobians;
      result = iterate(before, h, *elsewhere_);
    }
    return result;
  }

  NewtonResult solve_afresh(const Node& before, double h) {
    if (!fresh_->is_valid) fresh_->evaluate(problem_, before), ++work_.jacobians;
    used_ = Used::fresh;
    return iterate(before, h, *fresh_);
  }

  // What the last step's convergence is worth is forgotten from step to step, as long as one iteration a step is
  // enough and nothing new is learned.
  double expected_convergence() const { return std::pow(std::max(memory_.convergence, 1e-16), 0.8); }

  NewtonResult iterate(const Node& before, double h, RadauNewton::Factors& factors) {
    if (used_ != Used::ahead) guess(h);
    const NewtonResult result = newton_.solve(problem_, before, h, factors, weights_, allowed(),
                                              expected_convergence(), is_fixed_step() ? 20 : 7);
    work_.newton_iterations += result.iterations;
    return result;
  }

  // The collocation polynomial of the last step, continued; no change where there is none. Newton's form in
  // s = (t − t_end)/h_last, with the nodes s = 0, c₂ − 1, c₁ − 1, −1.
  void guess(double h) {
    Stages& Z = newton_.stages();
    if (!memory_.has_step) {
      for (VectorX& z : Z) z.setZero();
      return;
    }
    const double c1 = radau5::c[0], c2 = radau5::c[1];
    const Stages& last = memory_.stages;
    for (Eigen::Index k = 0; k < last[0].size(); ++k) {
      const double first = (last[2][k] - last[1][k]) / (1 - c2);
      const double below = (last[1][k] - last[0][k]) / (c2 - c1);
      const double second = (first - below) / (1 - c1);
      const double third = second - (below - last[0][k] / c1) / c2;
      for (int i = 0; i < 3; ++i) {
        const double s = radau5::c[i] * h / memory_.h;
        Z[i][k] = s * (first + (s + 1 - c2) * (second + (s + 1 - c1) * third));
      }
    }
  }

  void finish(const Node& before, double h, const NewtonResult& result, Trial& trial) {
    scratch_ = before.y;
    integrate_rest(before, h, trial);
    conclude_fixed(trial);
    if (!is_fixed_step() && trial.error == 0) {
      trial.error = estimate(before, h, trial);
      trial.next_step = bounded(propose(h, result, trial.error));
    }
    remember(h, result, trial);
  }

  // The end of the step, and the integrals up to it: L += h Σ b_i L̇(stage i). The last stage is the end.
  void integrate_rest(const Node& before, double h, Trial& trial) {
    const int first = problem_.controlled(), size = problem_.size();
    Node& after = trial.after;
    for (int i = 0; i < 3; ++i) {
      newton_.evaluate(problem_, before, h, i, after.y.data(), after.dy.data());
      for (int k = first; k < size; ++k) scratch_[k] += h * radau5::b[i] * after.dy[k];
    }
    for (int k = first; k < size; ++k) after.y[k] = scratch_[k];
  }

  // Filtered once more where the first estimate refuses: the plain one does not vanish for hλ → ∞, eq. 8.20.
  double estimate(const Node& before, double h, const Trial& trial) {
    const double error = filtered(before.dy.data(), before, h, trial);
    if (!(error > 1)) return error;
    for (std::size_t i = 0; i < before.y.size(); ++i) scratch_[i] = before.y[i] + error_[i];
    problem_.derivative(before.t, scratch_.data(), rates_.data());
    return filtered(rates_.data(), before, h, trial);
  }

  double filtered(const double* rate, const Node& before, double h, const Trial& trial) {
    const Stages& Z = newton_.stages();
    right_ = (radau5::e[0] * Z[0] + radau5::e[1] * Z[1] + radau5::e[2] * Z[2]) / h;
    for (Eigen::Index k = 0; k < right_.size(); ++k) right_[k] += rate[k];
    factors().solve(right_);
    std::copy_n(right_.data(), right_.size(), error_.data());
    return error_norm(error_, before.y, trial.after.y);
  }

  RadauNewton::Factors& factors() {
    return used_ == Used::old ? *old_ : used_ == Used::fresh ? *fresh_ : *elsewhere_;
  }

  // RADAU5's choice, with the safety factor growing with the iterations needed; the second factor is Gustafsson's
  // from the errors of two steps. A step that would grow by less than a fifth is kept, and its factors with it.
  double propose(double h, const NewtonResult& result, double error) const {
    const double safety = std::min(0.9, 0.9 * 15 / (result.iterations + 14.0));
    if (!std::isfinite(error)) return 0.2 * h;
    double quotient = std::pow(error, 0.25) / safety;
    if (error <= 1 && memory_.has_step) {
      const double predicted = memory_.h / h * std::pow(error * error / memory_.error, 0.25) / 0.9;
      quotient = std::max(quotient, predicted);
    }
    quotient = std::clamp(quotient, 0.125, 5.0);
    const double factor = 1 / quotient;
    const bool is_kept = error <= 1 && keeps_jacobian(result) && factor >= 1 && factor <= 1.2;
    return is_kept ? h : factor * h;
  }

  static bool keeps_jacobian(const NewtonResult& result) { return result.rate <= 1e-3; }

  void remember(double h, const NewtonResult& result, const Trial& trial) {
    next_.has_step = true;
    next_.h = h;
    next_.error = std::max(0.01, trial.error);
    next_.convergence = result.rate > 0 ? result.rate / (1 - result.rate) : expected_convergence();
    next_.keeps_jacobian = keeps_jacobian(result);
    next_.stages = newton_.stages();
  }

  void refuse(const Node& before, const NewtonResult& result, Trial& trial) const {
    trial.after.y = before.y, trial.after.dy = before.dy;
    if (result.end == NewtonResult::End::not_finite) {
      trial.after.y = newton_.last_y();  // shows who it was
      trial.error = std::numeric_limits<double>::quiet_NaN();
      trial.next_step = 0.2 * trial.h;
      return;
    }
    trial.error = std::max(2.0, result.leftover);
    trial.next_step = result.step_factor * trial.h;
  }

  RadauNewton newton_;
  RadauMemory memory_, next_;
  std::unique_ptr<RadauNewton::Factors> old_ = std::make_unique<RadauNewton::Factors>();
  std::unique_ptr<RadauNewton::Factors> fresh_ = std::make_unique<RadauNewton::Factors>();
  std::unique_ptr<RadauNewton::Factors> elsewhere_ = std::make_unique<RadauNewton::Factors>();
  Used used_ = Used::old;  // by the last attempt
  bool is_reserved_ = false;
  Node ahead_;
  WorkCounts work_;
  VectorX weights_, right_;
  std::vector<double> error_, scratch_, rates_;
};

}  // namespace

std::unique_ptr<Method> make_radau5(Problem& problem, const StepOptions& options) {
  return std::make_unique<Radau5>(problem, options);
}

}  // namespace perilune
