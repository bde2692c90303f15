// Machine code for AArch64 against the register machine, bit by bit, wherever this computer can emulate that processor.
#include <doctest/doctest.h>

#include <string>

#include "engine/law/differentiate.h"
#include "engine/law/simplify.h"
#include "tests/engine/law/a64_emulator.h"
#include "tests/engine/law/laws.h"
#include "tests/engine/law/operations.h"
#include "tests/engine/law/random_routine.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;

namespace {

// One run after the other, six inputs each: all special operands; with `fixed`, those where that one is `value`.
std::vector<double> special_inputs(Op op, int fixed = -1, Word value = {}) {
  std::vector<double> inputs;
  for_special_operands(op, [&](const Word* words) {
    if (fixed >= 0 && !same(words[fixed], value, info(op).operand[fixed])) return;
    double split_up[6] = {};
    for (int k = 0; k < info(op).operands; ++k) split(words[k], info(op).operand[k], split_up + 2 * k);
    inputs.insert(inputs.end(), std::begin(split_up), std::end(split_up));
  });
  return inputs;
}

// Of a law: around what it is for, and all that breaks what is nearly right.
std::vector<double> inputs_of_law(int count, double size) {
  std::vector<double> inputs;
  std::mt19937 random(5);
  for (int i = 0; i < 300 * count; ++i) {
    const double usual = size * (static_cast<int>(random() % 2001) - 500) / 1000;
    inputs.push_back(random() % 4 ? usual : special_numbers[random() % std::size(special_numbers)]);
  }
  return inputs;
}

std::vector<int> all_inputs(const Routine& routine) {
  std::vector<int> list;
  for (int i = 0; i < routine.inputs; ++i) list.push_back(i);
  return list;
}

}  // namespace

TEST_CASE("AArch64: no code is written that would call a function that is not there") {
  Routine routine = routine_with(1, 1, 1);
  routine.blocks[0].end = leave_with({emit(routine, 0, Op::sin, add_input(routine, 0))});
  CHECK(make_a64_code(routine, {}).empty());
}

TEST_CASE("AArch64: every operation is that of the register machine, wherever its operands lie") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  for (int k = static_cast<int>(Op::add); k < op_count; ++k) {
    const Op op = static_cast<Op>(k);
    CAPTURE(std::string(info(op).name));
    int count = 0;
    for (const Place a : {Place::input, Place::parameter})
      for (const Place b : {Place::input, Place::parameter})
        count += emulator->differences(routine_of(op, {a, b, Place::input}, nullptr), special_inputs(op));
    CHECK(count == 0);
  }
}

TEST_CASE("AArch64: every operation is that of the register machine on constants") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  for (int k = static_cast<int>(Op::add); k < op_count; ++k) {
    const Op op = static_cast<Op>(k);
    CAPTURE(std::string(info(op).name));
    int count = 0;
    for (int constant = 0; constant < info(op).operands; ++constant) {
      std::array<Place, 3> places = {Place::parameter, Place::input, Place::parameter};
      places[static_cast<std::size_t>(constant)] = Place::constant;
      for (const Word& value : special_words(info(op).operand[constant])) {
        const Word words[3] = {value, value, value};
        count += emulator->differences(routine_of(op, places, words), special_inputs(op, constant, value));
      }
    }
    CHECK(count == 0);
  }
}

TEST_CASE("AArch64: branches and selections go where comparisons say") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  for (int k = static_cast<int>(Op::less); k <= static_cast<int>(Op::integer_equal); ++k) {
    const Op op = static_cast<Op>(k);
    CAPTURE(std::string(info(op).name));
    const Type type = info(op).operand[0];
    for (const int yes : {1, 2}) {  // the way that holds first or last
      Routine routine = routine_with(6, 2, 3);
      const Value a = join(routine, 0, 0, type), b = join(routine, 0, 2, type);
      const Value one = add_number(routine, 1), minus_zero = add_number(routine, -0.0);
      const Value condition = emit(routine, 0, op, a, b);
      const Value selected = emit(routine, 0, Op::select, condition, minus_zero, one);
      routine.blocks[0].end = branch_on(op, a, b, {yes, {}}, {3 - yes, {}});
      routine.blocks[yes].end = leave_with({one, selected});
      routine.blocks[3 - yes].end =
          leave_with({minus_zero, emit(routine, 3 - yes, Op::select, condition, one, add_input(routine, 0))});
      check(routine);
      CHECK(emulator->differences(routine, special_inputs(op)) == 0);
    }
  }
}

TEST_CASE("AArch64: a loop without end gives up, and the last repetition that is allowed is done") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  for (const std::int64_t excess : {0, 1}) {
    const long before = emulator->given_up;
    CHECK(emulator->differences(counting_to(most_repeats + excess), {}) == 0);
    CHECK(emulator->given_up - before == excess);
  }
}

TEST_CASE("AArch64: a thousand values alive at once, more than registers and a page of the stack hold") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  Routine routine = routine_with(2, 1, 1);
  const Value x = add_input(routine, 0), y = add_input(routine, 1);
  std::vector<Value> values = {emit(routine, 0, Op::add, x, y)};
  for (int i = 0; i < 1000; ++i) values.push_back(emit(routine, 0, Op::multiply, values.back(), y));
  Value sum = emit(routine, 0, Op::atan2, x, y);  // a call that all of them survive
  for (const Value value : values) sum = emit(routine, 0, Op::subtract, value, sum);
  routine.blocks[0].end = leave_with({sum});
  CHECK(emulator->differences(routine, {1, 1.001, -0.5, 0.999, 3, -1}) == 0);
}

TEST_CASE(
    "AArch64: laws, their partial derivatives and Taylor coefficients are those of the register machine") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  const std::pair<Routine, double> laws[] = {{flores_law(1.4e8, 1.5, 0.7), 1e-3},
                                             {stribeck_law(0.1, 0.25, 0.05, 0.01), 0.1},
                                             {newton_root(), 2},
                                             {limited_law(1e5, 200, 80), 2e-3}};
  for (const auto& [law, size] : laws) {
    const Routine partials = with_partials(law, all_inputs(law)), taylor = with_taylor(law, all_inputs(law));
    for (const Routine& routine : {law, simplify(law), partials, taylor})
      CHECK(emulator->differences(routine, inputs_of_law(routine.inputs, size)) == 0);
  }
}

TEST_CASE("AArch64: random routines, plain, simplified and with partial derivatives, give the same bits") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  std::mt19937 random(1);
  const long runs = emulator->runs, calls = emulator->calls, given_up = emulator->given_up;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const auto numbers = seed % 2 ? RandomRoutine::Numbers::special : RandomRoutine::Numbers::tame;
    const Routine plain = RandomRoutine::make(seed, numbers);
    std::vector<double> inputs;
    for (int i = 0; i < 10; ++i) {
      const std::vector<double> more = RandomRoutine::make_inputs(random, numbers);
      inputs.insert(inputs.end(), more.begin(), more.end());
    }
    const Routine form = seed % 3 == 0   ? plain
                         : seed % 3 == 1 ? simplify(plain)
                                         : with_partials(plain, {0, 1, 2, 3});
    const int differences = emulator->differences(form, inputs);
    if (differences > 0) MESSAGE("seed ", seed, "\n", to_text(form));
    REQUIRE(differences == 0);
  }
  // They do mean something: most leave, many call.
  CHECK(emulator->runs - runs == 20'000);
  CHECK(emulator->given_up - given_up < 4000);
  CHECK(emulator->calls - calls > 20'000);
}
