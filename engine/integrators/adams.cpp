#include <array>
#include <cmath>
#include <utility>

#include "engine/integrators/adams_history.h"
#include "engine/integrators/adams_selection.h"
#include "engine/integrators/methods.h"
#include "engine/integrators/retries.h"

namespace perilune {
namespace {

// Variable-order, variable-step Adams predictor-corrector, P E C E with local extrapolation, orders 1 to 12:
// the algorithm of Shampine & Gordon, Computer Solution of Ordinary Differential Equations (1975), chapters
// 5, 7, 10 (their STEP), with the maximum norm. An attempt writes a second history; commit() exchanges the
// two, so attempts leave no trace. The order named k is the predictor's; the solution has order k + 1.
//
// With a fixed step only the order is chosen. It starts at 1 with that same step, so what a start (each
// event) contributes to the error is O(h³).
class Adams final : public Method {
 public:
  using Method::Method;
  int order() const override { return present_.order + 1; }
  double reduced(double h) const override { return 0.5 * h; }

  void restart(const Node& now) override {
    history_.restart(now);
    attempted_.restart(now);
    present_ = next_ = {};
    retries_ = {};
    is_committed_ = true;
  }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    defect_.resize(before.y.size());
    const Retry retry = retries_.find(h);
    const bool is_retry = retry.failures > 0;
    const int k = is_retry ? retry.order : present_.order;
    const AdamsErrors errors = predict(before, h, k, trial);
    if (trial.error <= 1) {
      complete(k, present_.is_rising && !is_retry, errors, trial);
      propose(h, is_retry, trial);
    } else {
      refuse(k, retry.failures + 1, errors, trial);
    }
    is_committed_ = false;
  }

  void commit(const Node&, const Trial& trial, const double* correction) override {
    if (correction) attempted_.shift(trial.after.dy);
    std::swap(history_, attempted_);
    present_ = next_;
    retries_ = {};
    is_committed_ = true;
  }

  // From the interpolating polynomial of the step, and one evaluation.
  void refine(const Node& before, Trial& trial) override {
    const AdamsHistory& history = is_committed_ ? history_ : attempted_;
    trial.middle.resize(problem_.size());
    trial.middle.t = before.t + 0.5 * trial.h;
    history.interpolate(trial.after, trial.middle.t, trial.middle.y);
    problem_.derivative(trial.middle.t, trial.middle.y.data(), trial.middle.dy.data());
    trial.has_middle = true;
  }

  double first_step(const Node& now, double longest) override { return automatic_step(now, longest, 1); }

 private:
  // While a contact lasts the errors of neighbouring steps have one sign, and dozens of them add up: a step is allowed a
  // third of the tolerance.
  static constexpr double caution = 3;

  AdamsErrors predict(const Node& before, double h, int k, Trial& trial) {
    attempted_.predict(history_, before, h, k, trial.after);
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    attempted_.compare(trial.after, defect_);
    weigh(before.y, trial.after.y);
    const AdamsErrors errors = estimate(h, k);
    const AdamsCoefficients& c = attempted_.coefficients();
    // Corrected solutions of order k and k + 1 differ by this, equation 5.24.
    const double error = h * norm(defect_) * (c.g[k] - c.g[k + 1]);
    if (!is_finite(trial.after)) {
      trial.error = std::numeric_limits<double>::quiet_NaN();
    } else {
      trial.error = is_fixed_step() ? 0 : error;
    }
    return errors;
  }

  void complete(int k, bool is_rising, AdamsErrors errors, Trial& trial) {
    attempted_.correct(defect_, trial.after);
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    attempted_.take(trial.after.dy);
    const AdamsCoefficients& c = attempted_.coefficients();
    errors.knows_higher = c.equal_steps > k;
    errors.higher = trial.h * adams_error_constant(k + 1) * norm(attempted_.difference(k + 2));
    next_ = plan_order(k, is_rising, errors);
    if (!is_finite(trial.after)) trial.error = std::numeric_limits<double>::quiet_NaN();
  }

  void propose(double h, bool is_retry, Trial& trial) {
    next_.step = h * plan_step(next_);
    if (!is_retry && h < present_.step) next_.step = resumed_step(next_.step, h, present_.step);
    next_.step = is_fixed_step() ? options_.step : bounded(next_.step);
    trial.next_step = next_.step;
  }

  // The third failure means that the history says nothing about what comes: back to order 1.
  void refuse(int k, int failures, const AdamsErrors& errors, Trial& trial) {
    const int order = failures >= 3 ? 1 : should_lower(k, errors) ? k - 1 : k;
    trial.next_step = trial.h * retry_factor(failures, errors);
    retries_.note({trial.next_step, failures, order});
  }

  // Estimates for orders k, k − 1 and k − 2, equations 7.1-7.3.
  AdamsErrors estimate(double h, int k) {
    const AdamsCoefficients& c = attempted_.coefficients();
    AdamsErrors errors;
    errors.same = h * c.sigma[k + 1] * adams_error_constant(k) * norm(defect_);
    if (k > 1) {
      errors.lower = h * c.sigma[k] * adams_error_constant(k - 1) * norm_with(attempted_.difference(k));
    }
    if (k > 2) {
      errors.two_lower =
          h * c.sigma[k - 1] * adams_error_constant(k - 2) * norm_with(attempted_.difference(k - 1));
    }
    return errors;
  }

  void weigh(const std::vector<double>& y, const std::vector<double>& p) {
    weight_.resize(problem_.controlled());
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      weight_[i] = caution / (options_.atol + options_.rtol * std::max(std::abs(y[i]), std::abs(p[i])));
    }
  }

  double norm(const std::vector<double>& x) const {
    double largest = 0;
    for (std::size_t i = 0; i < weight_.size(); ++i) largest = std::max(largest, std::abs(x[i]) * weight_[i]);
    return largest;
  }

  double norm_with(const std::vector<double>& x) const {  // of x + defect
    double largest = 0;
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      largest = std::max(largest, std::abs(x[i] + defect_[i]) * weight_[i]);
    }
    return largest;
  }

  AdamsHistory history_, attempted_;
  AdamsPlan present_, next_;  // of the step to be tried; of the one after the last attempt
  Retries retries_;
  bool is_committed_ = true;
  std::vector<double> defect_, weight_;
};

}  // namespace

std::unique_ptr<Method> make_adams(Problem& problem, const StepOptions& options) {
  return std::make_unique<Adams>(problem, options);
}

}  // namespace perilune
