#include <doctest/doctest.h>

#include <array>
#include <string>

#include "engine/law/machine.h"
#include "tests/engine/law/operations.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;

namespace {

struct Machines {
  explicit Machines(const Routine& routine) : list{make_register_machine(routine), make_machine(routine)} {}
  std::array<MachinePointer, 2> list;
};

// How often a machine differs from apply().
int differences(const Machines& machines, Op op, const Word* words) {
  const OpInfo& form = info(op);
  double inputs[6] = {}, outputs[2];
  for (int k = 0; k < form.operands; ++k) split(words[k], form.operand[k], inputs + 2 * k);
  const Word expected = apply(op, words[0], words[1], words[2]);
  int count = 0;
  for (const MachinePointer& machine : machines.list) {
    const bool right =
        machine->run(inputs, outputs) && same(from_outputs(outputs, form.result), expected, form.result);
    count += !right;
  }
  return count;
}

}  // namespace

TEST_CASE("machines: every operation is what apply says, for special values, wherever its operands lie") {
  for (int k = static_cast<int>(Op::add); k < op_count; ++k) {
    const Op op = static_cast<Op>(k);
    CAPTURE(std::string(info(op).name));
    for (const Place a : {Place::input, Place::parameter})
      for (const Place b : {Place::input, Place::parameter}) {
        const Machines machines(routine_of(op, {a, b, Place::input}, nullptr));
        int count = 0;
        for_special_operands(op, [&](const Word* words) { count += differences(machines, op, words); });
        CHECK(count == 0);
      }
  }
}

TEST_CASE("machines: every operation is what apply says of constants") {
  for (int k = static_cast<int>(Op::add); k < op_count; ++k) {
    const Op op = static_cast<Op>(k);
    CAPTURE(std::string(info(op).name));
    for (int constant = 0; constant < info(op).operands; ++constant) {
      std::array<Place, 3> places = {Place::parameter, Place::input, Place::parameter};
      places[constant] = Place::constant;
      int count = 0;
      for (const Word& value : special_words(info(op).operand[constant])) {
        Word words[3] = {value, value, value};
        const Machines machines(routine_of(op, places, words));
        for_special_operands(op, [&](const Word* others) {
          if (same(others[constant], value, info(op).operand[constant]))
            count += differences(machines, op, others);
        });
      }
      CHECK(count == 0);
    }
  }
}

TEST_CASE("machines: branches go where comparisons say, however the blocks lie") {
  // The way that holds first or last; both to one block that is told which.
  for (const int arrangement : {0, 1, 2}) {
    for (int k = static_cast<int>(Op::less); k <= static_cast<int>(Op::integer_equal); ++k) {
      const Op op = static_cast<Op>(k);
      CAPTURE(std::string(info(op).name));
      Routine routine = routine_with(6, 2, 3);
      const Value yes = add_number(routine, 1), no = add_number(routine, 0);
      const Type type = info(op).operand[0];
      const Value a = join(routine, 0, 0, type), b = join(routine, 0, 2, type);
      if (arrangement == 2) {
        const Value told = add_parameter(routine, 1, Type::number);
        routine.blocks[0].end = branch_on(op, a, b, {1, {yes}}, {1, {no}});
        routine.blocks[1].end = leave_with({told, told});
      } else {
        routine.blocks[0].end = branch_on(op, a, b, {1 + arrangement, {}}, {2 - arrangement, {}});
        routine.blocks[1 + arrangement].end = leave_with({yes, yes});
        routine.blocks[2 - arrangement].end = leave_with({no, no});
      }
      const Machines machines(routine);
      int count = 0;
      for_special_operands(op, [&](const Word* words) {
        double inputs[6] = {}, outputs[2];
        split(words[0], type, inputs), split(words[1], type, inputs + 2);
        for (const MachinePointer& machine : machines.list) {
          const bool ran = machine->run(inputs, outputs);
          count += !ran || (outputs[0] == 1) != (apply(op, words[0], words[1], {}).integer == 1);
        }
      });
      CHECK(count == 0);
    }
  }
}

TEST_CASE("machines: what is selected by a comparison keeps its bits, zeros and NaN, too") {
  const double kept[][2] = {{-0.0, 3}, {0.0, -0.0}, {3, 0.0}, {not_a_number, -2}};
  for (const Op op : {Op::less, Op::less_equal, Op::equal, Op::integer_less}) {
    for (const auto& pair : kept) {
      Routine routine = routine_with(6, 2, 1);
      const Type type = info(op).operand[0];
      const Value condition = emit(routine, 0, op, join(routine, 0, 0, type), join(routine, 0, 2, type));
      const Value constant =
          emit(routine, 0, Op::select, condition, add_number(routine, pair[0]), add_number(routine, pair[1]));
      const Value given =
          emit(routine, 0, Op::select, condition, add_input(routine, 4), add_input(routine, 5));
      routine.blocks[0].end = leave_with({constant, given});
      const Machines machines(routine);
      int count = 0;
      for_special_operands(op, [&](const Word* words) {
        double inputs[6] = {0, 0, 0, 0, pair[0], pair[1]}, outputs[2];
        split(words[0], type, inputs), split(words[1], type, inputs + 2);
        const double expected = apply(op, words[0], words[1], {}).integer != 0 ? pair[0] : pair[1];
        for (const MachinePointer& machine : machines.list) {
          const bool ran = machine->run(inputs, outputs);
          count += !ran || !same(outputs[0], expected) || !same(outputs[1], expected);
        }
      });
      CHECK(count == 0);
    }
  }
}
