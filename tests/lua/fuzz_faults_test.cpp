// Does the fuzzer find what it is for? Routines are spoilt as a fault of the compiler would spoil all of them, class by
// class, and the comparison must stop at one of the first laws.
#include <doctest/doctest.h>

#include <utility>

#include "engine/law/dominators.h"
#include "tests/lua/law_fuzz.h"

using namespace perilune;
using namespace perilune::test;
using ir::End;
using ir::Instruction;
using ir::Op;
using ir::Routine;

namespace {

using Spoil = std::function<bool(Routine&)>;

// Every instruction of the bodies for which `spoil` says so is another one then.
Spoil each(const std::function<bool(Routine&, Instruction&)>& spoil) {
  return [spoil](Routine& routine) {
    bool any = false;
    for (ir::Block& block : routine.blocks) {
      for (const ir::Value value : block.body) {
        Instruction changed = routine.instructions[static_cast<std::size_t>(value)];
        if (!spoil(routine, changed)) continue;
        routine.instructions[static_cast<std::size_t>(value)] = changed;
        any = true;
      }
    }
    return any;
  };
}

Spoil replaced(Op op, Op by) {
  return each([=](Routine&, Instruction& instruction) {
    return instruction.op == op && (instruction.op = by, true);
  });
}

Spoil swapped(Op op) {
  return each([=](Routine&, Instruction& instruction) {
    if (instruction.op != op) return false;
    std::swap(instruction.operand[0], instruction.operand[1]);
    return true;
  });
}

// Conditions of branches.
Spoil each_branch(const std::function<bool(Routine&, End&)>& spoil) {
  return [spoil](Routine& routine) {
    bool any = false;
    for (ir::Block& block : routine.blocks)
      any = (block.end.kind == End::Kind::branch && spoil(routine, block.end)) || any;
    return any;
  };
}

Spoil condition(Op op, Op by) {
  return each_branch([=](Routine&, End& end) { return end.condition == op && (end.condition = by, true); });
}

// a < b ? x : y as b <= a ? y : x: the same but for NaN.
bool turn_around(Routine& /*routine*/, End& end) {
  if (end.condition != Op::less) return false;
  std::swap(end.a, end.b), std::swap(end.to, end.otherwise);
  end.condition = Op::less_equal;
  return true;
}

// A folded constant in its last bit, and the sign of a folded zero.
Spoil constants(const std::function<double(double)>& change) {
  return [change](Routine& routine) {
    bool any = false;
    for (Instruction& leaf : routine.instructions) {
      if (leaf.op != Op::number) continue;
      const double changed = change(leaf.payload.number);
      any = any || !same_bits(changed, leaf.payload.number);
      leaf.payload.number = changed;
    }
    return any;
  };
}

// x + 0 taken for x, which is wrong for −0.
bool drop_zero(Routine& routine, Instruction& instruction) {
  if (instruction.op != Op::add) return false;
  for (int k = 0; k < 2; ++k) {
    const Instruction& other = routine.instructions[static_cast<std::size_t>(instruction.operand[k])];
    if (other.op != Op::number || !same_bits(other.payload.number, 0)) continue;
    instruction = {Op::minimum, {instruction.operand[1 - k], instruction.operand[1 - k], ir::none}, {0}};
    return true;
  }
  return false;
}

// Value numbering that looks at the first operand alone: the later of two such instructions of a block gets the operands
// of the earlier.
bool number_carelessly(Routine& routine) {
  bool any = false;
  for (ir::Block& block : routine.blocks) {
    for (std::size_t i = 0; i < block.body.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const Instruction& earlier = routine.instructions[static_cast<std::size_t>(block.body[k])];
        Instruction& later = routine.instructions[static_cast<std::size_t>(block.body[i])];
        if (earlier.op != later.op || earlier.operand[0] != later.operand[0] ||
            earlier.operand[1] == later.operand[1] || ir::info(later.op).operands != 2)
          continue;
        later = earlier;
        any = true;
      }
    }
  }
  return any;
}

// Sinking that takes an instruction down one way only: the other way sees 0 in its place.
bool sink_one_way(Routine& routine) {
  bool any = false;
  const ir::Value zero = ir::add_number(routine, 0);
  for (ir::Block& block : routine.blocks) {
    if (block.end.kind != End::Kind::branch) continue;
    for (ir::Value& argument : block.end.otherwise.arguments) {
      if (ir::type_of(routine, argument) != ir::Type::number) continue;
      argument = zero, any = true;
    }
  }
  return any;
}

// Parameters of a block exchanged on the way round a loop, as moves in the wrong order would.
bool mix_parameters(Routine& routine) {
  bool any = false;
  for (std::size_t i = 0; i < routine.blocks.size(); ++i) {
    End& end = routine.blocks[i].end;
    for (ir::Edge* edge : {&end.to, &end.otherwise}) {
      if (edge->block < 0 || static_cast<std::size_t>(edge->block) > i) continue;
      for (std::size_t k = 1; k < edge->arguments.size(); ++k) {
        if (ir::type_of(routine, edge->arguments[k]) != ir::type_of(routine, edge->arguments[k - 1]))
          continue;
        std::swap(edge->arguments[k], edge->arguments[k - 1]);
        any = true;
      }
    }
  }
  return any;
}

// Whether every way to a block passes another one: a way from it to that one leads round a loop.
bool is_behind(const std::vector<int>& dominators, int block, int other) {
  while (block > 0 && block != other) block = dominators[static_cast<std::size_t>(block)];
  return block == other;
}

// One round of a loop too few: the way back is the way on where both lead to blocks without parameters … or the first
// value is kept.
bool keep_first_value(Routine& routine) {
  bool any = false;
  const std::vector<int> dominators = ir::immediate_dominators(routine);
  for (std::size_t i = 0; i < routine.blocks.size(); ++i) {
    End& end = routine.blocks[i].end;
    for (ir::Edge* edge : {&end.to, &end.otherwise}) {
      if (edge->block < 0 || !is_behind(dominators, static_cast<int>(i), edge->block)) continue;
      const std::vector<ir::Value>& parameters =
          routine.blocks[static_cast<std::size_t>(edge->block)].parameters;
      for (std::size_t k = 0; k < parameters.size(); ++k) {
        if (ir::type_of(routine, parameters[k]) != ir::Type::number || edge->arguments[k] == parameters[k])
          continue;
        edge->arguments[k] = parameters[k];
        any = true;
      }
    }
  }
  return any;
}

// A path that raises an error returns a number.
bool forget_error(Routine& routine) {
  bool any = false;
  const ir::Value zero = ir::add_number(routine, 0);
  for (ir::Block& block : routine.blocks) {
    if (block.end.kind != End::Kind::give_up || block.end.refusal >= 0) continue;
    block.end = End{};
    block.end.kind = End::Kind::leave, block.end.results = {zero};
    any = true;
  }
  return any;
}

struct Injected {
  std::string name;
  Faults faults;
};

std::vector<Injected> injected() {
  const auto everywhere = [](const char* name, Spoil spoil) {
    return Injected{name, {std::move(spoil), nullptr, nullptr}};
  };
  const auto nudge = [](double x) { return x > 0.1 && x < 100 ? std::nextafter(x, 1e9) : x; };
  const auto lose_sign = [](double x) { return x == 0 ? 0.0 : x; };
  return {
      everywhere("arithmetic: subtract with its operands exchanged", swapped(Op::subtract)),
      everywhere("arithmetic: divide with its operands exchanged", swapped(Op::divide)),
      everywhere("arithmetic: max with its operands exchanged", swapped(Op::maximum)),
      everywhere("arithmetic: % as fmod", replaced(Op::modulo, Op::fmod)),
      everywhere("arithmetic: floor as ceiling", replaced(Op::floor, Op::ceiling)),
      everywhere(
          "arithmetic: -x as 0 - x", each([](Routine& routine, Instruction& instruction) {
            if (instruction.op != Op::negate) return false;
            instruction = {Op::subtract, {ir::add_number(routine, 0), instruction.operand[0], ir::none}, {0}};
            return true;
          })),
      everywhere("comparison: < as <=", condition(Op::less, Op::less_equal)),
      everywhere("comparison: <= as <", condition(Op::less_equal, Op::less)),
      everywhere("comparison: a < b as not b <= a", each_branch(turn_around)),
      everywhere("folding: a constant in its last bit", constants(nudge)),
      everywhere("folding: -0 as 0", constants(lose_sign)),
      everywhere("folding: x + 0 as x", each(drop_zero)),
      everywhere("value numbering by the first operand alone", number_carelessly),
      everywhere("sinking down one way only", sink_one_way),
      everywhere("loops: values exchanged on the way round", mix_parameters),
      everywhere("loops: a value kept from the first round", keep_first_value),
      everywhere("errors: an error that is no error", forget_error),
      {"derivative: its value part in the last bit", {nullptr, nullptr, constants(nudge)}},
      {"one machine: % as fmod", {nullptr, replaced(Op::modulo, Op::fmod), nullptr}},
      {"one machine: < as <=", {nullptr, condition(Op::less, Op::less_equal), nullptr}},
      {"one machine: values exchanged on the way round", {nullptr, mix_parameters, nullptr}},
  };
}

}  // namespace

TEST_CASE("fuzz: a fault of each class is found among the first laws") {
  for (const Injected& one : injected()) {
    CAPTURE(one.name);
    const Counts counts = fuzz(3, 400, one.faults);
    CHECK(counts.faulty > 0);
    CHECK(counts.wrong() > 0);
    MESSAGE(one.name << ": found in law " << counts.laws + 1 << ", the fault was in " << counts.faulty);
  }
}
