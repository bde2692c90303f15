#include <array>
#include <cmath>

#include "engine/integrators/interpolant.h"
#include "engine/integrators/linearization.h"
#include "engine/integrators/methods.h"

namespace perilune {
namespace {

// RODAS of Hairer & Wanner, Solving ODEs II, 2nd ed., sec. IV.7 (their code RODAS, METH = 1): stage i solves
//     (1/(γh) I − J) u_i = F(t + α_i h, y + Σ a_ij u_j) + Σ c_ij u_j/h + γ_i h ∂F/∂t.
// The γ_i are the row sums of (I/γ − C)⁻¹, C = (c_ij); Boost's rosenbrock4 has the fourth with the wrong sign, which loses
// the order where forces depend on time. Counted from 0, y + Σ a_4j u_j + u_4 is the embedded solution, that + u_5 the
// solution.
constexpr int stages = 6;
constexpr double gamma_of_stages = 0.25;
constexpr double alpha[stages] = {0, 0.386, 0.21, 0.63, 1, 1};
constexpr double gamma_of_time[stages] = {0.25, -0.1043, 0.1035, -0.3620000000000023e-1, 0, 0};
constexpr double a[stages][stages - 1] = {
    {},
    {0.1544e1},
    {0.9466785280815826, 0.2557011698983284},
    {0.3314825187068521e1, 0.2896124015972201e1, 0.9986419139977817},
    {0.1221224509226641e1, 0.6019134481288629e1, 0.1253708332932087e2, -0.6878860361058950},
    {0.1221224509226641e1, 0.6019134481288629e1, 0.1253708332932087e2, -0.6878860361058950, 1}};
constexpr double c[stages][stages - 1] = {
    {},
    {-0.56688e1},
    {-0.2430093356833875e1, -0.2063599157091915},
    {-0.1073529058151375, -0.9594562251023355e1, -0.2047028614809616e2},
    {0.7496443313967647e1, -0.1024680431464352e2, -0.3399990352819905e2, 0.1170890893206160e2},
    {0.8083246795921522e1, -0.7981132988064893e1, -0.3152159432874371e2, 0.1631930543123136e2,
     -0.6058818238834054e1}};

// A Rosenbrock method: implicit, but without iteration, one Jacobian and one factorization a step. It needs the exact
// Jacobian for its order; a force that the Jacobian at the start does not know (a contact that sets in) costs accuracy,
// which the error estimate sees. Integrals outside error control follow by Lobatto's formula on the interpolant.
class Rosenbrock4 final : public Method {
 public:
  using Method::Method;
  int order() const override { return 4; }
  WorkCounts work() const override { return {stages * attempts_, jacobians_}; }

  void restart(const Node& now) override {
    is_known_ = false;
    for (Node* node : {&stage_, &ahead_}) node->resize(static_cast<int>(now.y.size()));
    error_.resize(now.y.size()), by_time_.resize(now.y.size());
    for (VectorX& increment : u_) increment.resize(problem_.controlled());
    if (!is_reserved_) slopes_.reserve(problem_);
    is_reserved_ = true;
  }
  void commit(const Node&, const Trial&, const double*) override { is_known_ = false; }
  double first_step(const Node& now, double longest) override { return automatic_step(now, longest, 3); }

  void attempt(const Node& before, double h, Trial& trial) override {
    open(before, h, trial);
    ++attempts_;
    if (!is_known_) linearize(before);
    if (!slopes_.factorize(1 / (gamma_of_stages * h))) return fail(h, trial);
    trial.after.y = before.y;
    for (int i = 0; i < stages; ++i) {
      if (!solve_stage(before, h, i)) return fail(h, trial);
    }
    Node& after = trial.after;
    for (int e = 0, count = problem_.controlled(); e < count; ++e) {
      after.y[e] = stage_.y[e] + u_[stages - 1][e];
      error_[e] = u_[stages - 1][e];
    }
    problem_.derivative(after.t, after.y.data(), after.dy.data());
    integrate_rest(before, trial);
    conclude(before, error_, 3, trial);
  }

 private:
  // Both belong to the node, not to the attempt: whoever comes first leaves no trace.
  void linearize(const Node& before) {
    slopes_.evaluate(problem_, before), ++jacobians_;
    const double step =
        std::sqrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(before.t), 1e-3);
    const double later = before.t + step;
    problem_.derivative(later, before.y.data(), stage_.dy.data());
    for (std::size_t e = 0; e < by_time_.size(); ++e)
      by_time_[e] = (stage_.dy[e] - before.dy[e]) / (later - before.t);
    is_known_ = true;
  }

  // Leaves y + Σ a_ij u_j in stage_.
  bool solve_stage(const Node& before, double h, int i) {
    const int count = problem_.controlled();
    stage_.t = before.t + alpha[i] * h, stage_.y = before.y;
    for (int j = 0; j < i; ++j) {
      for (int e = 0; e < count; ++e) stage_.y[e] += a[i][j] * u_[j][e];
    }
    if (i == 0) stage_.dy = before.dy;
    else problem_.derivative(stage_.t, stage_.y.data(), stage_.dy.data());
    VectorX& u = u_[i];
    for (int e = 0; e < count; ++e) u[e] = stage_.dy[e] + gamma_of_time[i] * h * by_time_[e];
    for (int j = 0; j < i; ++j) u += c[i][j] / h * u_[j];
    if (!u.allFinite()) return false;
    slopes_.solve(u);
    return u.allFinite();
  }

  // ∫ over the step: nodes 0, (1 ∓ 1/√5)/2, 1 and weights 1/12, 5/12, 5/12, 1/12.
  void integrate_rest(const Node& before, Trial& trial) {
    Node& after = trial.after;
    const std::size_t first = problem_.controlled(), size = after.y.size();
    if (first == size || !is_finite(after)) return;
    for (std::size_t e = first; e < size; ++e)
      after.y[e] = before.y[e] + trial.h / 12 * (before.dy[e] + after.dy[e]);
    const double half = 0.5 / std::sqrt(5.0);
    for (const double s : {0.5 - half, 0.5 + half}) {
      ahead_.t = before.t + s * trial.h;
      Interpolant(before, trial, problem_.positions()).evaluate(ahead_.t, ahead_.y.data());
      problem_.derivative(ahead_.t, ahead_.y.data(), ahead_.dy.data());
      for (std::size_t e = first; e < size; ++e) after.y[e] += 5.0 / 12 * trial.h * ahead_.dy[e];
    }
  }

  void fail(double h, Trial& trial) {
    trial.error = std::numeric_limits<double>::quiet_NaN(), trial.next_step = 0.2 * h;
  }

  Linearization<double> slopes_;
  bool is_known_ = false, is_reserved_ = false;
  long attempts_ = 0, jacobians_ = 0;
  std::array<VectorX, stages> u_;
  Node stage_, ahead_;
  std::vector<double> error_, by_time_;
};

}  // namespace

std::unique_ptr<Method> make_rosenbrock4(Problem& problem, const StepOptions& options) {
  return std::make_unique<Rosenbrock4>(problem, options);
}

}  // namespace perilune
