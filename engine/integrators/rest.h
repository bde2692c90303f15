#pragma once

#include <vector>

#include "engine/integrators/method.h"

namespace perilune {

// Another evaluation at the end of a trial, of a point near the end: the last but one stage of an explicit method.
struct NearEnd {
  const std::vector<double>*y = nullptr, *dy = nullptr;
};

// What an explicit method does with a system that has come to rest. A body that lies on a viscous contact binds its
// steps by stability (h |λ| ≤ 3.3 on the real axis), not by accuracy: thousands a second, in which nothing happens.
//
// 1. A step in which next to nothing moves is followed by one of h |λ| ≤ 1.5, so that what is left decays, to the last
//    bit, instead of hovering at the tolerance.
// 2. When what still moves is explained by rounding, the next step is a hold: y stays, over
//        h = 0.01 tolerance / |f|,   |f| the largest of f(t, y), f(t + h/2, y), f(t + h, y),
//    for loads may depend on time; the integrals outside the error norm take f by Simpson's rule.
//
// |λ| comes from the differences d of two evaluations at the end of a step, as Hairer & Wanner, Solving ODEs II, 2nd
// ed., IV.2 have it, but with positions weighted by |λ|: then |λ|² = |d(v̇)| / |d(q)| is the same in all phases of a
// swing, and d(v)·(d(v̇) + |λ|² d(q)) is what its damping takes, ≤ 0 for a mode that decays.
//
// Rounding explains an acceleration that comes about when every position moves by some last bits of the largest, and the way that it
// gives in one step. So nothing that falls or creeps is ever held: near an unstable equilibrium there is a larger
// acceleration, and a constant velocity moves positions without one.
class Rest {
 public:
  Rest(Problem& problem, const StepOptions& options);

  void forget();  // the right-hand side has changed

  // After an attempt of the method whose next_step is set: shortens the next step, or makes it a hold.
  void look_at(const Node& before, const NearEnd& near, Trial& trial);

  // Whether a step of length h is to be a hold; and that step, in place of the method's own.
  bool is_hold(double h) const { return rests_ && h > stable_step_; }
  void hold(const Node& before, Trial& trial);

  void commit();  // the trial last seen stands

 private:
  bool is_still(const Trial& trial) const;
  void measure_stiffness(const NearEnd& near, const Trial& trial);
  double largest_position(const Node& at) const;
  bool nearly_stands(const Node& before, const Trial& trial) const;
  bool stands(const Node& before, const Trial& trial);
  void measure_rounding(const Node& at);
  bool is_explained(const Node& at) const;

  Problem& problem_;
  StepOptions options_;
  bool rests_ = false, will_rest_ = false;
  bool decays_ = false;              // the stiffest mode
  double stiffness_ = 0, seen_ = 0;  // [1/s] |λ|: committed, and of this attempt; 0: unknown
  double stable_step_ = 0;           // [s] 1.5/|λ|
  std::vector<double> rounding_;     // [units of v̇] that rounding explains
  Node probe_;
};

}  // namespace perilune
