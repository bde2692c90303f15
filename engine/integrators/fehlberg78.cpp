#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>

#include "engine/integrators/methods.h"
#include "engine/integrators/odeint.h"

namespace perilune {
namespace {

// A problem that remembers where odeint keeps the stages 2 … 13 of the step it makes.
struct WatchedStages {
  Problem* problem;
  std::array<const OdeintState*, 12>* stages;
  int* next;
  void operator()(const OdeintState& y, OdeintState& dy, double t) const {
    problem->derivative(t, y.data(), dy.data());
    (*stages)[(*next)++] = &dy;
  }
};

// Fehlberg (1968), NASA TR R-287, 7(8) with thirteen stages, propagating the solution of order 8. Tableau of
// Boost.Odeint. Thirteen evaluations a step: twelve stages after the first, and the derivative at the end.
//
// Its error estimate 41/840 h (k₁ + k₁₁ − k₁₂ − k₁₃) compares stages at the ends only: it is blind to a right-hand
// side of t alone, and nearly so to the δ^1.5 with which a Hertz contact begins and ends (an elastic ball lost
// 6e-7 m at each bounce at rtol 1e-10). The weights of order 8 are the closed Newton-Cotes rule on seven nodes,
// so a second estimate comes from the sixth difference of those stages and the third of every other one,
//     e = 0.01 h Δ⁶k |Δ⁶k/Δ³k|,
// of order 8 where the solution is smooth. For t^1.5 beginning inside, at, or up to two steps before the step the
// true error of the rule is 0.5 to 24 times e (worked out for this project), which brings the ball back to 1e-9 m;
// where the solution is smooth e is still the larger of the two estimates, on the safe side.
class Fehlberg78 final : public Method {
 public:
  using Method::Method;
  int order() const override { return 8; }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    step(before, h, trial.after);
    add_quadrature_error(h);
    conclude(before, error_, 7, trial);
  }

  // Half a step from the same start is as accurate as the whole one: thirteen evaluations.
  void refine(const Node& before, Trial& trial) override {
    trial.middle.resize(problem_.size());
    trial.middle.t = before.t + 0.5 * trial.h;
    step(before, 0.5 * trial.h, trial.middle);
    trial.has_middle = true;
  }

 private:
  void step(const Node& before, double h, Node& after) {
    error_.resize(before.y.size());
    int next = 0;
    stepper_.do_step(WatchedStages{&problem_, &stages_, &next}, before.y, before.dy, before.t, after.y, h,
                     error_);
    problem_.derivative(after.t, after.y.data(), after.dy.data());
  }

  void add_quadrature_error(double h) {
    constexpr std::array<int, 7> at_sixths = {10, 6, 8, 4,
                                              7,  5, 11};  // stages 12 8 10 6 9 7 13: c = 0, 1/6, … 1
    std::array<const double*, 7> k;
    for (std::size_t j = 0; j < k.size(); ++j) k[j] = stages_[at_sixths[j]]->data();
    for (std::size_t i = 0; i < error_.size(); ++i) {
      const double sixth =
          k[0][i] + k[6][i] - 6 * (k[1][i] + k[5][i]) + 15 * (k[2][i] + k[4][i]) - 20 * k[3][i];
      const double third = k[6][i] - k[0][i] + 3 * (k[2][i] - k[4][i]);
      const double share = std::abs(sixth) < std::abs(third) ? std::abs(sixth / third) : 1;
      const double estimate = 0.01 * h * std::abs(sixth) * share;
      if (!(std::abs(error_[i]) > estimate)) error_[i] = estimate;
    }
  }

  boost::numeric::odeint::runge_kutta_fehlberg78<OdeintState> stepper_;
  std::array<const OdeintState*, 12> stages_{};
  std::vector<double> error_;
};

}  // namespace

std::unique_ptr<Method> make_fehlberg78(Problem& problem, const StepOptions& options) {
  return std::make_unique<Fehlberg78>(problem, options);
}

}  // namespace perilune
