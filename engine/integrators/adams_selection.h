#pragma once

namespace perilune {

// Estimates of the local error, scaled by the tolerance, as constant steps of the present length would make
// it at neighbouring orders. Shampine & Gordon (1975), chapter 7.
struct AdamsErrors {
  double two_lower = 0;       // order k − 2; 0 for k < 3
  double lower = 0;           // order k − 1; 0 for k < 2
  double same = 0;            // order k
  double higher = 0;          // order k + 1
  bool knows_higher = false;  // steps have been equal long enough for it
};

// What the next step is to be.
struct AdamsPlan {
  int order = 1;
  double error = 0;       // estimated at that order with the present step
  bool is_rising = true;  // the start: order and step grow with every step
  double step = 0;        // [s] proposed; 0: none yet
};

// Whether order k − 1 did no worse: known before the step is accepted.
bool should_lower(int k, const AdamsErrors& errors);

// Order after an accepted step of order k.
AdamsPlan plan_order(int k, bool is_rising, const AdamsErrors& errors);

// The next step over this one: 2, 1, or 0.5 … 0.9, so that steps stay equal for long.
double plan_step(const AdamsPlan& plan);

// The next step where somebody shortened the present one, h, which had been proposed longer: back to the
// proposal at once, not by doubling; formulas for unequal steps allow it.
double resumed_step(double next, double h, double proposed);

// The retry over a step whose error test failed for the `failures`-th time in a row.
double retry_factor(int failures, const AdamsErrors& errors);

}  // namespace perilune
