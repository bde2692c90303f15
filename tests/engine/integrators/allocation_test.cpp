#include <doctest/doctest.h>

#include <cstdlib>
#include <new>

#include "tests/engine/integrators/orbit.h"

// Counts every allocation of this program.
namespace {
long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace perilune;

namespace {

// Steps with everything that the loop of a simulation asks of a method, from node to node in place.
void work(Method& method, Node& now, Trial& trial, int steps) {
  double h = method.first_step(now, 1);
  for (int step = 0; step < steps; ++step) {
    method.attempt(now, 0.37 * h, trial);  // somebody refuses
    method.attempt(now, 50 * h, trial);    // error control refuses, where there is one
    method.attempt(now, h, trial);
    method.commit(now, trial, step % 7 ? nullptr : trial.after.y.data());
    method.refine(now, trial);
    h = trial.next_step;
    std::swap(now, trial.after);
    if (step % 40 == 39) {
      method.restart(now);
      h = method.first_step(now, 1);
    }
  }
}

}  // namespace

TEST_CASE("no method allocates after warm-up") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    for (const bool fixed : {false, true}) {
      if (info.needs_step && !fixed) continue;
      CAPTURE(info.name);
      CAPTURE(fixed);
      Orbit orbit;
      StepOptions options;
      if (fixed) options.step = 0.01;
      const auto method = info.make(orbit, options);
      Node now = orbit.start();
      Trial trial;
      method->restart(now);
      const long at_start = allocations;
      work(*method, now, trial, 1);
      const long warm = allocations;
      CHECK(warm > at_start);  // the counter counts
      work(*method, now, trial, 200);
      CHECK(allocations == warm);
    }
  }
}
