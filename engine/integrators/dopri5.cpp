#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

#include "engine/integrators/methods.h"
#include "engine/integrators/odeint.h"
#include "engine/integrators/rest.h"

namespace perilune {
namespace {

// A problem that remembers where odeint keeps the sixth stage, the fifth that it evaluates.
struct WatchedEnd {
  Problem* problem;
  NearEnd* sixth;
  int* evaluations;
  void operator()(const OdeintState& y, OdeintState& dy, double t) const {
    problem->derivative(t, y.data(), dy.data());
    if (++*evaluations == 5) *sixth = {&y, &dy};
  }
};

// Dormand & Prince (1980) 5(4) with seven stages, the last of which is the first of the next step: six
// evaluations a step. Hairer, Nørsett & Wanner, Solving ODEs I, table II.5.2; tableau of Boost.Odeint.
// The derivative is passed in and out: odeint's shorter do_step() caches one that is wrong after a refusal.
class Dopri5 final : public Method {
 public:
  Dopri5(Problem& problem, const StepOptions& options) : Method(problem, options), rest_(problem, options) {}
  int order() const override { return 5; }

  void restart(const Node&) override { rest_.forget(); }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    if (rest_.is_hold(h)) return rest_.hold(before, trial);
    error_.resize(before.y.size());
    NearEnd sixth;
    int evaluations = 0;
    stepper_.do_step(WatchedEnd{&problem_, &sixth, &evaluations}, before.y, before.dy, before.t,
                     trial.after.y, trial.after.dy, h, error_);
    conclude(before, error_, 4, trial);
    if (!is_fixed_step()) rest_.look_at(before, sixth, trial);
  }

  void commit(const Node&, const Trial&, const double*) override { rest_.commit(); }

 private:
  boost::numeric::odeint::runge_kutta_dopri5<OdeintState> stepper_;
  std::vector<double> error_;
  Rest rest_;
};

}  // namespace

std::unique_ptr<Method> make_dopri5(Problem& problem, const StepOptions& options) {
  return std::make_unique<Dopri5>(problem, options);
}

}  // namespace perilune
