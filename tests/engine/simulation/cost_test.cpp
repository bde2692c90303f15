#include "tests/engine/reference.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

long located(const Run& run) {
  long count = 0;
  for (const Attempt& attempt : run.steps()) count += std::string(attempt.reason) == "location";
  return count;
}

}  // namespace

// A hand-written loop with event restart needs about 2100 right-hand sides at rtol 1e-8.
TEST_CASE(
    "cost: three seconds of the bouncing ball, every apex to 1e-7 m, in at most 3000 right-hand sides") {
  const Reference table("falling_ball.csv");
  const Model model = ball_model(law("lankarani_nikravesh", 0.9));
  const std::shared_ptr<Run> run = Simulation(model, options(3.0, "dopri5", 1e-9)).run();
  CHECK(run->statistics.rhs_evaluations <= 3000);
  const std::vector<Event> ends = events_of(*run, "contact end");
  REQUIRE(ends.size() == 4);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    CAPTURE(k);
    CHECK(std::abs(apex(*run, ends[k].t) - table.number(k + 5, "apex[m]")) < 1e-7);
  }
}

// The same with c_r = 0.8: five impacts. What the first delivers is tabulated (tests/reference/first_contact.csv);
// the later apexes are compared with a run at 1e-12, whose first apex agrees with the table.
TEST_CASE("cost: the same with more loss, five impacts, at most one extra attempt for each contact event") {
  const Model model = ball_model(law("lankarani_nikravesh", 0.8));
  const std::shared_ptr<Run> run = Simulation(model, options(3.0, "dopri5", 1e-9)).run();
  const std::shared_ptr<Run> fine = Simulation(model, options(3.0, "dopri5", 1e-12)).run();
  CHECK(run->statistics.rhs_evaluations <= 3000);
  const std::vector<Event> ends = events_of(*run, "contact end"), reference = events_of(*fine, "contact end");
  REQUIRE(ends.size() == 5);
  REQUIRE(reference.size() == 5);
  CHECK(std::abs(reference[0].number("separation_speed") - 3.5580733707586161) < 1e-9);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    CAPTURE(k);
    CHECK(std::abs(apex(*run, ends[k].t) - apex(*fine, reference[k].t)) < 1e-7);
  }
  CHECK(located(*run) <= static_cast<long>(run->events().size()));
}

// A ball at rest is bound by the stability of an explicit method: 300 to 400 steps a second, not more.
TEST_CASE("cost: a ball at rest takes at most 400 steps a second") {
  for (const std::string name : {"hunt_crossley", "lankarani_nikravesh", "flores"}) {
    CAPTURE(name);
    const Model model = ball_model(law(name, 0.5));
    const long to_rest = Simulation(model, options(6.0, "dopri5", 1e-8)).run()->statistics.steps;
    const long longer = Simulation(model, options(10.0, "dopri5", 1e-8)).run()->statistics.steps;
    CHECK(longer - to_rest <= 4 * 400);
  }
}
