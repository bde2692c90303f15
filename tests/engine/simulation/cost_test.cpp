#include <cmath>
#include <map>
#include <memory>

#include "engine/simulation/law_table.h"
#include "tests/engine/reference.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/simulation/quick_return_clearance.h"
#include "tests/engine/simulation/resting_ball.h"

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

namespace {

// An elastic law without a formula for what it stores, as a user's is.
class CountedPotential final : public ContactLaw {
 public:
  const std::string& name() const override { return name_; }
  double force(const ContactInput& c, double* /*state_rates*/) const override {
    return 1e10 * c.penetration * std::sqrt(c.penetration);
  }
  double potential(double penetration) const override {
    ++asked;
    return ContactLaw::potential(penetration);
  }
  mutable long asked = 0;

 private:
  std::string name_ = "counted";
};

}  // namespace

// Steps with constraints are projected, and the energy that this brings in is noted: that of the bodies. Contacts are
// looked at where they begin too deep, and in the balance at the end: energies, residual, list.
TEST_CASE("cost: steps onto constraints do not ask contact laws what they store") {
  const auto law = std::make_shared<CountedPotential>();
  const Model model = quick_return_with_clearance(true, law);
  const std::shared_ptr<Run> run = Simulation(model, options(0.1, "dopri5", 1e-6)).run();
  REQUIRE(run->statistics.steps > 100);
  const long contacts = 4, begun = static_cast<long>(events_of(*run, "contact begin").size());
  CHECK(law->asked <= 3 * contacts + begun);
}

// A ball at rest is bound by the stability of an explicit method: 300 to 400 steps a second, not more.
namespace {

ContactLawPointer resting_law(const CatalogEntry<ContactLawPointer>& entry, bool with_floor) {
  std::map<std::string, double> numbers = resting_numbers(entry.name, 0.5);
  if (with_floor) numbers["min_impact_speed"] = swing;
  std::vector<Given> given;
  for (const FieldInfo& field : entry.fields) {
    if (numbers.count(field.name)) given.push_back({&field, numbers.at(field.name)});
  }
  return entry.make(given);
}

// Steps of the last of ten seconds, by when the ball must rest.
long steps_at_rest(const Run& run) {
  CHECK(std::abs(run.final("ball.vy")) < 1e-6);
  long count = 0;
  for (const Attempt& attempt : run.steps()) count += attempt.accepted && attempt.t >= 9;
  return count;
}

// Steps a second at the end of dopri5's stability on the negative real axis, hλ = −3.3, for the faster mode of
// m ẍ + d ẋ + k x = 0 about the rest; 0 for a swing that is not overdamped.
double stable_steps(const ContactLaw& unbound, double impact_speed) {
  const ContactLawPointer bound = unbound.for_reduced_mass(1);
  const ContactLaw& law = bound ? *bound : unbound;
  const auto force = [&](double rate) { return law.force({rest, rate, impact_speed, 0, nullptr}, nullptr); };
  const double small = 1e-6, damper = (force(small) - force(0)) / small;  // [m/s], [N s/m]
  const double square = damper * damper - 4 * elastic_rate;
  return square > 0 ? 0.5 * (damper + std::sqrt(square)) / 3.3 : 0;
}

// What is elastic swings for ever: ωh ≤ 1, see "rest" in stepping_test.cpp. Laws of cylinders have no K for the depth above.
bool comes_to_rest(const CatalogEntry<ContactLawPointer>& entry) {
  return entry.name != "hertz" && find_field(entry, "stiffness");
}

}  // namespace

TEST_CASE("cost: a ball at rest takes at most 400 steps a second, for every law that brings it to rest") {
  for (const auto& entry : contact_law_catalog()) {
    if (!comes_to_rest(entry)) continue;
    CAPTURE(entry.name);
    const ContactLawPointer law = resting_law(entry, true);
    CHECK(steps_at_rest(*Simulation(ball_model(law), options(10.0, "dopri5", 1e-8)).run()) <= 400);
  }
}

// Laws that divide by the impact speed are viscous at rest, the more so the slower the last touch happened to be:
// what a stable explicit step then costs is theirs, and no more than that is paid.
TEST_CASE("cost: with the usual floor of the impact speed a slow last touch costs what stability asks for") {
  for (const auto& entry : contact_law_catalog()) {
    if (!comes_to_rest(entry)) continue;
    CAPTURE(entry.name);
    const ContactLawPointer law = resting_law(entry, false);
    const std::shared_ptr<Run> run = Simulation(ball_model(law), options(10.0, "dopri5", 1e-8)).run();
    const double last = events_of(*run, "contact begin").back().number("impact_speed");
    CAPTURE(last);
    CHECK(steps_at_rest(*run) <= std::max(400.0, 1.02 * stable_steps(*law, last)));
  }
}
