#pragma once

#include <vector>

#include "engine/law/routine.h"

namespace perilune::ir {

// How fast each input moves: not at all, at rate 1, or as fast as another input says (which may be a new one).
using Direction = std::vector<int>;  // an entry for each input: one of these, or the number of that input
constexpr int at_rest = -1, at_unit_rate = -2;

// The routine with derivatives of its outputs, computed in forward mode along with them (Griewank & Walther 2008,
// section 3.1): outputs f, then df along directions[0], df along directions[1], …; f keeps its bits. What does not move
// along a direction costs nothing there, and what several directions need is computed once.
//
// The derivative is that of the branch taken; floor, ceiling and integers have none, minimum and maximum that of the
// operand they return, |x| has slope 1 at 0. An operand at rest adds nothing, not 0·∞: √(x²) has slope 0 at 0. A
// routine that gives up does so here, too. Derivatives of derivatives are had by differentiating twice.
Routine differentiate(const Routine& routine, const std::vector<Direction>& directions);

// Outputs f, then ∂f/∂x for each x of `inputs`, one after another. Laws: force and its slopes.
Routine with_partials(const Routine& routine, const std::vector<int>& inputs);

// Every input and output is three numbers, value and first and second derivative along one curve (as struct Taylor of
// function.h): f, f', f''. Derivatives of inputs that are not `moving` are not looked at. Drivers: moving = {time}.
Routine with_taylor(const Routine& routine, const std::vector<int>& moving);

// Inputs x, then the rates of those of `inputs`; outputs f, then the columns ∂f/∂x_i, then df/dt and d/dt of each column.
// Constraints: Φ, Φ_q, Φ̇ and its Jacobian's rate, so that γ = −(d/dt Φ_(q,t)) (v, 1).
Routine with_jacobian_rate(const Routine& routine, const std::vector<int>& inputs);

}  // namespace perilune::ir
