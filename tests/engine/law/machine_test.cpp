#include "engine/law/machine.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "engine/law/simplify.h"
#include "tests/engine/law/routines.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;

namespace {

// The machine of this computer, which must agree with the register machine.
double result_of(const Routine& routine, std::vector<double> inputs) {
  check(routine);
  double output = not_a_number, reference = not_a_number;
  REQUIRE(make_register_machine(routine)->run(inputs.data(), &reference));
  REQUIRE(make_machine(routine)->run(inputs.data(), &output));
  CHECK(same(output, reference));
  return output;
}

bool gives_up(const Routine& routine) {
  double output = 0;
  const bool given_up = !make_register_machine(routine)->run(nullptr, &output);
  CHECK(make_machine(routine)->run(nullptr, &output) != given_up);
  return given_up;
}

// s = 0; for i = 1 .. n: s = x − s. Block 1 is the loop, 2 its end.
Routine alternating_sum() {
  Routine routine = routine_with(2, 1, 3);
  const Value x = add_input(routine, 0), n = add_input(routine, 1);
  const Value zero = add_number(routine, 0), one = add_number(routine, 1);
  const Value i = add_parameter(routine, 1, Type::number), s = add_parameter(routine, 1, Type::number);
  const Value result = add_parameter(routine, 2, Type::number);
  routine.blocks[0].end = jump_to(1, {zero, zero});
  const Value next_i = emit(routine, 1, Op::add, i, one), next_s = emit(routine, 1, Op::subtract, x, s);
  routine.blocks[1].end = branch_on(Op::less, next_i, n, {1, {next_i, next_s}}, {2, {next_s}});
  routine.blocks[2].end = leave_with({result});
  return routine;
}

}  // namespace

TEST_CASE("operations: signs and limits are as the header says") {
  const auto number = [](Op op, double a, double b) {
    Word x, y;
    x.number = a, y.number = b;
    return apply(op, x, y, {});
  };
  const auto integer = [](Op op, std::int64_t a, std::int64_t b) {
    Word x, y;
    x.integer = a, y.integer = b;
    return apply(op, x, y, {}).integer;
  };
  CHECK(number(Op::modulo, -1, 3).number == 2);
  CHECK(number(Op::modulo, -1, -3).number == -1);
  CHECK(number(Op::modulo, -1, infinity).number == infinity);
  CHECK(std::isnan(number(Op::maximum, not_a_number, 0).number));
  CHECK(number(Op::maximum, 0, not_a_number).number == 0);
  CHECK(std::signbit(number(Op::maximum, -0.0, 0).number));
  CHECK(number(Op::to_integer, 0x1p63, 0).integer == 0);
  CHECK(number(Op::to_integer, -2.5, 0).integer == -2);
  CHECK(integer(Op::integer_floor_divide, -7, 2) == -4);
  CHECK(integer(Op::integer_floor_divide, INT64_MIN, -1) == INT64_MIN);
  CHECK(integer(Op::integer_modulo, -7, 3) == 2);
  CHECK(integer(Op::integer_modulo, INT64_MIN, -1) == 0);
  CHECK(integer(Op::integer_add, INT64_MAX, 1) == INT64_MIN);
}

TEST_CASE("machines: a loop carries its values, simplified or not") {
  const Routine routine = alternating_sum();
  CHECK(result_of(routine, {3, 5}) == 3);
  CHECK(result_of(routine, {3, 4}) == 0);
  CHECK(result_of(simplify(routine), {3, 5}) == 3);
  CHECK(result_of(simplify(routine), {3, 4}) == 0);
}

TEST_CASE("machines: values that change places do so at once") {
  Routine routine = routine_with(3, 1, 3);
  const Value zero = add_number(routine, 0), one = add_number(routine, 1);
  const Value n = add_parameter(routine, 1, Type::number), a = add_parameter(routine, 1, Type::number),
              b = add_parameter(routine, 1, Type::number);
  routine.blocks[0].end = jump_to(1, {add_input(routine, 0), add_input(routine, 1), add_input(routine, 2)});
  const Value left = emit(routine, 1, Op::subtract, n, one);
  routine.blocks[1].end = branch_on(Op::less, zero, left, {1, {left, b, a}}, {2, {}});
  routine.blocks[2].end = leave_with({emit(routine, 2, Op::subtract, a, b)});
  for (const Routine& form : {routine, simplify(routine)}) {
    CHECK(result_of(form, {1, 10, 3}) == 7);
    CHECK(result_of(form, {2, 10, 3}) == -7);
    CHECK(result_of(form, {3, 10, 3}) == 7);
  }
}

TEST_CASE("machines: a loop without end gives up") {
  Routine routine = routine_with(0, 1, 2);
  routine.blocks[0].end = jump_to(1), routine.blocks[1].end = jump_to(1);
  CHECK(gives_up(routine));
  CHECK(gives_up(simplify(routine)));
}

TEST_CASE("machines: NaN is a result; with the bits that say it gave up the interpreter is asked") {
  Routine routine = routine_with(1, 1, 1);
  routine.blocks[0].end = leave_with({add_input(routine, 0)});
  double mark = 0, output = 0;
  std::memcpy(&mark, &given_up, sizeof mark);
  const std::array<MachinePointer, 2> machines = {make_register_machine(routine), make_machine(routine)};
  for (const MachinePointer& machine : machines) {
    CHECK(machine->run(&not_a_number, &output));
    CHECK(std::isnan(output));
    CHECK(std::isnan(machine->run_for_first(&not_a_number, &output)));
    CHECK_FALSE(machine->run(&mark, &output));
    const double seven = 7;
    CHECK(machine->run_for_first(&seven, &output) == 7);
  }
}

TEST_CASE("machines: without outputs a routine runs or gives up") {
  for (const bool leaves : {true, false}) {
    Routine routine = routine_with(0, 0, 1);
    if (leaves) routine.blocks[0].end = leave_with({});
    CHECK(gives_up(routine) != leaves);
  }
}

TEST_CASE("machines: the last repetition that is allowed is done, the next is not") {
  for (const std::int64_t excess : {0, 1}) {
    CHECK(gives_up(counting_to(most_repeats + excess)) == (excess == 1));
  }
}

TEST_CASE("machines: a routine too long for machine code runs all the same") {
  Routine routine = routine_with(1, 1, 1);
  Value sum = add_input(routine, 0);
  const Value one = add_number(routine, 1);
  for (int i = 0; i < 20'000; ++i) sum = emit(routine, 0, Op::add, sum, one);
  routine.blocks[0].end = leave_with({sum});
  CHECK(make_native_machine(routine) == nullptr);
  CHECK(result_of(routine, {5}) == 20'005);
}

TEST_CASE("simplify: what is computed twice is computed once, on the way that needs it") {
  // x < 0 ? 0 : x^1.5 + (x^1.5)·1 + unused
  Routine routine = routine_with(1, 1, 3);
  const Value x = add_input(routine, 0), half = add_number(routine, 1.5), one = add_number(routine, 1);
  const Value first = emit(routine, 0, Op::power, x, half);
  emit(routine, 0, Op::sin, x);
  routine.blocks[0].end = branch_on(Op::less, x, add_number(routine, 0), {1, {}}, {2, {}});
  routine.blocks[1].end = leave_with({add_number(routine, 0)});
  const Value second = emit(routine, 2, Op::power, x, add_number(routine, 1.5));
  const Value product = emit(routine, 2, Op::multiply, second, one);
  routine.blocks[2].end = leave_with({emit(routine, 2, Op::add, first, product)});
  const Routine simple = simplify(routine);
  check(simple);
  CHECK(simple.blocks[0].body.empty());
  std::size_t instructions = 0;
  for (const Block& block : simple.blocks) instructions += block.body.size();
  CHECK(instructions == 2);  // one power, one sum
  CHECK(result_of(simple, {4}) == 16);
  CHECK(result_of(simple, {-4}) == 0);
}

TEST_CASE("simplify: constants fold to the bits of the machine, decided branches go") {
  Routine routine = routine_with(1, 1, 3);
  const Value x = add_input(routine, 0);
  const Value third = emit(routine, 0, Op::divide, add_number(routine, 1), add_number(routine, 3));
  routine.blocks[0].end = branch_on(Op::less, third, add_number(routine, 1), {1, {}}, {2, {}});
  routine.blocks[1].end = leave_with({emit(routine, 1, Op::add, x, third)});
  routine.blocks[2].end = leave_with({x});
  const Routine simple = simplify(routine);
  CHECK(simple.blocks.size() == 1);
  CHECK(simple.blocks[0].body.size() == 1);
  CHECK(result_of(simple, {2}) == 2 + 1.0 / 3);
}

TEST_CASE("simplify: zeros keep their sign") {
  Routine routine = routine_with(1, 1, 1);
  const Value x = add_input(routine, 0);
  routine.blocks[0].end = leave_with({emit(routine, 0, Op::add, x, add_number(routine, 0))});
  CHECK(!std::signbit(result_of(simplify(routine), {-0.0})));
  routine.blocks[0].body.clear();
  routine.blocks[0].end = leave_with({emit(routine, 0, Op::subtract, x, add_number(routine, -0.0))});
  CHECK(!std::signbit(result_of(simplify(routine), {-0.0})));
}

TEST_CASE("check: names what is wrong with a routine") {
  Routine routine = alternating_sum();
  routine.blocks[0].end.to.arguments.pop_back();
  CHECK_THROWS_WITH(check(routine), "block 0, value 1: takes another number of arguments");
  routine = alternating_sum();
  std::swap(routine.blocks[1].body[0], routine.blocks[1].body[1]);
  CHECK_NOTHROW(check(routine));
  routine.blocks[1].body.pop_back();
  CHECK_THROWS_AS(check(routine), std::logic_error);
}
