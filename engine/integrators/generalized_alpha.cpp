#include <cmath>

#include "engine/integrators/methods.h"
#include "engine/integrators/saddle_matrix.h"

namespace perilune {
namespace {

// The coefficients of Chung & Hulbert (1993), J. Appl. Mech. 60, 371-375, for a spectral radius ρ at infinity.
struct AlphaCoefficients {
  explicit AlphaCoefficients(double rho)
      : of_mass((2 * rho - 1) / (rho + 1)),
        of_force(rho / (rho + 1)),
        gamma(0.5 + of_force - of_mass),
        beta(0.25 * (gamma + 0.5) * (gamma + 0.5)) {
    const double s = shift(), ahead = 1 + s;
    const double kappa =
        0.5 * (1 - of_force - (1 - of_mass) * ahead * ahead - of_mass * s * s);  // of a, h² v⃛
    error_of_position = 1.0 / 6 - beta - s / 2;
    error_of_rate = 1.0 / 6 - 0.5 * ((1 - gamma) * s * s + gamma * ahead * ahead) - kappa;
  }
  double shift() const { return of_mass - of_force; }              // [steps] by which a runs ahead of v̇
  double share() const { return (1 - of_force) / (1 - of_mass); }  // of v̇ at the end in a at the end

  double of_mass, of_force, gamma, beta;    // α_m, α_f, γ, β
  double error_of_position, error_of_rate;  // local: times h³ v̈, times h³ v⃛
};

// The generalised-α method on positions and multipliers, Arnold & Brüls (2007), Multibody Syst Dyn 18, 185-202:
//     q⁺ = q + h v + h² ((½ − β) a + β a⁺),   x⁺ = x + h ((1 − γ) a + γ a⁺),
//     (1 − α_m) a⁺ + α_m a = (1 − α_f) ẋ⁺ + α_f ẋ,   M v̇⁺ + Φ_qᵀ λ⁺ = f⁺,   Φ(t⁺, q⁺) = 0,
// x = [v | states of laws]. a follows ẋ with a shift of (α_m − α_f) h, which is kept per second when the step changes,
// so that order 2 is. Unknowns of Newton's method are ẋ⁺ and λ⁺. Integrals outside error control follow by the
// trapezoidal rule. Where unknowns = "accelerations" the problem finds λ from these (index 1), and a projection puts positions
// onto Φ = 0 after the step: bodies in space, whose directors add up as numbers but not as frames.
class GeneralizedAlpha final : public Method {
 public:
  GeneralizedAlpha(Problem& problem, const StepOptions& options)
      : Method(problem, options),
        alpha_(options.spectral_radius),
        constrained_(options.unknowns == "accelerations" ? nullptr : problem.constrained()) {
    if (constrained_ && constrained_->multiplier_count() == 0) constrained_ = nullptr;
  }
  int order() const override { return 2; }
  double reduced(double h) const override { return 0.5 * h; }
  WorkCounts work() const override { return work_; }
  // Φ̇ is off by O(h²) at the end of a step, and along a motion prescribed by time that takes as much energy each time.
  bool ends_with_projection() const override { return constrained_ != nullptr; }

  void restart(const Node& now) override {
    n_ = problem_.positions(), columns_ = problem_.controlled() - n_;
    present_.rates = Eigen::Map<const VectorX>(now.dy.data() + n_, columns_);
    present_.multipliers = constrained_ ? constrained_->multipliers() : VectorX();
    present_.slope = slope_at(now);
    present_.lead = alpha_.shift() * present_.slope;
    present_.length = present_.planned = 0;
    for (Node* node : {&iterate_, &predicted_}) node->resize(problem_.size());
    error_.assign(problem_.size(), 0);
    violation_.setZero(present_.multipliers.size());
    start_.is_valid = false;
  }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    predict(before, h);
    if (!start_.is_valid)
      start_.evaluate(problem_, constrained_, before, present_.multipliers), ++work_.jacobians;
    NewtonEnd end = iterate(h, start_, false);
    if (end == NewtonEnd::diverged) end = iterate(h, elsewhere_, true);
    if (end == NewtonEnd::converged) return finish(before, trial);
    trial.error = end == NewtonEnd::diverged ? 2 : std::numeric_limits<double>::quiet_NaN();
    trial.next_step = (end == NewtonEnd::diverged ? 0.3 : 0.2) * h;
  }

  void commit(const Node&, const Trial&, const double*) override {
    std::swap(present_, next_);
    start_.is_valid = false;
  }

  double first_step(const Node& now, double longest) override { return automatic_step(now, longest, 2); }

 private:
  enum class NewtonEnd { converged, diverged, not_finite };
  static constexpr double newton_tolerance = 0.01;  // of the error allowed in a step
  // Errors of neighbouring steps have one sign, and hundreds of them add up.
  static constexpr double caution = 30;

  // What a step leaves to the next one.
  struct Memory {
    VectorX rates;        // ẋ of the method's own equations
    VectorX lead;         // (a − ẋ)/h
    VectorX slope;        // ẍ over the last step, in its middle, by F at its ends
    VectorX multipliers;  // λ
    double length = 0;    // [s] of that step
    double planned = 0;   // [s] that the next step shall take
  };

  // ẍ by a difference along the solution.
  VectorX slope_at(const Node& now) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    const double size = scaled_norm(now.y, now.y, problem_.controlled(), options_);
    const double speed = scaled_norm(now.dy, now.y, problem_.controlled(), options_);
    double h = std::sqrt(epsilon) * (speed > 0 && size > 0 ? std::min(1.0, size / speed) : 1.0);
    h = std::max(h, 1e3 * epsilon * std::abs(now.t));
    predicted_ = now, predicted_.t += h;
    for (std::size_t i = 0; i < now.y.size(); ++i) predicted_.y[i] += h * now.dy[i];
    problem_.derivative(predicted_.t, predicted_.y.data(), predicted_.dy.data());
    VectorX slope(columns_);
    for (int i = 0; i < columns_; ++i) slope[i] = (predicted_.dy[n_ + i] - now.dy[n_ + i]) / h;
    return slope.allFinite() ? slope : VectorX::Zero(columns_);
  }

  // The end for ẋ⁺ = 0, in predicted_; the weights.
  void predict(const Node& before, double h) {
    predicted_.t = before.t + h;
    predicted_.y = before.y;
    a_ = present_.rates + h * present_.lead;
    known_ = (alpha_.of_force * present_.rates - alpha_.of_mass * a_) / (1 - alpha_.of_mass);
    for (int i = 0; i < n_; ++i) {
      predicted_.y[i] +=
          h * before.y[n_ + i] + h * h * ((0.5 - alpha_.beta) * a_[i] + alpha_.beta * known_[i]);
    }
    for (int i = 0; i < columns_; ++i)
      predicted_.y[n_ + i] += h * ((1 - alpha_.gamma) * a_[i] + alpha_.gamma * known_[i]);
    weights_.resize(n_ + columns_);
    for (int i = 0; i < n_ + columns_; ++i)
      weights_[i] = caution / (options_.atol + options_.rtol * std::abs(before.y[i]));
    // Rates come from positions divided by h, and are as rough as these.
    rounding_ = 0;
    for (int i = 0; constrained_ && i < n_; ++i) rounding_ = std::max(rounding_, std::abs(before.y[i]));
    rounding_ *= 10 * std::numeric_limits<double>::epsilon() / h;
  }

  void move_to(const VectorX& rates, double b, double g) {
    iterate_.t = predicted_.t, iterate_.y = predicted_.y;
    for (int i = 0; i < n_; ++i) iterate_.y[i] += b * rates[i];
    for (int i = 0; i < columns_; ++i) iterate_.y[n_ + i] += g * rates[i];
  }

  void evaluate() {
    if (constrained_) {
      constrained_->derivative_with(iterate_.t, iterate_.y.data(), next_.multipliers.data(),
                                    iterate_.dy.data(), violation_.data());
    } else {
      problem_.derivative(iterate_.t, iterate_.y.data(), iterate_.dy.data());
    }
  }

  // With one matrix, or with that of every iterate: a contact that sets in within the step is not in the first.
  NewtonEnd iterate(double h, SaddleMatrix& matrix, bool follows) {
    const double b = h * h * alpha_.beta * alpha_.share(), g = h * alpha_.gamma * alpha_.share();
    next_.rates = present_.rates, next_.multipliers = present_.multipliers;
    double previous = 0;
    for (int iteration = 1, most = follows ? 20 : 7; iteration <= most; ++iteration) {
      ++work_.newton_iterations;
      move_to(next_.rates, b, g);
      if (follows) matrix.evaluate(problem_, constrained_, iterate_, next_.multipliers), ++work_.jacobians;
      evaluate();
      right_ = Eigen::Map<const VectorX>(iterate_.dy.data() + n_, columns_) - next_.rates;
      if (!right_.allFinite() || !violation_.allFinite()) return NewtonEnd::not_finite;
      if (!matrix.factorize(b, g)) return NewtonEnd::not_finite;
      violation_ /= -b;
      matrix.solve(right_, violation_, change_, change_of_multipliers_);
      if (!change_.allFinite()) return NewtonEnd::not_finite;
      next_.rates += change_;
      if (constrained_) next_.multipliers += change_of_multipliers_;
      const double size = size_of_change(b, g), rate = iteration > 1 ? size / previous : 0;
      if (size <= 1e-3 * newton_tolerance) return NewtonEnd::converged;
      if (iteration > 1 && rate < 1 && rate / (1 - rate) * size <= newton_tolerance)
        return NewtonEnd::converged;
      // What does not get smaller any more is rounding, if it is small.
      if (iteration > 1 && rate >= 0.9 && size <= newton_tolerance) return NewtonEnd::converged;
      if (iteration > 1 && rate >= (follows ? 4 : 0.9)) return NewtonEnd::diverged;
      previous = size;
    }
    return NewtonEnd::diverged;
  }

  double size_of_change(double b, double g) const {
    double size = 0;
    for (int i = 0; i < columns_; ++i) {
      if (i < n_) size = std::max(size, b * std::abs(change_[i]) * weights_[i]);
      size = std::max(size, (g * std::abs(change_[i]) - rounding_) * weights_[n_ + i]);
    }
    return size;
  }

  void finish(const Node& before, Trial& trial) {
    const double h = trial.h;
    move_to(next_.rates, h * h * alpha_.beta * alpha_.share(), h * alpha_.gamma * alpha_.share());
    Node& after = trial.after;
    after.y = iterate_.y;
    problem_.derivative(after.t, after.y.data(), after.dy.data());
    add_integrals(before, after);
    next_.lead = (alpha_.share() * next_.rates + known_ - next_.rates) / h;
    next_.slope = (Eigen::Map<const VectorX>(after.dy.data() + n_, columns_) -
                   Eigen::Map<const VectorX>(before.dy.data() + n_, columns_)) /
                  h;
    next_.length = h;
    const double h3 = caution * h * h * h, between = 0.5 * (h + present_.length);
    for (int i = 0; i < columns_; ++i) {
      if (i < n_) error_[i] = h3 * alpha_.error_of_position * next_.slope[i];
      error_[n_ + i] = h3 * alpha_.error_of_rate * (next_.slope[i] - present_.slope[i]) / between;
    }
    conclude(before, error_, 2, trial);
    next_.planned = trial.next_step;
    // Somebody else wanted a much shorter step: its slopes would be rounding. What was planned goes on.
    if (is_fixed_step() || !(trial.error <= 1) || h >= 0.3 * present_.planned) return;
    next_.lead = present_.lead, next_.slope = present_.slope, next_.length = present_.length;
    next_.planned = trial.next_step = std::max(trial.next_step, present_.planned);
  }

  const AlphaCoefficients alpha_;
  ConstrainedProblem* constrained_;  // the problem, where it has constraints
  int n_ = 0, columns_ = 0;          // positions; velocities and states
  double rounding_ = 0;              // of rates, where positions are constrained
  Memory present_, next_;
  SaddleMatrix start_, elsewhere_;  // at the start of the step; along the iteration
  WorkCounts work_;
  Node predicted_, iterate_;
  VectorX a_, known_;  // a at the start; a at the end but for ẋ⁺
  VectorX right_, violation_, change_, change_of_multipliers_, weights_;
  std::vector<double> error_;
};

}  // namespace

std::unique_ptr<Method> make_generalized_alpha(Problem& problem, const StepOptions& options) {
  return std::make_unique<GeneralizedAlpha>(problem, options);
}

}  // namespace perilune
