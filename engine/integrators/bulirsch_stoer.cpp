#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/modified_midpoint.hpp>
#include <cmath>

#include "engine/integrators/methods.h"
#include "engine/integrators/odeint.h"

namespace perilune {
namespace {

constexpr int most_columns = 9;

// Substeps n_j = 2j of column j, and evaluations A_j up to and including it.
constexpr int substeps(int column) { return 2 * column; }
constexpr int evaluations(int column) { return column * (column + 1) + 1; }

// Aitken-Neville extrapolation of the modified midpoint rule in h² (Gragg 1965; Bulirsch & Stoer 1966).
// After j columns the row holds T_jj, of order 2j, last.
class Extrapolation {
 public:
  void resize(std::size_t size) {
    for (std::vector<double>& column : table_) column.resize(size);
  }

  // Adds column j = 1, 2, … for the step from `before` over h.
  void add(Problem& problem, const Node& before, double h, int column) {
    std::vector<double>& newest = table_[column - 1];
    midpoint_.set_steps(static_cast<unsigned short>(substeps(column)));
    midpoint_.do_step(OdeintSystem{&problem}, before.y, before.dy, before.t, newest, h);
    // T_{j,i+1} = T_{j,i} + (T_{j,i} − T_{j−1,i}) / ((n_j / n_{j−i})² − 1), Hairer, Nørsett & Wanner I,
    // II.9.10.
    for (int i = column - 2; i >= 0; --i) {
      const double ratio = static_cast<double>(substeps(column)) / substeps(i + 1);
      const double weight = 1 / (ratio * ratio - 1);
      const std::vector<double>& finer = table_[i + 1];
      std::vector<double>& coarser = table_[i];
      for (std::size_t k = 0; k < finer.size(); ++k) coarser[k] = finer[k] + weight * (finer[k] - coarser[k]);
    }
  }

  const std::vector<double>& result() const { return table_[0]; }       // T_jj
  const std::vector<double>& second_best() const { return table_[1]; }  // T_{j,j−1}

 private:
  boost::numeric::odeint::modified_midpoint<OdeintState> midpoint_;
  std::array<std::vector<double>, most_columns> table_;  // [i] holds T_{j,j−i}
};

// What one attempt learned about its columns.
struct Column {
  double error = 0;  // of T_jj, scaled
  double step = 0;   // h that would meet the tolerance with this column
  double work = 0;   // evaluations per unit of time with it
};

// Gragg-Bulirsch-Stoer extrapolation with order and step control after Deuflhard (1983), Numer. Math. 41,
// 399-422, and Hairer, Nørsett & Wanner, Solving ODEs I, 2nd ed., II.9 (their ODEX). An attempt aims at
// column k, may stop one before and may go on one further. Boost.Odeint has the midpoint rule; its
// bulirsch_stoer changes itself in every try and hides the error, so the control is here.
class BulirschStoer final : public Method {
 public:
  using Method::Method;
  int order() const override { return 2 * target_; }

  void restart(const Node& now) override {
    table_.resize(now.y.size());
    target_ = next_target_ = is_fixed_step() ? fixed_column : starting_column();
    is_first_ = true;
  }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    if (is_fixed_step()) return attempt_fixed(before, h, trial);
    const int reached = extrapolate(before, h);
    finish(before, reached, trial);
    if (trial.error <= 1) {
      choose_next(reached, trial);
    } else {
      trial.next_step = std::isfinite(trial.error) ? retry_step(reached, h) : 0.2 * h;
    }
  }

  void commit(const Node&, const Trial&, const double*) override {
    target_ = next_target_;
    is_first_ = false;
  }

  // Half a step with as many columns as the step took.
  void refine(const Node& before, Trial& trial) override {
    trial.middle.resize(problem_.size());
    trial.middle.t = before.t + 0.5 * trial.h;
    for (int j = 1; j <= last_reached_; ++j) table_.add(problem_, before, 0.5 * trial.h, j);
    trial.middle.y = table_.result();
    problem_.derivative(trial.middle.t, trial.middle.y.data(), trial.middle.dy.data());
    trial.has_middle = true;
  }

  double first_step(const Node& now, double longest) override {
    return automatic_step(now, longest, 4);  // the least that convergence in column 2 asks for
  }

 private:
  static constexpr int fixed_column = 4;  // order 8

  int starting_column() const {  // ODEX: as many columns as the tolerance has digits × 0.6 + 1.5
    const int columns = static_cast<int>(1.5 - 0.6 * std::log10(std::max(options_.rtol, 1e-16)));
    return std::clamp(columns, 3, most_columns - 1);
  }

  void attempt_fixed(const Node& before, double h, Trial& trial) {
    for (int j = 1; j <= fixed_column; ++j) table_.add(problem_, before, h, j);
    last_reached_ = fixed_column;
    trial.after.y = table_.result();
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    conclude_fixed(trial);
  }

  // Adds columns until one converges or hope is lost; returns the last.
  int extrapolate(const Node& before, double h) {
    const int earliest = is_first_ ? 2 : std::max(2, target_ - 1), latest = target_ + 1;
    table_.add(problem_, before, h, 1);
    for (int j = 2; j <= latest; ++j) {
      table_.add(problem_, before, h, j);
      learn(before, h, j);
      if (j >= earliest && !(columns_[j].error > 1)) return j;
      if (j >= target_ - 1 && is_hopeless(j)) return j;
    }
    return latest;
  }

  void learn(const Node& before, double h, int j) {
    difference_.resize(before.y.size());
    for (std::size_t i = 0; i < difference_.size(); ++i) {
      difference_[i] = table_.result()[i] - table_.second_best()[i];
    }
    Column& column = columns_[j];
    column.error = error_norm(difference_, before.y, table_.result());
    // h 0.94 (0.65 / error)^(1/(2j − 1)) within [0.02^…/4, 1/0.02^…], HNW eq. II.9.28 and ODEX.
    const double exponent = 1.0 / (2 * j - 1), least = std::pow(0.02, exponent);
    const double factor = 0.94 * std::pow(0.65 / column.error, exponent);
    column.step = h * (factor > 1 / least ? 1 / least : factor > 0.25 * least ? factor : 0.25 * least);
    column.work = evaluations(j) / column.step;
  }

  // The columns still to come would reduce the error by less than it exceeds the tolerance, II.9.30-31.
  bool is_hopeless(int j) const {
    double expected = 1;
    for (int i = j + 1; i <= target_ + 1; ++i) expected *= std::pow(substeps(i) / 2.0, 2);
    return columns_[j].error > expected;
  }

  void finish(const Node& before, int reached, Trial& trial) {
    last_reached_ = reached;
    trial.after.y = table_.result();
    trial.error = columns_[reached].error;
    if (!(trial.error <= 1)) {  // refused: its derivative is of no use to anybody
      trial.after.dy = before.dy;
      return;
    }
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    if (!is_finite(trial.after)) trial.error = std::numeric_limits<double>::quiet_NaN();
  }

  // The column of least work among those tried is next; one more when the last was the cheapest.
  void choose_next(int reached, Trial& trial) {
    int best = std::min(reached, most_columns - 1);
    for (int j = best - 1; j >= std::max(3, target_ - 1); --j) {
      if (columns_[j].work < 0.9 * columns_[best].work) best = j;
    }
    const bool is_cheapest =
        best == 2 || (best == reached && columns_[best].work < 0.9 * columns_[best - 1].work);
    const bool rises = is_cheapest && best + 1 < most_columns;
    next_target_ = rises ? best + 1 : best;
    const double longer = static_cast<double>(evaluations(next_target_)) / evaluations(best);
    trial.next_step = bounded(columns_[best].step * longer);
  }

  double retry_step(int reached, double h) const {
    return std::min(columns_[std::min(reached, target_)].step, 0.9 * h);
  }

  Extrapolation table_;
  std::array<Column, most_columns + 1> columns_{};  // [1] unused: no estimate
  std::vector<double> difference_;
  int target_ = fixed_column;       // k
  int next_target_ = fixed_column;  // k once the last attempt that passed is committed
  int last_reached_ = fixed_column;
  bool is_first_ = true;
};

}  // namespace

std::unique_ptr<Method> make_bulirsch_stoer(Problem& problem, const StepOptions& options) {
  return std::make_unique<BulirschStoer>(problem, options);
}

}  // namespace perilune
