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

}  // namespace perilune::ir::testing
