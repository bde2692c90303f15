#include <cmath>
#include <limits>
#include <stdexcept>

#include "engine/integrators/methods.h"
#include "engine/integrators/position_level.h"

namespace perilune {
namespace {

// Midpoint rule with discrete gradients for positions and multipliers at once (Gonzalez 1996, J. Nonlinear Sci. 6,
// 449–467; Betsch & Steinmann 2001): energy and momenta are kept at any step, constraints hold at every node and need no
// projection. What is conserved is the problem's doing (PositionLevel); this is its Newton iteration and step control.
class EnergyMomentum final : public Method {
 public:
  EnergyMomentum(Problem& problem, const StepOptions& options, PositionLevel& level)
      : Method(problem, options), level_(level), size_(level.changes() + level.multipliers()) {
    unknowns_.setZero(size_), committed_.setZero(level.multipliers());
  }
  int order() const override { return 2; }
  bool keeps_constraints() const override { return true; }
  WorkCounts work() const override { return work_; }
  double first_step(const Node& now, double longest) override {
    return is_fixed_step() || options_.initial_step > 0 ? Method::first_step(now, longest)
                                                        : automatic_step(now, longest, 2);
  }
  void restart(const Node&) override { is_factorized_ = false; }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    level_.begin(before, h);
    if (!solve(h)) return fail(h, trial);
    level_.end(unknowns_, trial.after);
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    if (is_fixed_step()) return conclude_fixed(trial);
    estimate(before, trial.after, h);
    conclude(before, error_, 2, trial);
  }
  void commit(const Node&, const Trial&, const double*) override {
    committed_ = unknowns_.tail(level_.multipliers());
  }

 private:
  static constexpr int most_iterations = 25;

  // A shorter step turns less and is nearer to its prediction.
  void fail(double h, Trial& trial) const {
    trial.error = is_finite_ ? 10 : std::numeric_limits<double>::quiet_NaN(), trial.next_step = 0.5 * h;
  }

  // Newton's method with a matrix of differences, kept while it contracts well.
  bool solve(double h) {
    unknowns_.setZero();
    unknowns_.tail(level_.multipliers()) = committed_;
    if (options_.newton_start == "predicted") level_.predict(unknowns_);
    scale_ = level_.force_scale();
    double before = std::numeric_limits<double>::infinity();
    is_factorized_ = is_factorized_ && h == factorized_for_;
    is_finite_ = true;
    bool is_fresh = false;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      level_.residual(unknowns_, residual_);
      is_finite_ = residual_.allFinite();
      if (!is_finite_) return false;
      if (!is_factorized_) factorize(h), is_fresh = true;
      const double size = step();
      ++work_.newton_iterations;
      if (!std::isfinite(size)) return false;
      // What is kept is kept to the last digit of v = 2Δq/h: iterate until rounding alone is left.
      if (iteration > 0 && size * std::min(1.0, size / before) < 1e-19) return level_.admissible();
      if (size < 1e-11 && size > 0.3 * before) return level_.admissible();
      if (size > 0.1 * before && !is_fresh) is_factorized_ = false;
      else if (size > 2 * before && iteration > 2) return false;
      is_fresh = false;
      before = size;
    }
    return false;
  }

  // Multipliers are unknowns in units of scale_, and their equations are scaled alike. Returns the largest change.
  double step() {
    VectorX right = residual_;
    right.tail(level_.multipliers()) *= scale_;
    VectorX change = is_regular_ ? VectorX(lu_.solve(right)) : VectorX(least_norm_.solve(right));
    change.tail(level_.multipliers()) *= scale_;
    unknowns_ -= change;
    return change.head(level_.changes()).cwiseAbs().maxCoeff();
  }

  void factorize(double h) {
    const int changes = level_.changes(), multipliers = level_.multipliers();
    MatrixX matrix(size_, size_);
    const VectorX at = unknowns_;
    VectorX moved;
    for (int i = 0; i < size_; ++i) {
      const double by = i < changes ? 1e-7 : scale_;
      unknowns_[i] = at[i] + by;
      level_.residual(unknowns_, moved);
      matrix.col(i) = (moved - residual_) / by;
      unknowns_[i] = at[i];
    }
    matrix.rightCols(multipliers) *= scale_;
    matrix.bottomRows(multipliers) *= scale_;
    lu_.compute(matrix);
    const VectorX pivots = lu_.matrixLU().diagonal().cwiseAbs();
    is_regular_ = pivots.minCoeff() > 1e-11 * pivots.maxCoeff();
    if (!is_regular_) {
      least_norm_.setThreshold(1e-10);
      least_norm_.compute(matrix);
    }
    is_factorized_ = true, factorized_for_ = h;
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
  PositionLevel& level_;
  int size_;
  VectorX unknowns_, committed_, residual_;
  std::vector<double> error_;
  Eigen::PartialPivLU<MatrixX> lu_;
  Eigen::CompleteOrthogonalDecomposition<MatrixX> least_norm_;
  bool is_factorized_ = false, is_regular_ = true;
  bool is_finite_ = true;  // what the last iteration looked at
  double factorized_for_ = 0, scale_ = 1;
  WorkCounts work_;
};

}  // namespace

std::unique_ptr<Method> make_energy_momentum(Problem& problem, const StepOptions& options) {
  PositionLevel* level = problem.position_level();
  if (!level) throw std::logic_error("energy_momentum needs a problem with positions and multipliers");
  return std::make_unique<EnergyMomentum>(problem, options, *level);
}

}  // namespace perilune
