#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "engine/law/differentiate.h"
#include "engine/law/machine.h"
#include "tests/engine/law/differences.h"
#include "tests/engine/law/random_routine.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;

namespace {

struct Compared {
  int slopes = 0, not_zero = 0, wrong = 0, changed = 0;
  bool quiet = false;  // where something wrong is expected
};

using Spoil = std::function<void(Routine&)>;

// ∂f/∂x_k where it can be told: where differences of two widths agree, the function is smooth and they are its slope.
void compare_slopes(const Routine& routine, const std::vector<double>& inputs,
                    const std::vector<double>& results, Compared& compared) {
  if (LongDouble::largest(routine, {inputs.begin(), inputs.end()}) > 1e6L) return;
  for (int k = 0; k < RandomRoutine::inputs; ++k) {
    const double x = std::fabs(inputs[static_cast<std::size_t>(k)]);
    if (!(x > 1e-2 && x < 1e6)) continue;
    for (int output = 0; output < RandomRoutine::outputs; ++output) {
      const long double fine = slope(routine, inputs, k, 1e-5L, output);
      const long double coarse = slope(routine, inputs, k, 3e-5L, output), scale = 1 + std::fabs(fine);
      if (!(std::fabs(fine - coarse) < 1e-7L * scale && scale < 1e6L)) continue;
      const double computed = results[static_cast<std::size_t>(RandomRoutine::outputs * (1 + k) + output)];
      ++compared.slopes;
      compared.not_zero += computed != 0;
      if (std::fabs(computed - fine) < 1e-5L * scale) continue;
      ++compared.wrong;
      if (compared.quiet) continue;
      MESSAGE("input ", k, " of ", inputs[0], " ", inputs[1], " ", inputs[2], " ", inputs[3], ": ", computed,
              " not ", static_cast<double>(fine), "\n", to_text(routine));
    }
  }
}

void compare_derivatives(const Routine& routine, RandomRoutine::Numbers numbers, std::mt19937& random,
                         Compared& compared, const Spoil& spoil = nullptr) {
  Routine partials = with_partials(routine, {0, 1, 2, 3});
  if (spoil) spoil(partials);
  check(partials);
  const MachinePointer machines[] = {make_register_machine(routine), make_register_machine(partials),
                                     make_machine(partials)};
  std::vector<double> f(RandomRoutine::outputs), results(5 * f.size()), again(5 * f.size());
  for (int i = 0; i < 8; ++i) {
    const std::vector<double> inputs = RandomRoutine::make_inputs(random, numbers);
    const bool left = machines[0]->run(inputs.data(), f.data());
    compared.changed += machines[1]->run(inputs.data(), results.data()) != left;
    compared.changed += machines[2]->run(inputs.data(), again.data()) != left;
    if (!left) continue;
    for (std::size_t k = 0; k < f.size(); ++k) compared.changed += !same(results[k], f[k]);
    for (std::size_t k = 0; k < results.size(); ++k) compared.changed += !same(results[k], again[k]);
    compare_slopes(routine, inputs, results, compared);
  }
}

// f'' of random routines at one place and curve: as differences say, where those of two widths agree.
void compare_second(const Routine& routine, const std::vector<double>& curve, const double* results,
                    Compared& compared) {
  for (int output = 0; output < RandomRoutine::outputs; ++output) {
    const std::vector<long double> fine = along_curve(routine, curve, output, 3e-4L);
    const long double coarse = along_curve(routine, curve, output, 1e-3L)[1], scale = 1 + std::fabs(fine[1]);
    if (!(std::fabs(fine[1] - coarse) < 1e-6L * scale && scale < 1e4L)) continue;
    const double first = results[3 * output + 1], second = results[3 * output + 2];
    ++compared.slopes, compared.not_zero += second != 0;
    if (std::fabs(first - fine[0]) < 1e-5L * (1 + std::fabs(fine[0])) &&
        std::fabs(second - fine[1]) < 1e-5L * scale)
      continue;
    ++compared.wrong;
    MESSAGE(second, " not ", static_cast<double>(fine[1]), "\n", to_text(routine));
  }
}

// Which values f needs, or the choice of a way.
std::vector<char> needed_for_values(const Routine& routine) {
  std::vector<char> needed(routine.instructions.size());
  std::vector<Value> work;
  const auto need = [&](Value value) {
    if (std::exchange(needed[static_cast<std::size_t>(value)], 1) == 0) work.push_back(value);
  };
  for (const Block& block : routine.blocks) {
    if (block.end.kind == End::Kind::branch) need(block.end.a), need(block.end.b);
    if (block.end.kind != End::Kind::leave) continue;
    for (std::size_t i = 0; i < RandomRoutine::outputs; ++i) need(block.end.results[i]);
  }
  while (!work.empty()) {
    const Value value = work.back();
    work.pop_back();
    const Instruction& instruction = routine.instructions[static_cast<std::size_t>(value)];
    for (int k = 0; k < info(instruction.op).operands; ++k) need(instruction.operand[k]);
    if (!is_parameter(instruction.op)) continue;
    for (const Block& block : routine.blocks) {
      for (const Edge* edge : {&block.end.to, &block.end.otherwise}) {
        if (edge->block < 0) continue;
        const std::vector<Value>& list = routine.blocks[static_cast<std::size_t>(edge->block)].parameters;
        const auto place = std::find(list.begin(), list.end(), value);
        if (place != list.end()) need(edge->arguments[static_cast<std::size_t>(place - list.begin())]);
      }
    }
  }
  return needed;
}

// A fault in the rule of a derivative: in instructions that only slopes need.
Spoil in_slopes(const std::function<void(Instruction&)>& change) {
  return [change](Routine& routine) {
    const std::vector<char> needed = needed_for_values(routine);
    for (const Block& block : routine.blocks)
      for (const Value value : block.body)
        if (!needed[static_cast<std::size_t>(value)])
          change(routine.instructions[static_cast<std::size_t>(value)]);
  };
}

void replace(Instruction& instruction, Op op, Op by) {
  if (instruction.op == op) instruction.op = by;
}

}  // namespace

TEST_CASE("derivatives: a fault of each rule is found") {
  const std::pair<const char*, Spoil> faults[] = {
      {"a sum as a difference", in_slopes([](Instruction& i) { replace(i, Op::add, Op::subtract); })},
      {"a difference as a sum", in_slopes([](Instruction& i) { replace(i, Op::subtract, Op::add); })},
      {"a product as a quotient", in_slopes([](Instruction& i) { replace(i, Op::multiply, Op::divide); })},
      {"a factor forgotten", in_slopes([](Instruction& i) {
         if (i.op == Op::multiply) i.op = Op::minimum, i.operand[1] = i.operand[0];
       })},
      {"a sign forgotten", in_slopes([](Instruction& i) {
         if (i.op == Op::negate) i.op = Op::minimum, i.operand[1] = i.operand[0];
       })},
      {"another function", in_slopes([](Instruction& i) { replace(i, Op::cos, Op::sin); })},
  };
  for (const auto& [name, spoil] : faults) {
    const std::string fault = name;
    CAPTURE(fault);
    std::mt19937 random(7);
    Compared compared;
    compared.quiet = true;
    for (unsigned seed = 0; seed < 200 && compared.wrong == 0; ++seed)
      compare_derivatives(RandomRoutine::make(seed, RandomRoutine::Numbers::tame),
                          RandomRoutine::Numbers::tame, random, compared, spoil);
    CHECK(compared.wrong > 0);
    CHECK(compared.changed == 0);  // f stays what it was
  }
}

TEST_CASE("derivatives: of random routines, f keeps its bits and slopes agree with differences in 80 bits") {
  std::mt19937 random(7);
  Compared compared;
  for (const auto numbers : {RandomRoutine::Numbers::special, RandomRoutine::Numbers::tame})
    for (unsigned seed = 0; seed < 400 && compared.wrong < 3; ++seed)
      compare_derivatives(RandomRoutine::make(seed, numbers), numbers, random, compared);
  CHECK(compared.changed == 0);
  CHECK(compared.wrong == 0);
  CHECK(compared.not_zero > 2000);
}

TEST_CASE("derivatives: of random routines along curves, the second agree with differences in 80 bits") {
  std::mt19937 random(11);
  Compared compared;
  for (unsigned seed = 0; seed < 600 && compared.wrong < 3; ++seed) {
    const Routine routine = RandomRoutine::make(seed, RandomRoutine::Numbers::tame);
    const MachinePointer machine = make_machine(with_taylor(routine, {0, 1, 2, 3}));
    for (int i = 0; i < 4; ++i) {
      const std::vector<double> place = RandomRoutine::make_inputs(random, RandomRoutine::Numbers::tame);
      std::vector<double> curve;
      for (const double x : place)
        for (const double y :
             {x, static_cast<double>(random() % 3) / 4, static_cast<double>(random() % 3) / 8})
          curve.push_back(y);
      double results[3 * RandomRoutine::outputs];
      if (machine->run(curve.data(), results) &&
          LongDouble::largest(routine, {place.begin(), place.end()}) < 1e4L)
        compare_second(routine, curve, results, compared);
    }
  }
  CHECK(compared.wrong == 0);
  CHECK(compared.not_zero > 500);
}
