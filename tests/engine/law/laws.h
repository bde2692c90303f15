#pragma once

#include "tests/engine/law/routines.h"

namespace perilune::ir::testing {

// Inputs penetration, rate, impact speed; K δⁿ (1 + 8 (1 − c)/(5 c) δ̇/δ̇⁽⁻⁾), 0 outside (Flores et al. 2011,
// equation 43), as one writes it.
inline Routine flores_law(double stiffness, double exponent, double restitution) {
  Routine routine = routine_with(3, 1, 3);
  const Value depth = add_input(routine, 0), rate = add_input(routine, 1), speed = add_input(routine, 2);
  const Value zero = add_number(routine, 0), one = add_number(routine, 1),
              c = add_number(routine, restitution);
  routine.blocks[0].end = branch_on(Op::less_equal, depth, zero, {1, {}}, {2, {}});
  routine.blocks[1].end = leave_with({zero});
  const Value lost =
      emit(routine, 2, Op::multiply, add_number(routine, 8), emit(routine, 2, Op::subtract, one, c));
  const Value kept = emit(routine, 2, Op::multiply, add_number(routine, 5), c);
  const Value ratio = emit(routine, 2, Op::divide, rate, speed);
  const Value damping = emit(routine, 2, Op::multiply, emit(routine, 2, Op::divide, lost, kept), ratio);
  const Value power = emit(routine, 2, Op::power, depth, add_number(routine, exponent));
  const Value elastic = emit(routine, 2, Op::multiply, add_number(routine, stiffness), power);
  routine.blocks[2].end =
      leave_with({emit(routine, 2, Op::multiply, elastic, emit(routine, 2, Op::add, one, damping))});
  return routine;
}

// Input a; three steps of Newton's method for x² = a from 1: a loop that carries a number.
inline Routine newton_root() {
  Routine routine = routine_with(1, 1, 3);
  const Value a = add_input(routine, 0), half = add_number(routine, 0.5), one = add_number(routine, 1);
  const Value i = add_parameter(routine, 1, Type::integer), x = add_parameter(routine, 1, Type::number);
  routine.blocks[0].end = jump_to(1, {add_integer(routine, 1), one});
  const Value next =
      emit(routine, 1, Op::multiply, half, emit(routine, 1, Op::add, x, emit(routine, 1, Op::divide, a, x)));
  const Value count = emit(routine, 1, Op::integer_add, i, add_integer(routine, 1));
  routine.blocks[1].end =
      branch_on(Op::integer_less_equal, count, add_integer(routine, 3), {1, {count, next}}, {2, {}});
  routine.blocks[2].end = leave_with({next});
  return routine;
}

// Inputs slip speed v ≥ 0, normal force N; N (μ_c + (μ_s − μ_c) exp(−(v/v_s)²)), at v < v_0 by 2 r − r², r = v/v_0.
inline Routine stribeck_law(double kinetic, double static_, double stribeck_speed, double least_speed) {
  Routine routine = routine_with(2, 1, 3);
  const Value v = add_input(routine, 0), force = add_input(routine, 1), two = add_number(routine, 2);
  const auto on = [&](int block, Op op, Value a, Value b = none) { return emit(routine, block, op, a, b); };
  const Value least = add_number(routine, least_speed), mu = add_number(routine, kinetic);
  const Value ratio = on(0, Op::divide, v, add_number(routine, stribeck_speed));
  const Value fall = on(0, Op::exp, on(0, Op::negate, on(0, Op::multiply, ratio, ratio)));
  const Value excess = on(0, Op::multiply, add_number(routine, static_ - kinetic), fall);
  const Value friction = on(0, Op::multiply, force, on(0, Op::add, mu, excess));
  routine.blocks[0].end = branch_on(Op::less, v, least, {1, {}}, {2, {}});
  const Value r = on(1, Op::divide, v, least);
  const Value part = on(1, Op::multiply, r, on(1, Op::subtract, two, r));
  routine.blocks[1].end = leave_with({on(1, Op::multiply, friction, part)});
  routine.blocks[2].end = leave_with({friction});
  return routine;
}

// Inputs penetration, rate; min(max(k δ + max(c δ̇, 0), 0), most).
inline Routine limited_law(double stiffness, double damping, double most) {
  Routine routine = routine_with(2, 1, 1);
  const auto on = [&](Op op, Value a, Value b) { return emit(routine, 0, op, a, b); };
  const Value zero = add_number(routine, 0);
  const Value spring = on(Op::multiply, add_number(routine, stiffness), add_input(routine, 0));
  const Value damper = on(Op::multiply, add_number(routine, damping), add_input(routine, 1));
  const Value force = on(Op::add, spring, on(Op::maximum, damper, zero));
  routine.blocks[0].end =
      leave_with({on(Op::minimum, on(Op::maximum, force, zero), add_number(routine, most))});
  return routine;
}

}  // namespace perilune::ir::testing
