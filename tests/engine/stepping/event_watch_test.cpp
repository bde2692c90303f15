#include <doctest/doctest.h>

#include <cmath>

#include "engine/simulation/simulation.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

using Direction = EventDescription::Direction;

// A coordinate that moves with constant velocity, so that every method and interpolant is exact.
struct Drift {
  Drift(double position, double velocity)
      : model(Dimension::planar, "drift", "", Vector3::Zero(), make_ground()) {
    const BodyPointer q = coordinate(1, position, velocity);
    q->name = "q";
    model.add(q);
    options.duration = 1;
    options.integrator = "rk4";
    options.steps.step = 0.125;  // nodes are exact in binary
  }
  void watch(std::function<double(double)> f, Direction direction = Direction::both, bool stop = false) {
    const auto value = [f](const InstantView& s) { return f(s.value("q.position")); };
    options.events.push_back({"event", value, direction, stop});
  }
  std::vector<double> times(Outcome expected = Outcome::reached_end) {
    const auto run = Simulation(model, options).run();
    CHECK(run->outcome == expected);
    std::vector<double> list;
    for (const Event& event : run->events()) {
      if (event.kind == "event") list.push_back(event.t);
    }
    return list;
  }
  Model model;
  SimulationOptions options;
};

}  // namespace

TEST_CASE("events: several roots within one step are all found, in time order") {
  Drift drift(0, 1);
  drift.watch([](double q) { return (q - 0.26) * (q - 0.30) * (q - 0.36); });  // all in the third step
  const std::vector<double> times = drift.times();
  REQUIRE(times.size() == 3);
  CHECK(std::abs(times[0] - 0.26) < 1e-14);
  CHECK(std::abs(times[1] - 0.30) < 1e-14);
  CHECK(std::abs(times[2] - 0.36) < 1e-14);
}

TEST_CASE("events: a value that is exactly zero at a node is one root, and none when the run starts there") {
  Drift drift(-0.5, 1);
  drift.watch([](double q) { return q; });
  CHECK(drift.times() == std::vector<double>{0.5});
  Drift at_start(0, 1);
  at_start.watch([](double q) { return q; });
  CHECK(at_start.times().empty());
  Drift touch(-0.5, 1);
  const auto square = [](const InstantView& s) { return (s.t() - 0.5) * (s.t() - 0.5); };
  touch.options.events.push_back({"event", square, Direction::both, false});
  CHECK(touch.times() == std::vector<double>{0.5});
}

TEST_CASE("events: only the direction asked for counts") {
  for (const double velocity : {1.0, -1.0}) {
    for (const Direction direction : {Direction::rising, Direction::falling}) {
      Drift drift(-0.3 * velocity, velocity);
      drift.watch([](double q) { return q; }, direction);
      const bool fits = (velocity > 0) == (direction == Direction::rising);
      CHECK(drift.times().size() == (fits ? 1 : 0));
    }
  }
}

TEST_CASE("events: one that stops ends the run on its instant, and the earliest of two does") {
  Drift drift(0, 1);
  drift.watch([](double q) { return q - 0.37; }, Direction::both, true);
  drift.watch([](double q) { return q - 0.30; }, Direction::both, true);
  drift.watch([](double q) { return q - 0.33; });
  const auto run = Simulation(drift.model, drift.options).run();
  CHECK(run->outcome == Outcome::finished_early);
  REQUIRE(run->events().size() == 1);
  CHECK(std::abs(run->events()[0].t - 0.30) < 1e-14);
  Simulation simulation(drift.model, drift.options);
  while (simulation.step()) {}
  CHECK(simulation.time() == run->events()[0].t);
}

TEST_CASE("events: a root on the very end of the run is found once") {
  for (const bool stop : {false, true}) {
    Drift drift(-1, 1);
    drift.watch([](double q) { return q; }, Direction::rising, stop);
    CHECK(drift.times(stop ? Outcome::finished_early : Outcome::reached_end) == std::vector<double>{1});
  }
}

TEST_CASE("events: a function that fails ends the run with what there is so far") {
  Drift drift(0, 1);
  const auto value = [](const InstantView& s) -> double {
    if (s.t() > 0.3) throw FunctionError("line 7: no idea");
    return 1;
  };
  drift.options.events.push_back({"event", value, Direction::both, false});
  const auto run = Simulation(drift.model, drift.options).run();
  CHECK(run->outcome == Outcome::script_error);
  CHECK(run->message.find("line 7: no idea") != std::string::npos);
  CHECK(run->statistics.steps == 2);
}
