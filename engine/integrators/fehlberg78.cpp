#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include "engine/integrators/methods.h"
#include "engine/integrators/odeint.h"

namespace perilune {
namespace {

// Fehlberg (1968), NASA TR R-287, 7(8) with thirteen stages, propagating the solution of order 8. Tableau of
// Boost.Odeint. Thirteen evaluations a step: twelve stages after the first, and the derivative at the end.
// Its error estimate is 41/840 h (k₁ + k₁₁ − k₁₂ − k₁₃): blind to a right-hand side of t alone.
class Fehlberg78 final : public Method {
 public:
  using Method::Method;
  int order() const override { return 8; }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    step(before, h, trial.after);
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
    stepper_.do_step(OdeintSystem{&problem_}, before.y, before.dy, before.t, after.y, h, error_);
    problem_.derivative(after.t, after.y.data(), after.dy.data());
  }

  boost::numeric::odeint::runge_kutta_fehlberg78<OdeintState> stepper_;
  std::vector<double> error_;
};

}  // namespace

std::unique_ptr<Method> make_fehlberg78(Problem& problem, const StepOptions& options) {
  return std::make_unique<Fehlberg78>(problem, options);
}

}  // namespace perilune
