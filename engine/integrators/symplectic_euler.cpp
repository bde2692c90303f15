#include "engine/integrators/methods.h"

namespace perilune {
namespace {

// Semi-implicit Euler, v += h a(q, v, t), then q += h v with the new velocity; states and integrals by
// explicit Euler. Order 1; symplectic where the forces have a potential (Hairer, Lubich & Wanner, Geometric
// Numerical Integration, 2nd ed., I.1.2, eq. 1.9), so its energy error is bounded. One evaluation a step.
class SymplecticEuler final : public Method {
 public:
  using Method::Method;
  int order() const override { return 1; }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    const int n = problem_.positions();
    std::vector<double>& y = trial.after.y;
    for (std::size_t i = n; i < y.size(); ++i) y[i] = before.y[i] + h * before.dy[i];
    for (int i = 0; i < n; ++i) y[i] = before.y[i] + h * y[n + i];
    problem_.derivative(trial.after.t, y.data(), trial.after.dy.data());
    conclude_fixed(trial);
  }
};

}  // namespace

std::unique_ptr<Method> make_symplectic_euler(Problem& problem, const StepOptions& options) {
  return std::make_unique<SymplecticEuler>(problem, options);
}

}  // namespace perilune
