#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include "engine/integrators/methods.h"
#include "engine/integrators/odeint.h"

namespace perilune {
namespace {

// Dormand & Prince (1980) 5(4) with seven stages, the last of which is the first of the next step: six
// evaluations a step. Hairer, Nørsett & Wanner, Solving ODEs I, table II.5.2; tableau of Boost.Odeint.
// The derivative is passed in and out: odeint's shorter do_step() caches one that is wrong after a refusal.
class Dopri5 final : public Method {
 public:
  using Method::Method;
  int order() const override { return 5; }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    error_.resize(before.y.size());
    stepper_.do_step(OdeintSystem{&problem_}, before.y, before.dy, before.t, trial.after.y, trial.after.dy, h,
                     error_);
    conclude(before, error_, 4, trial);
  }

 private:
  boost::numeric::odeint::runge_kutta_dopri5<OdeintState> stepper_;
  std::vector<double> error_;
};

}  // namespace

std::unique_ptr<Method> make_dopri5(Problem& problem, const StepOptions& options) {
  return std::make_unique<Dopri5>(problem, options);
}

}  // namespace perilune
