// What a system asks of a method, of every method of the catalogue: a new one is tested by being in the list.
#include <doctest/doctest.h>

#include <algorithm>
#include <boost/math/special_functions/ellint_1.hpp>
#include <map>
#include <random>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

// Those that need positions and multipliers among them.
std::vector<IntegratorInfo> every_integrator() {
  std::vector<IntegratorInfo> list = integrator_catalog();
  const bool is_listed =
      std::any_of(list.begin(), list.end(), [](const auto& info) { return info.name == "energy_momentum"; });
  if (!is_listed) list.push_back(*find_integrator("energy_momentum"));
  return list;
}

SimulationOptions fixed_steps(double duration, const std::string& integrator, double step) {
  SimulationOptions made = options(duration, integrator);
  made.steps.step = step;
  return made;
}

// Those that have no error estimate get a step.
SimulationOptions usual(const IntegratorInfo& info, double duration, double rtol, double step) {
  return info.needs_step ? fixed_steps(duration, info.name, step) : options(duration, info.name, rtol);
}

// Of the pendulum A01 from its exact motion [m]: at one second, and between the nodes up to there.
struct TwoErrors {
  double end = 0, between = 0;
};

TwoErrors errors_of_pendulum(const std::string& integrator, double step) {
  static const Reference table("iftomm_a01_pendulum.csv");
  const auto run = Simulation(pendulum(), fixed_steps(1, integrator, step)).run();
  TwoErrors errors;
  for (std::size_t row = 0; table.number(row, "t[s]") <= 1; ++row) {
    const double t = table.number(row, "t[s]");
    const double error = std::hypot(run->at("mass.x", t) - table.number(row, "x[m]"),
                                    run->at("mass.y", t) - table.number(row, "y[m]"));
    errors.between = std::max(errors.between, error), errors.end = error;
  }
  return errors;
}

// Refuses two attempts of three at random and asks for the same step again.
class Asking final : public AcceptanceRule {
 public:
  Verdict judge(const StepView& step) override {
    if (step.attempt > 20 || generator_() % 3 == 0) return Verdict::accepted();
    ++refusals;
    return {Verdict::Kind::retry, step.dt, "callback", ""};
  }
  int refusals = 0;

 private:
  std::mt19937 generator_{7};
};

// Refuses two attempts of three, at random, three times at most from one instant; then tries a part of the step.
class Moody final : public AcceptanceRule {
 public:
  Verdict judge(const StepView& step) override {
    if (step.attempt > 3 || generator_() % 3 == 0) return Verdict::accepted();
    ++refusals;
    const double part = std::uniform_real_distribution<double>(0.05, 0.95)(generator_);
    return {Verdict::Kind::retry, part * step.dt, "callback", ""};
  }
  int refusals = 0;

 private:
  std::mt19937 generator_{5};
};

// Halves every third attempt.
class Halving final : public AcceptanceRule {
 public:
  Verdict judge(const StepView& step) override {
    if (++tries_ % 3 > 0 || step.attempt > 2) return Verdict::accepted();
    return {Verdict::Kind::retry, step.dt / 2, "callback", ""};
  }

 private:
  int tries_ = 0;
};

const double period = 0.858038233203223183;  // [s] of the elastic ball, tests/reference/falling_ball.csv
const double fall = std::sqrt(2 * 0.9 / gravity);   // [s] until it touches
const double speed = std::sqrt(2 * 0.9 * gravity);  // [m/s] of the touch
const double half_swing =
    2.3678419475762374493 / 2;  // [s] of the pendulum, tests/reference/iftomm_a01_pendulum.csv

// [s] after its release until it has come down by `height`: θ̇² = 2 g sin θ, sin θ = height; Legendre's integral with
// sin(θ'/2) = k sin φ, θ' from below, k² = ½.
double time_to_fall(double height) {
  const double k = std::sqrt(0.5), below = M_PI / 2 - std::asin(height);
  const double phi = std::asin(std::min(1.0, std::sin(below / 2) / k));
  return (boost::math::ellint_1(k) - boost::math::ellint_1(k, phi)) / std::sqrt(gravity);
}

}  // namespace

// Steps a second at which neither the next power of h nor rounding matters. adams and bdf start at order 1, see
// tests/engine/integrators/battery_test.cpp.
TEST_CASE("integrators: with its order each follows a constrained motion, at the nodes and between them") {
  struct Expectation {
    double order;
    int steps;
  };
  const std::map<std::string, Expectation> expected = {
      {"dopri5", {5, 60}},
      {"fehlberg78", {8, 15}},
      {"cash_karp54", {5, 60}},
      {"bulirsch_stoer", {8, 12}},
      {"adams", {3, 512}},
      {"radau5", {5, 30}},
      {"bdf", {2, 512}},
      {"rk4", {4, 100}},
      {"symplectic_euler", {1, 512}},
      {"rosenbrock4", {4, 60}},
      {"generalized_alpha", {2, 512}},
      {"energy_momentum", {2, 512}},
  };
  for (const IntegratorInfo& info : every_integrator()) {
    CAPTURE(info.name);
    const Expectation expectation = expected.at(info.name);
    const double step = 1.0 / (expectation.steps + 1.0 / 3);
    const TwoErrors coarse = errors_of_pendulum(info.name, step),
                    fine = errors_of_pendulum(info.name, step / 2);
    CAPTURE(coarse.end);
    CAPTURE(fine.end);
    CAPTURE(coarse.between);
    CAPTURE(fine.between);
    CHECK(std::log2(coarse.end / fine.end) > expectation.order - 0.2);
    CHECK(std::log2(coarse.between / fine.between) > expectation.order - 0.2);
  }
}

TEST_CASE("integrators: attempts refused at random leave no trace beyond the tolerance") {
  const double rtol = 1e-8, end = fall + 0.5 * period;  // up again after one bounce
  for (const IntegratorInfo& info : every_integrator()) {
    if (info.needs_step) continue;
    CAPTURE(info.name);
    const Model model = ball_model(law("hertz"));
    SimulationOptions how = options(end, info.name, rtol);
    const auto calm = Simulation(model, how).run();
    const auto moody = std::make_shared<Moody>();
    how.accept.push_back(moody);
    const auto run = Simulation(model, how).run();
    REQUIRE(run->outcome == Outcome::reached_end);
    CHECK(moody->refusals > 20);
    CHECK(run->statistics.steps < 20 * calm->statistics.steps);
    CHECK(std::abs(run->final("ball.y") - calm->final("ball.y")) < 100 * rtol);
    CHECK(std::abs(run->final("ball.vy") - calm->final("ball.vy")) < 100 * rtol * speed);
  }
}

TEST_CASE(
    "integrators: touches and ends of contacts are found to 1e-9 s, also where every third attempt is "
    "halved") {
  for (const IntegratorInfo& info : every_integrator()) {
    if (info.needs_step) continue;
    for (const bool halved : {false, true}) {
      CAPTURE(info.name);
      CAPTURE(halved);
      // One bounce of a method of order 2 costs as much as three of the others.
      const int bounces = info.acts_on_positions ? 1 : 3;
      SimulationOptions how = options(fall + (bounces - 0.5) * period, info.name, 1e-12);
      if (halved) how.accept.push_back(std::make_shared<Halving>());
      const auto run = Simulation(ball_model(law("hertz")), how).run();
      REQUIRE(run->outcome == Outcome::reached_end);
      const std::vector<Event> begun = events_of(*run, "contact begin"),
                               ended = events_of(*run, "contact end");
      REQUIRE(begun.size() == bounces);
      REQUIRE(ended.size() == bounces);
      for (int k = 0; k < bounces; ++k) {
        CHECK(std::abs(begun[k].t - (fall + k * period)) < 1e-9);
        CHECK(std::abs(ended[k].t - ((k + 1) * period - fall)) < 1e-9);
      }
    }
  }
}

// Asked for the same step again a method must come to the same end, to the last bit.
TEST_CASE("integrators: attempts refused at random and asked for again leave no trace at all") {
  for (const IntegratorInfo& info : every_integrator()) {
    CAPTURE(info.name);
    const Model model = ball_model(law("flores", 0.9));
    SimulationOptions how = usual(info, fall + 0.5 * period, 1e-6, 1e-4);
    const auto calm = Simulation(model, how).run();
    const auto asking = std::make_shared<Asking>();
    how.accept.push_back(asking);
    const auto run = Simulation(model, how).run();
    REQUIRE(run->outcome == Outcome::reached_end);
    CHECK(asking->refusals > 20);
    CHECK(run->statistics.steps == calm->statistics.steps);
    for (const char* channel : {"ball.y", "ball.vy", "energy.dissipated"})
      CHECK(run->final(channel) == calm->final(channel));
  }
}

// The instant found is compared with that of the true motion, so the trajectory up to there must be as accurate: a
// method of order 2 is given a short way and others a long one, too.
TEST_CASE("integrators: the events of a user are found to 1e-9 s") {
  const double early = time_to_fall(0.01);  // [s] 0.0452
  for (const IntegratorInfo& info : every_integrator()) {
    const bool is_coarse = info.acts_on_positions || info.needs_step;
    if (info.name == "symplectic_euler") continue;  // of order 1: 1e-9 s would take 1e8 steps
    CAPTURE(info.name);
    SimulationOptions how = usual(info, is_coarse ? 0.1 : 2.5, info.acts_on_positions ? 1e-9 : 1e-11, 1e-4);
    how.steps.max_step = 0.05;
    const auto both = EventDescription::Direction::both;
    how.events.push_back({"is low", [](const InstantView& s) { return s.value("mass.y") + 0.01; }, both});
    how.events.push_back({"hangs down", [](const InstantView& s) { return s.value("mass.x"); }, both});
    const auto run = Simulation(pendulum(), how).run();
    const std::vector<Event> events = events_of(*run, "event");
    REQUIRE(events.size() >= (is_coarse ? 1 : 3));
    CHECK(std::abs(events[0].t - early) < 1e-9);
    CHECK(std::abs(run->at("mass.y", events[0].t) + 0.01) < 1e-9);
    if (is_coarse) continue;
    for (const Event& event : events) {
      if (event.element != "hangs down") continue;
      const double nearest = std::round(event.t / half_swing - 0.5) + 0.5;
      CHECK(std::abs(event.t - nearest * half_swing) < 1e-9);
    }
  }
}

// Order 1: found where its own motion has it.
TEST_CASE("integrators: symplectic_euler finds the events of a user on its interpolant to 1e-9 s") {
  SimulationOptions how = fixed_steps(1, "symplectic_euler", 1e-3);
  how.events.push_back({"hangs down", [](const InstantView& s) { return s.value("mass.x"); },
                        EventDescription::Direction::both});
  const auto run = Simulation(pendulum(), how).run();
  const std::vector<Event> events = events_of(*run, "event");
  REQUIRE(events.size() == 1);
  CHECK(std::abs(run->at("mass.x", events[0].t)) < 1e-9 * std::sqrt(2 * gravity));
}

TEST_CASE("integrators: no contact begins deeper than the rule allows, however it finds the touch") {
  for (const IntegratorInfo& info : every_integrator()) {
    for (const std::string locate : {"root", "reject", "halve"}) {
      CAPTURE(info.name);
      CAPTURE(locate);
      SimulationOptions how = usual(info, 2, 1e-8, 1e-4);
      how.accept = {penetration_rule(locate, 2e-7, 1e-12)};
      const auto run = Simulation(ball_model(law("flores", 0.9)), how).run();
      REQUIRE(run->outcome == Outcome::reached_end);
      const std::vector<Event> begun = events_of(*run, "contact begin");
      CHECK(begun.size() >= 2);
      for (const Event& event : begun) CHECK(event.number("penetration") <= 2e-7);
    }
  }
}

TEST_CASE("integrators: a force that is not a number ends the run and is named") {
  struct Broken final : ContactLaw {
    const std::string& name() const override { return name_; }
    double force(const ContactInput& input, double*) const override {
      return input.penetration > 1e-5 ? std::nan("") : 1e8 * input.penetration;
    }
    std::string name_ = "broken";
  };
  for (const IntegratorInfo& info : every_integrator()) {
    CAPTURE(info.name);
    const auto run = Simulation(ball_model(std::make_shared<Broken>()), usual(info, 1, 1e-8, 1e-5)).run();
    CHECK(run->outcome == Outcome::nonfinite);
    CHECK(run->message.find("contact 'contact' (law 'broken')") != std::string::npos);
  }
}
