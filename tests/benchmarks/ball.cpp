// What the engine costs: the ball of the gallery, three seconds, five impacts, recording off, as a ratio to a loop
// written by hand for this one problem on the same odeint stepper in the same run. Only ratios mean anything.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <lua.hpp>
#include <memory>
#include <string>
#include <vector>

#include "lua/binding/host.h"
#include "lua/binding/law_object.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/benchmarks/hand_written.h"
#include "tests/engine/simulation/models.h"

namespace perilune::benchmarks {
namespace {

constexpr double duration = 3.0;  // [s]

SimulationOptions quiet() {
  SimulationOptions options = testing::options(duration, "dopri5", 1e-9);
  options.record.when = RecordOptions::When::nothing;
  return options;
}

// The least times of run() alone and with compiling the model, and the run.
struct Measured {
  Model model;
  double run = 1e9, all = 1e9;  // [s]
  std::shared_ptr<Run> result = nullptr;

  void measure() {
    all = std::min(all, time_of([&] {
                     Simulation simulation(model, quiet());
                     run = std::min(run, time_of([&] { result = simulation.run(); }));
                   }));
  }
};

// The same law as a user writes it; what writes a variable from outside, as "calls = calls + 1", is interpreted.
ContactLawPointer law_of_script(Host& host, const std::string& first = "") {
  ContactLawPointer law;
  const bool done = host.protect([&] {
    lua_State* L = host.main();
    const std::string text = R"(
      local calls = 0
      return require "perilune".law {
        name = "mine", parameters = { K = 1.4e8, eta = 0.27 },
        force = function(c, p) )" +
                             first +
                             R"(
          return p.K * c.penetration ^ 1.5 * (1 + p.eta * c.penetration_rate / c.impact_speed)
        end,
      })";
    if (luaL_loadstring(L, text.c_str()) != LUA_OK) throw std::runtime_error(lua_tostring(L, -1));
    lua_call(L, 0, 1);
    law = find_object<LawObject>(L, -1)->law;
    lua_pop(L, 1);
  });
  if (!done) throw std::runtime_error(host.error);
  return law;
}

void print(const char* name, double run, double hand, const Run& result) {
  fmt::print("{:<34} {:8.1f} us   {:6.2f} x hand-written   {:5} right-hand sides, {} impacts\n", name,
             run * 1e6, run / hand, result.statistics.rhs_evaluations, result.events().size() / 2);
}

template <class Ball>
void print_hand_written(const char* name, double time, double hand, const Ball& ball) {
  fmt::print("{:<34} {:8.1f} us   {:6.2f} x hand-written   {:5} right-hand sides, {} impacts\n", name,
             time * 1e6, time / hand, ball.evaluations, ball.impacts);
}

}  // namespace

void benchmark_ball() {
  Host host({});
  HandWrittenBall<std::vector<double>> ball;
  HandWrittenBall<std::array<double, 2>> arrays;
  Measured built_in{testing::ball_model(testing::law("lankarani_nikravesh", 0.8))};
  Measured compiled{testing::ball_model(law_of_script(host))};
  Measured interpreted{testing::ball_model(law_of_script(host, "calls = calls + 1"))};
  double hand = 1e9, without_heap = 1e9;
  for (int round = 0; round < 300; ++round) {  // in turns, so that all see the same machine
    hand = std::min(hand, time_of([&] { ball.run(duration); }));
    without_heap = std::min(without_heap, time_of([&] { arrays.run(duration); }));
    built_in.measure(), compiled.measure(), interpreted.measure();
  }
  print_hand_written("hand-written, the same stepper", hand, hand, ball);
  print_hand_written("  on std::array, no heap", without_heap, hand, arrays);
  print("engine, law of the catalogue", built_in.run, hand, *built_in.result);
  print("  with compiling the model", built_in.all, hand, *built_in.result);
  print("engine, law of the script", compiled.run, hand, *compiled.result);
  print("  interpreted", interpreted.run, hand, *interpreted.result);
  fmt::print("law of the script / of the catalogue: {:.2f} compiled, {:.2f} interpreted\n",
             compiled.run / built_in.run, interpreted.run / built_in.run);
}

}  // namespace perilune::benchmarks
