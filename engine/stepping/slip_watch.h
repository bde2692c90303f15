#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/integrators/interpolant.h"
#include "engine/stepping/events.h"
#include "engine/system/system.h"

namespace perilune {

// [s] instants no further apart are one, as far as transitions go.
inline double same_instant(double t) {
  return 4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t));
}

// Finds where set-valued frictions change: slip comes to zero, or what sticks can hold no longer. Modes are frozen
// within a trial, so both are smooth there: the slip goes on through zero, the stick force beyond its limit.
class SlipWatch {
 public:
  explicit SlipWatch(System& system) : system_(system) { node_.resize(system.size()); }

  struct Transition {
    bool found = false;
    double t = 0;                  // [s] the first one
    double beyond = 0;             // [m/s] how far slips are beyond zero at the end of the step, the largest
    std::vector<SlipChange> seen;  // just after it: who begins to slip, and where to, or sticks after all
  };
  // Looks at a step 8 times, evenly, for slips, and between the looks where the parabola through three of them comes
  // below zero; 4 times for sticks. With nothing found, slip_left() is what is left of the slips at its end.
  // `order`: of the method that made the step.
  Transition first(const Interpolant& step, int order);

  // Whether what sticks is short of its limits at the end of the step by more than rounding.
  bool holds_clearly(const Interpolant& step);

  // Of the end of the step looked at last: the smallest |slip| of those that slip towards zero [m/s], and how far ahead
  // its zero lies [s]; infinite: none.
  double slip_left() const { return slip_left_; }
  double zero_ahead() const { return zero_ahead_; }

 private:
  static constexpr int looks = 8;
  using Slips = std::vector<double>;  // mode × slip of every row, less its band; +∞ where it sticks
  void evaluate(const Interpolant& step, double t);
  void look(const Interpolant& step, double t, Slips& slips);
  void choose_bands(const Interpolant& step);
  double slip(const Interpolant& step, double t, std::size_t row);
  double zero(const Interpolant& step, std::size_t row, double a, double ga, double b, double gb);
  double zero_after_begin(const Interpolant& step, std::size_t row);
  bool dips(const Interpolant& step, int last);
  void find_zero(const Interpolant& step);
  void find_release(const Interpolant& step);
  bool hold(const Interpolant& step, double t, std::vector<SlipChange>* released, double share = 1);
  void look_ahead(const Interpolant& step);

  System& system_;
  Node node_;
  std::array<Slips, looks + 1> seen_;
  std::vector<double> times_;
  std::vector<double>
      bands_;  // [m/s] by row: the slip at which it is over, 0 for one that begins within its law's band
  Slips scratch_;
  bool is_straight_ = false;  // velocities within the step
  Transition transition_;
  double slip_left_ = 0, zero_ahead_ = 0;
};

}  // namespace perilune
