#include <doctest/doctest.h>

#include "engine/law/machine.h"
#include "engine/law/simplify.h"
#include "tests/engine/law/random_routine.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;

namespace {

struct Counts {
  int evaluations = 0, given_up = 0, finite = 0, differences = 0;
};

// Runs the machines of `forms` on the same inputs; the first form on the register machine is the reference.
void compare(const std::vector<Routine>& forms, std::mt19937& random, Counts& counts) {
  std::vector<MachinePointer> machines;
  for (const Routine& form : forms) {
    machines.push_back(make_register_machine(form));
    machines.push_back(make_machine(form));
  }
  for (int i = 0; i < 20; ++i) {
    const std::vector<double> inputs = RandomRoutine::make_inputs(random);
    double expected[RandomRoutine::outputs], outputs[RandomRoutine::outputs];
    const bool left = machines[0]->run(inputs.data(), expected);
    ++counts.evaluations;
    counts.given_up += !left;
    for (const double x : expected) counts.finite += left && std::isfinite(x);
    for (const MachinePointer& machine : machines) {
      bool right = machine->run(inputs.data(), outputs) == left;
      for (int k = 0; left && k < RandomRoutine::outputs; ++k) right = right && same(outputs[k], expected[k]);
      counts.differences += !right;
    }
  }
}

}  // namespace

TEST_CASE("machines: random routines, plain and simplified, give the same bits") {
  Counts counts;
  std::mt19937 random(1);
  for (unsigned seed = 0; seed < 800; ++seed) {
    const Routine routine = RandomRoutine::make(seed);
    check(routine);
    const Routine simple = simplify(routine);
    check(simple);
    const int before = counts.differences;
    compare({routine, simple}, random, counts);
    if (counts.differences > before) MESSAGE("seed ", seed, "\n", to_text(simple));
    REQUIRE(counts.differences == before);
  }
  // They do mean something: most end, and most results are numbers.
  CHECK(counts.given_up < counts.evaluations / 5);
  CHECK(counts.finite > counts.evaluations);
}
