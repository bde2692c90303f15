#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>

#include "engine/integrators/methods.h"
#include "engine/integrators/odeint.h"

namespace perilune {
namespace {

// Cash & Karp (1990), ACM Trans. Math. Softw. 16, 201-222: 5(4) with six stages, propagating the solution of
// order 5. Tableau of Boost.Odeint. Six evaluations a step: five stages after the first, and the derivative
// at the end.
class CashKarp54 final : public Method {
 public:
  using Method::Method;
  int order() const override { return 5; }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    error_.resize(before.y.size());
    stepper_.do_step(OdeintSystem{&problem_}, before.y, before.dy, before.t, trial.after.y, h, error_);
    problem_.derivative(trial.after.t, trial.after.y.data(), trial.after.dy.data());
    conclude(before, error_, 4, trial);
  }

 private:
  boost::numeric::odeint::runge_kutta_cash_karp54<OdeintState> stepper_;
  std::vector<double> error_;
};

}  // namespace

std::unique_ptr<Method> make_cash_karp54(Problem& problem, const StepOptions& options) {
  return std::make_unique<CashKarp54>(problem, options);
}

}  // namespace perilune
