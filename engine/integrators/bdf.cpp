#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "engine/integrators/bdf_history.h"
#include "engine/integrators/integrals.h"
#include "engine/integrators/linearization.h"
#include "engine/integrators/methods.h"
#include "engine/integrators/retries.h"

namespace perilune {
namespace {

// What a step leaves to the next one.
struct BdfPlan {
  int order = 1;
  double settled = 0;  // [steps] that the history has gone on with this order and spacing
  double step = 0;     // [s] that the method wants to take
  double rate = -1;    // of convergence of the Newton iteration; < 0: not known
  bool keeps_jacobian = true;
};

// Backward differentiation of orders 1 to 5 with quasi-constant steps: the formulas and the control of order and
// step of Shampine & Reichelt (1997), SIAM J. Sci. Comput. 18, 1-22 (their ode15s), with the maximum norm. An attempt
// writes a second history; commit() exchanges the two, so attempts leave no trace.
//
// With a fixed step the order is 2 after a first step of order 1 (each event): higher ones are not stable for every
// step, and nobody would notice. Integrals outside error control take no part: order and step suit what is controlled,
// not them.
class Bdf final : public Method {
 public:
  using Method::Method;
  int order() const override { return present_.order; }
  double reduced(double h) const override { return 0.5 * h; }
  WorkCounts work() const override { return work_; }

  void restart(const Node& now) override {
    for (BdfHistory* history : {&history_, &attempted_, &begun_})
      history->restart(now, problem_.controlled());
    integrals_.restart(problem_.size() - problem_.controlled());
    present_ = next_ = {};
    retries_ = {};
    for (std::vector<double>* vector : {&past_, &deviation_}) vector->resize(problem_.controlled());
    scratch_.resize(now.y.size());
    ahead_.resize(problem_.size());
    weights_.resize(problem_.controlled()), right_.resize(problem_.controlled());
    if (!is_reserved_) old_->reserve(problem_), fresh_->reserve(problem_);
    is_reserved_ = true;
    old_->is_valid = fresh_->is_valid = false;
  }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    const Retry retry = retries_.find(h);
    const int k = retry.failures > 0 ? retry.order : present_.order;
    lay_out(before, h, k, retry.failures >= 3, trial);
    const NewtonEnd end = solve(before, h, k, trial);
    if (end == NewtonEnd::not_finite) {
      trial.error = std::numeric_limits<double>::quiet_NaN(), trial.next_step = 0.2 * h;
    } else if (end == NewtonEnd::diverged) {
      trial.error = 2, trial.next_step = 0.3 * h;
      note_retry({trial.next_step, retry.failures + 1, k});
    } else {
      finish(before, k, retry.failures, trial);
    }
  }

  void commit(const Node& before, const Trial& trial, const double* correction) override {
    if (correction) attempted_.shift(correction);
    std::swap(history_, attempted_);
    integrals_.commit(before, trial.h, problem_.controlled());
    present_ = next_;
    retries_ = {};
    if (used_ == Used::fresh) std::swap(old_, fresh_);
    if (used_ == Used::ahead) std::swap(old_, elsewhere_);
    old_->is_valid = present_.keeps_jacobian;
    fresh_->is_valid = false;
  }

  double first_step(const Node& now, double longest) override { return automatic_step(now, longest, 1); }

 private:
  using Factors = Linearization<double>;
  enum class NewtonEnd { converged, diverged, not_finite };
  enum class Used { old, fresh, ahead };  // which Jacobian
  static constexpr int most_ahead = 5;
  static constexpr double caution = 10;
  static constexpr double most_settled = ndf::most_order + 2;
  static constexpr double shortest_point = 0.3;     // [steps] the least spacing of two points of the history
  static constexpr double newton_tolerance = 0.01;  // of the error allowed in a step

  // In tolerances as the control sees them: the errors of neighbouring steps have one sign, and some hundred of them
  // add up, so a step is allowed a tenth of the tolerance.
  double scaled(const std::vector<double>& error, const std::vector<double>& y,
                const std::vector<double>& z) const {
    return caution * error_norm(error, y, z);
  }

  // The third failure means that the history says nothing about what comes: back to order 1.
  void note_retry(Retry retry) {
    if (retry.failures >= 3) retry.order = 1;
    retries_.note(retry);
  }

  // With the Jacobian that is there, else with that at the start. A fixed step shall not be shortened because a
  // contact sets in within it: then with those at the predicted end and where the iteration leads.
  NewtonEnd solve(const Node& before, double h, int k, Trial& trial) {
    if (old_->is_valid) {
      used_ = Used::old;
      const bool is_same_matrix = present_.settled > 0 && h == history_.step();
      const NewtonEnd end = iterate(h, k, *old_, is_same_matrix ? present_.rate : -1, trial);
      if (end != NewtonEnd::diverged) return end;
    }
    NewtonEnd end = solve_afresh(before, h, k, trial);
    for (int i = 0; i < most_ahead && is_fixed_step() && end == NewtonEnd::diverged; ++i) {
      used_ = Used::ahead;
      ahead_.t = trial.after.t, ahead_.y = i == 0 ? scratch_ : trial.after.y;
      problem_.derivative(ahead_.t, ahead_.y.data(), ahead_.dy.data());
      elsewhere_->evaluate(problem_, ahead_), ++work_.jacobians;
      end = iterate(h, k, *elsewhere_, -1, trial);
    }
    return end;
  }

  NewtonEnd solve_afresh(const Node& before, double h, int k, Trial& trial) {
    if (!fresh_->is_valid) fresh_->evaluate(problem_, before), ++work_.jacobians;
    used_ = Used::fresh;
    return iterate(h, k, *fresh_, -1, trial);
  }

  // History at this spacing, or a new one; prediction; weights.
  void lay_out(const Node& before, double h, int k, bool starts_anew, Trial& trial) {
    if (starts_anew) begun_.restart(before, problem_.controlled());
    attempted_.rescale(starts_anew ? begun_ : history_, h, k);
    scratch_ = before.y;
    attempted_.predict(k, scratch_, past_);
    for (Eigen::Index i = 0; i < weights_.size(); ++i) {
      const double size = std::max(std::abs(before.y[i]), std::abs(scratch_[i]));
      weights_[i] = caution / (options_.atol + options_.rtol * size);
    }
    trial.after.dy = before.dy;
  }

  // (μ I − J) Δ = F(y) − μ d − Σ G_j D_j / h,   μ = (1 − κ) G / h,   y = y⁽⁰⁾ + d.
  NewtonEnd iterate(double h, int k, Factors& factors, double known_rate, Trial& trial) {
    const double mu = ndf::weight(k) / h;
    std::vector<double>& y = trial.after.y;
    y = scratch_;
    std::fill(deviation_.begin(), deviation_.end(), 0);
    if (!factors.factorize(mu)) return NewtonEnd::diverged;
    const int most_iterations = is_fixed_step() ? 20 : 4;
    double rate = known_rate, previous = 0;
    for (int iteration = 1; iteration <= most_iterations; ++iteration) {
      ++work_.newton_iterations;
      problem_.derivative(trial.after.t, y.data(), trial.after.dy.data());
      for (Eigen::Index i = 0; i < right_.size(); ++i)
        right_[i] = trial.after.dy[i] - mu * deviation_[i] - past_[i] / h;
      if (!right_.allFinite()) return NewtonEnd::not_finite;
      factors.solve(right_);
      const double size = right_.cwiseProduct(weights_).lpNorm<Eigen::Infinity>();
      if (!right_.allFinite()) return NewtonEnd::not_finite;
      for (Eigen::Index i = 0; i < right_.size(); ++i) {
        deviation_[i] += right_[i];
        y[i] = scratch_[i] + deviation_[i];
      }
      if (iteration > 1) {
        rate = std::max(0.9 * std::max(rate, 0.0), size / previous);
        if (rate >= 0.9) return size <= newton_tolerance ? NewtonEnd::converged : NewtonEnd::diverged;
      }
      // What is known of the rate is forgotten from step to step, while one iteration is enough.
      newton_rate_ = iteration > 1 || rate < 0 ? rate : std::pow(rate, 0.8);
      // An increment that is nothing but rounding ends the iteration, whatever it converges like.
      if (size <= 1e-3 * newton_tolerance) return NewtonEnd::converged;
      if (rate >= 0 && rate / (1 - rate) * size <= newton_tolerance) return NewtonEnd::converged;
      previous = size;
    }
    return NewtonEnd::diverged;
  }

  // The derivative at the end, the integrals by the same formula, the error, the next order and step.
  void finish(const Node& before, int k, int failures, Trial& trial) {
    Node& after = trial.after;
    problem_.derivative(after.t, after.y.data(), after.dy.data());
    integrals_.advance(before, problem_.controlled(), after);
    conclude_fixed(trial);
    if (std::isnan(trial.error)) return;
    const double error = ndf::error_constant(k) * scaled(deviation_, before.y, after.y);
    if (!is_fixed_step() && !(error <= 1)) return refuse(before, k, failures, error, trial);
    if (!is_fixed_step()) trial.error = error;
    next_ = present_;
    next_.rate = newton_rate_, next_.keeps_jacobian = newton_rate_ <= 0.3;
    if (failures == 0 && trial.h < 0.9 * present_.step && !is_fixed_step()) resume(trial);
    else carry_on(k, failures, trial);
    if (is_fixed_step()) next_.order = 2, next_.step = options_.step;
    else if (next_.settled >= k + 2) choose(before, k, trial);
    next_.step = bounded(next_.step);
    trial.next_step = next_.step;
  }

  void refuse(const Node& before, int k, int failures, double error, Trial& trial) {
    trial.error = error;
    int order = k;
    double factor = 0.5;
    if (failures == 0) {
      factor = std::max(0.1, 0.833 * std::pow(error, -1.0 / (k + 1)));
      if (k > 1) {
        for (std::size_t i = 0; i < deviation_.size(); ++i)
          scratch_[i] = deviation_[i] + attempted_.difference(k)[i];
        const double lower = ndf::error_constant(k - 1) * scaled(scratch_, before.y, trial.after.y);
        const double lower_factor = std::max(0.1, 0.769 * std::pow(lower, -1.0 / k));
        if (lower_factor > factor) factor = std::min(1.0, lower_factor), order = k - 1;
      }
    }
    trial.next_step = std::min(factor, 0.89) * trial.h;  // the loop takes at most 0.9 of a step that failed
    note_retry({trial.next_step, failures + 1, order});
  }

  void carry_on(int k, int failures, const Trial& trial) {
    const bool goes_on = k == present_.order && trial.h == history_.step() && failures == 0;
    next_.settled = goes_on ? std::min(present_.settled + 1, most_settled) : 1;
    next_.order = k, next_.step = trial.h;
    attempted_.advance(k, trial.after.y, deviation_);
  }

  // Somebody else wanted a shorter step: order, step and the spacing of the history stay as planned. A very short one
  // says too little about the highest differences to let order or step grow.
  void resume(const Trial& trial) {
    const int k = present_.order;
    attempted_.rescale(history_, present_.step, k);
    const double part = trial.h / present_.step;
    if (part < shortest_point) {
      attempted_.creep(trial.h, k, trial.after.y);
      next_.settled = std::min<double>(present_.settled, k);
    } else {
      attempted_.slide(trial.h, k, trial.after.y);
      next_.settled = std::min(present_.settled + part, most_settled);
    }
  }

  // After k + 2 equal steps all three estimates are sound: the order that allows the longest step.
  void choose(const Node& before, int k, const Trial& trial) {
    const auto factor_of = [&](int order, double safety) {
      const double size = scaled(attempted_.difference(order + 1), before.y, trial.after.y);
      const double root = std::pow(ndf::error_constant(order) * size, 1.0 / (order + 1));
      return 1 / std::max(0.1, safety * root);
    };
    double best = factor_of(k, 1.2);
    int order = k;
    const auto consider = [&](int candidate, double of_candidate) {
      if (of_candidate > best) best = of_candidate, order = candidate;
    };
    if (k > 1) consider(k - 1, factor_of(k - 1, 1.3));
    if (k < ndf::most_order) consider(k + 1, factor_of(k + 1, 1.4));
    if (!(best > 1)) return;
    next_.step *= best, next_.order = order, next_.settled = 0;
  }

  BdfHistory history_, attempted_, begun_;
  Integrals integrals_;
  BdfPlan present_, next_;  // of the step to be tried; of the one after the last attempt
  Retries retries_;
  std::unique_ptr<Factors> old_ = std::make_unique<Factors>(), fresh_ = std::make_unique<Factors>();
  std::unique_ptr<Factors> elsewhere_ = std::make_unique<Factors>();
  Used used_ = Used::old;  // by the last attempt
  bool is_reserved_ = false;
  double newton_rate_ = -1;
  WorkCounts work_;
  VectorX weights_, right_;
  std::vector<double> past_, deviation_, scratch_;  // Σ G_j D_j; y − y⁽⁰⁾; y⁽⁰⁾
  Node ahead_;
};

}  // namespace

std::unique_ptr<Method> make_bdf(Problem& problem, const StepOptions& options) {
  return std::make_unique<Bdf>(problem, options);
}

}  // namespace perilune
