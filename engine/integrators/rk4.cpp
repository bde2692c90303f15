#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>

#include "engine/integrators/methods.h"
#include "engine/integrators/odeint.h"

namespace perilune {
namespace {

// Kutta (1901), the classical method of order 4 (Hairer, Nørsett & Wanner, Solving ODEs I, table II.1.2).
// Four evaluations a step, no error estimate: the step is the user's.
class Rk4 final : public Method {
 public:
  using Method::Method;
  int order() const override { return 4; }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    stepper_.do_step(OdeintSystem{&problem_}, before.y, before.dy, before.t, trial.after.y, h);
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    conclude_fixed(trial);
  }

 private:
  boost::numeric::odeint::runge_kutta4<OdeintState> stepper_;
};

}  // namespace

std::unique_ptr<Method> make_rk4(Problem& problem, const StepOptions& options) {
  return std::make_unique<Rk4>(problem, options);
}

}  // namespace perilune
