#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "engine/integrators/problem.h"

namespace perilune {

// What every integrator understands.
struct StepOptions {
  double rtol = 1e-8;                                         // [-] relative tolerance
  double atol = 1e-10;                                        // [units of y] absolute tolerance
  double max_step = std::numeric_limits<double>::infinity();  // [s]
  double min_step = 0;      // [s] an error-controlled step below it ends the run; 0: rounding of t decides
  double initial_step = 0;  // [s] 0: chosen by the method
  double step = 0;          // [s] > 0: fixed step, no error control
  double spectral_radius = 0.8;  // [-] of what is infinitely fast, where taken: 0 is gone at once, 1 stays
  std::string newton_start = "predicted";  // where energy_momentum begins to iterate; or "previous"
  std::string unknowns = "rotations";      // what it solves for: how bodies turn; or all their "directors"
};

// The outcome of one attempt to step from `before` over h. An attempt changes nothing else.
struct Trial {
  double h = 0;
  Node after;            // t + h
  double error = 0;      // scaled error, 1 = at tolerance; 0 with a fixed step; NaN is a refusal
  double next_step = 0;  // what the method would do next: the following step when error ≤ 1, else the retry
  Node middle;           // interior node of high order; filled by Method::refine only
  bool has_middle = false;
};

// Work that implicit methods do besides right-hand sides.
struct WorkCounts {
  long newton_iterations = 0, jacobians = 0;
};

// A method makes attempts. It knows no bodies, decides nothing, and its own memory (the history of a
// multistep method) changes only in commit() and restart(): any number of attempts may be made from the same
// node. commit() and refine() concern the last attempt; refine() may come before or after commit().
class Method {
 public:
  Method(Problem& problem, const StepOptions& options) : problem_(problem), options_(options) {}
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  virtual int order() const = 0;  // of the solution that is propagated (of the moment, when variable)

  // The solution starts anew at `now`: first step, event, change of the right-hand side.
  virtual void restart(const Node& now) { (void)now; }

  // Fills trial.h, after (t, y and dy), error and next_step. `before.dy` must be F(before).
  virtual void attempt(const Node& before, double h, Trial& trial) = 0;

  // The trial stands. `trial.after` may differ from what attempt() wrote (projection onto constraints);
  // `correction` is that difference, nullptr when there is none.
  virtual void commit(const Node& before, const Trial& trial, const double* correction) {
    (void)before, (void)trial, (void)correction;
  }

  // The step to retry with when somebody other than error control refuses: the method's own reduction.
  virtual double reduced(double h) const { return 0.25 * h; }

  // A node inside the trial, at t + h/2, as accurate as the method, so that interpolation keeps up with
  // methods of order > 5. Methods for which the ends suffice do nothing.
  virtual void refine(const Node& before, Trial& trial) { (void)before, (void)trial; }

  // First step after restart() [s]: options.initial_step, else from the size of y, F and dF/dt.
  // At most `longest` and options.max_step. With a fixed step: options.step.
  virtual double first_step(const Node& now, double longest);

  virtual WorkCounts work() const { return {}; }

  // Whether its steps end on the constraints by themselves, so that a projection would only disturb them.
  virtual bool keeps_constraints() const { return false; }

  // Whether a projection of velocities is the last part of its steps: what it changes then is no correction of the
  // energy but what these steps have put in themselves.
  virtual bool ends_with_projection() const { return false; }

  const StepOptions& options() const { return options_; }
  bool is_fixed_step() const { return options_.step > 0; }

 protected:
  // Largest scaled error max_i |e_i| / (atol + rtol max(|y_i|, |z_i|)) over the controlled entries.
  // The maximum, not the mean: one ball that strikes among a thousand at rest must be resolved.
  double error_norm(const std::vector<double>& error, const std::vector<double>& y,
                    const std::vector<double>& z) const;

  // Sizes the trial's end and sets its time.
  void open(const Node& before, double h, Trial& trial) const;

  // What open() prepared is complete: sets error and next_step for a one-step method whose error estimate
  // behaves as h^(error_order + 1).
  void conclude(const Node& before, const std::vector<double>& error, int error_order, Trial& trial) const;

  // The same without an estimate: error 0, or NaN when the end holds a number that is not finite.
  void conclude_fixed(Trial& trial) const;

  // Integrals outside error control by the trapezoidal rule, from the rates at both ends.
  void add_integrals(const Node& before, Node& after) const;

  // First step for a method of the given order, by the automatic rule.
  double automatic_step(const Node& now, double longest, int order);

  double bounded(double h) const { return h < options_.max_step ? h : options_.max_step; }

  Problem& problem_;
  StepOptions options_;

 private:
  std::vector<double> probe_y_, probe_dy_;  // of automatic_step()
};

// Next step over this one for an error estimate of the given order: 0.9 error^(−1/(order + 1)) within
// [0.2, 5] (Hairer, Nørsett & Wanner, Solving ODEs I, 2nd ed., II.4, eq. 4.13). An error that is not finite
// gives 0.2.
double step_factor(double error, int error_order);

// max_i |x_i| / (atol + rtol |y_i|) over the first `count` entries; NaN when one is.
double scaled_norm(const std::vector<double>& x, const std::vector<double>& y, int count,
                   const StepOptions& options);

// Whether all of y and dy are finite.
bool is_finite(const Node& node);

// An integrator as a user asks for it: its catalogue name and options.
struct IntegratorInfo {
  std::string name, family, order, use, cost;  // the manual's row
  bool needs_step = false;                     // fixed-step method without error estimate
  std::unique_ptr<Method> (*make)(Problem&, const StepOptions&) = nullptr;
  bool acts_on_positions = false;  // finds multipliers from Φ(q) = 0 itself
};

const std::vector<IntegratorInfo>& integrator_catalog();
// Methods that need a ConstrainedProblem; find_integrator() knows them, too.
const std::vector<IntegratorInfo>& position_level_catalog();
const IntegratorInfo* find_integrator(const std::string& name);  // nullptr: no such name

}  // namespace perilune
