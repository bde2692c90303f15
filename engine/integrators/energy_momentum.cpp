#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "engine/integrators/constrained_matrix.h"
#include "engine/integrators/constrained_problem.h"
#include "engine/integrators/methods.h"
#include "engine/integrators/step_equations.h"

namespace perilune {
namespace {

// Newton's method and step control for what is written as equations for positions and multipliers at the end of a step.
// What is conserved is the problem's doing (StepEquations). With discrete gradients at the middle (Gonzalez 1996, J. Nonlinear
// Sci. 6, 449–467; Betsch & Steinmann 2001) that is energy and momenta at any step, with a discrete action (Wendlandt &
// Marsden 1997) the symplectic form and momenta. Constraints hold at every node and need no projection; velocities of a
// discrete action want one, which is part of it.
class PositionMethod final : public Method {
 public:
  PositionMethod(Problem& problem, const StepOptions& options, std::unique_ptr<StepEquations> step,
                 bool projects)
      : Method(problem, options),
        step_(std::move(step)),
        projects_(projects),
        size_(step_->changes() + step_->multipliers()) {
    unknowns_.setZero(size_), committed_.setZero(step_->multipliers()), slope_ = committed_;
  }
  int order() const override { return 2; }
  bool keeps_constraints() const override { return !projects_; }
  bool ends_with_projection() const override { return projects_; }
  WorkCounts work() const override { return work_; }
  double first_step(const Node& now, double longest) override {
    return is_fixed_step() || options_.initial_step > 0 ? Method::first_step(now, longest)
                                                        : automatic_step(now, longest, 2);
  }
  void restart(const Node&) override { is_factorized_ = has_last_ = false, slope_.setZero(); }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    step_->begin(before, h);
    if (!solve(h)) return fail(h, trial);
    step_->end(unknowns_, trial.after);
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    // Multipliers of the step are half of what constraints do; the other half is the projection's, before which rates
    // are right to the step only.
    if (projects_) add_integrals(before, trial.after);
    if (is_fixed_step()) return conclude_fixed(trial);
    estimate(before, trial.after, h);
    conclude(before, error_, 2, trial);
  }
  void commit(const Node&, const Trial& trial, const double*) override {
    const VectorX last = unknowns_.tail(step_->multipliers());
    slope_ = has_last_ ? VectorX((last - committed_) / (0.5 * (trial.h + last_step_))) : VectorX(0 * last);
    committed_ = last, last_step_ = trial.h, has_last_ = true;
  }

 private:
  static constexpr int most_iterations = 25;

  // A shorter step turns less and is nearer to its prediction.
  void fail(double h, Trial& trial) const {
    trial.error = is_finite_ ? 10 : std::numeric_limits<double>::quiet_NaN(), trial.next_step = 0.5 * h;
  }

  // Newton's method with a matrix that is kept while it contracts well.
  bool solve(double h) {
    unknowns_.setZero();
    unknowns_.tail(step_->multipliers()) = committed_;
    if (options_.newton_start == "predicted") {
      step_->predict(unknowns_);
      if (!step_->follows_newton()) unknowns_.tail(step_->multipliers()) += 0.5 * (h + last_step_) * slope_;
    }
    scale_ = step_->force_scale();
    double before = std::numeric_limits<double>::infinity();
    is_factorized_ = is_factorized_ && h == factorized_for_ && !step_->follows_newton();
    is_of_this_step_ = false;
    is_finite_ = true;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      step_->residual(unknowns_, residual_);
      is_finite_ = residual_.allFinite();
      if (!is_finite_) return false;
      const bool is_fresh = !is_factorized_;
      if (is_fresh) factorize(h);
      const double size = correct();
      ++work_.newton_iterations;
      if (!std::isfinite(size)) return false;
      if (is_negligible(size, before, iteration)) return step_->admissible();
      if ((size > 0.1 * before && !is_fresh) || step_->follows_newton()) is_factorized_ = false;
      else if (size > 2 * before && iteration > 2) return false;
      before = size;
    }
    return false;
  }

  // What is kept is kept to the last digit of v = 2Δq/h: iterate until rounding alone is left. A first change that is much larger
  // than the second is that of a poor start, and says little about the next. What gets no smaller is rounding, unless the
  // matrix is an old one.
  bool is_negligible(double size, double before, int iteration) const {
    if (size < 1e-18) return true;
    if (iteration > 0 && size * std::clamp(size / before, 1e-3, 1.0) < 1e-19) return true;
    return size > 0.3 * before && size < (is_of_this_step_ ? 1e-11 : 1e-15);
  }

  // Multipliers are unknowns in units of scale_, and their equations are scaled alike. Returns the largest change.
  double correct() {
    VectorX right = residual_;
    right.tail(step_->multipliers()) *= scale_;
    VectorX change = matrix_.solve(right);
    change.tail(step_->multipliers()) *= scale_;
    unknowns_ -= change;
    return change.head(step_->changes()).cwiseAbs().maxCoeff();
  }

  void factorize(double h) {
    entries_.clear();
    step_->differentiate(unknowns_, residual_, entries_);
    for (auto& entry : entries_) {
      const bool row = entry.row() >= step_->changes(), column = entry.col() >= step_->changes();
      if (row || column)
        entry = {entry.row(), entry.col(), entry.value() * (row ? scale_ : 1) * (column ? scale_ : 1)};
    }
    matrix_.factorize(size_, step_->multipliers(), entries_);
    is_factorized_ = is_of_this_step_ = true, factorized_for_ = h;
    ++work_.jacobians;
  }

  // The error of the positions, h³/12 of the third derivative: (v₁ − v₀)/h is the acceleration half a step later than that
  // at the start.
  void estimate(const Node& before, const Node& after, double h) {
    const int n = problem_.positions();
    error_.assign(before.y.size(), 0);
    for (int i = 0; i < n; ++i) {
      const double mean = (after.y[n + i] - before.y[n + i]) / h;
      error_[i] = h * h / 6 * (mean - before.dy[n + i]);
    }
  }
  std::unique_ptr<StepEquations> step_;
  const bool projects_;
  int size_;
  VectorX unknowns_, residual_;
  VectorX committed_, slope_;  // multipliers of the last step, that is in its middle, and their rate [1/s]
  double last_step_ = 0;       // [s]
  bool has_last_ = false;
  std::vector<Eigen::Triplet<double>> entries_;
  std::vector<double> error_;
  ConstrainedMatrix matrix_;
  bool is_factorized_ = false, is_of_this_step_ = false;
  bool is_finite_ = true;  // what the last iteration looked at
  double factorized_for_ = 0, scale_ = 1;
  WorkCounts work_;
};

std::unique_ptr<Method> make(Problem& problem, const StepOptions& options, StepForm form) {
  ConstrainedProblem* constrained = problem.constrained();
  if (!constrained)
    throw std::logic_error("a method on positions needs a problem with positions and multipliers");
  return std::make_unique<PositionMethod>(problem, options, constrained->step_equations(form),
                                          form == StepForm::variational);
}

}  // namespace

std::unique_ptr<Method> make_energy_momentum(Problem& problem, const StepOptions& options) {
  const bool is_full = options.unknowns == "directors";
  return make(problem, options, is_full ? StepForm::directors : StepForm::rotations);
}

std::unique_ptr<Method> make_variational_midpoint(Problem& problem, const StepOptions& options) {
  return make(problem, options, StepForm::variational);
}

}  // namespace perilune
