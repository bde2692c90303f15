#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

namespace {
long allocations = 0;  // of this program
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // std::stable_sort asks this one
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("repeat: identical runs agree to the last bit") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    SimulationOptions how = options(3.0, info.name);
    if (info.needs_step) how.steps.step = 1e-4;
    const std::shared_ptr<Run> a = Simulation(ball_model(law("flores", 0.8)), how).run();
    const std::shared_ptr<Run> b = Simulation(ball_model(law("flores", 0.8)), how).run();
    CHECK(a->steps().size() == b->steps().size());
    CHECK(same_bits(a->time(), b->time()));
    for (const ChannelInfo& channel : a->channels()) {
      CAPTURE(channel.name);
      CHECK(same_bits(a->series(channel.name), b->series(channel.name)));
    }
  }
}

// The ball bounces ten times to warm up; then every step that is not an event must leave the heap alone.
TEST_CASE("repeat: a step that is not an event allocates nothing") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    const bool is_of_second_order = info.acts_on_positions;  // it takes a hundred times the steps
    SimulationOptions how = options(8.0, info.name, is_of_second_order ? 1e-4 : 1e-8);
    if (info.needs_step) how.steps.step = 1e-4;
    how.record.when = RecordOptions::When::nothing;
    Simulation simulation(ball_model(law("flores", 0.8)), how);
    while (simulation.events().size() < 10 && simulation.step()) {}
    long quiet = 0, steps = 0;
    for (std::size_t events = simulation.events().size();; events = simulation.events().size()) {
      const long before = allocations;
      if (!simulation.step()) break;
      if (simulation.events().size() != events) continue;
      quiet += allocations - before;
      ++steps;
    }
    CHECK(steps > 500);
    CHECK(quiet == 0);
  }
}

TEST_CASE("repeat: a refused step leaves no trace") {
  // Refuses every third trial although nothing is wrong with it.
  struct Moody final : AcceptanceRule {
    Verdict judge(const StepView& step) override {
      if (++asked % 3 != 0 || step.dt < 1e-7) return Verdict::accepted();
      ++refused;
      return {Verdict::Kind::retry, 0, "callback", ""};
    }
    long asked = 0, refused = 0;
  };
  for (const std::string& integrator : variable_step_integrators()) {
    CAPTURE(integrator);
    const Model model = ball_model(law("flores", 0.8));
    SimulationOptions how = options(2.0, integrator);
    const std::shared_ptr<Run> calm = Simulation(model, how).run();
    const auto moody = std::make_shared<Moody>();
    how.accept.push_back(moody);
    const std::shared_ptr<Run> disturbed = Simulation(model, how).run();
    CHECK(moody->refused > 20);
    REQUIRE(calm->events().size() == disturbed->events().size());
    // Both keep to the exact solution within some hundred steps of 1e-10. bdf has equally spaced points behind it: each
    // refusal makes it interpolate them, an error of its own.
    const double allowed = integrator == "bdf" ? 1e-6 : 1e-7;
    for (std::size_t i = 0; i < calm->events().size(); ++i) {
      CHECK(std::abs(calm->events()[i].t - disturbed->events()[i].t) < allowed);
    }
    CHECK(std::abs(calm->final("ball.y") - disturbed->final("ball.y")) < 1e-6);
  }
}
