// A system at rest binds an explicit method by stability. dopri5 holds what is at rest to rounding, and nothing else.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "engine/forces/catalog.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/simulation/resting_ball.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

double static_depth(const std::string& law) { return is_linear(law) ? weight / elastic_rate : rest; }

// The fields' defaults, but one exponent; the linear laws are as stiff as the others are at rest. nullptr: a law that
// does not take this restitution.
ContactLawPointer resting_law(const CatalogEntry<ContactLawPointer>& entry, double restitution) {
  const auto numbers = resting_numbers(entry.name, restitution);
  std::vector<Given> given;
  bool takes_restitution = false;
  for (const FieldInfo& field : entry.fields) {
    takes_restitution = takes_restitution || field.name == "restitution";
    if (numbers.count(field.name)) given.push_back({&field, numbers.at(field.name)});
  }
  return takes_restitution || restitution == 0.5 ? entry.make(given) : nullptr;
}

long steps_after(const Run& run, double t) {
  long count = 0;
  for (const Attempt& attempt : run.steps()) count += attempt.accepted && attempt.t >= t;
  return count;
}

bool is_of_cylinders(const CatalogEntry<ContactLawPointer>& entry) {
  return std::any_of(entry.fields.begin(), entry.fields.end(),
                     [](const FieldInfo& field) { return field.name == "journal_radius"; });
}

template <class Check>
void for_every_law(Check check) {
  for (const auto& entry : contact_law_catalog()) {
    if (entry.name == "hertz") continue;   // swings for ever
    if (is_of_cylinders(entry)) continue;  // a pin in a hole, not a ball on the ground
    for (const double restitution : {0.3, 0.5, 0.7, 0.9}) {
      const ContactLawPointer law = resting_law(entry, restitution);
      if (!law) continue;
      CAPTURE(entry.name);
      CAPTURE(restitution);
      check(entry.name, law);
    }
  }
}

Release at_static_depth(double depth) {
  Release release;
  release.height = radius - depth;
  return release;
}

void add_load(Model& model, const BodyPointer& on, const FunctionSourcePointer& function) {
  const Fields fields = {{"on", Point{on, Vector3::Zero()}}, {"value", Quantity{{}, function}}};
  model.add(make(force_catalog(), "force", fields), "force");
}

// Whatever a model does, a ball that rests in it makes the steps stiff.
Model with_resting_ball(const BodyPointer& body) {
  Model model = ball_model(law("flores", 0.7), at_static_depth(rest));
  if (body) model.add(body);
  return model;
}

}  // namespace

TEST_CASE("rest: a dropped ball comes to rest and then takes at most 400 steps a second, for every law") {
  for_every_law([](const std::string& name, const ContactLawPointer& law) {
    const auto run = Simulation(ball_model(law), options(20.0, "dopri5", 1e-8)).run();
    CHECK(steps_after(*run, 19) <= 400);
    CHECK(std::abs(run->final("ball.y") - (radius - static_depth(name))) < 1e-12);
    CHECK(std::abs(run->final("ball.vy")) < 1e-10);
  });
}

TEST_CASE("rest: released at its static depth a ball takes at most 400 steps a second, for every law") {
  for_every_law([](const std::string& name, const ContactLawPointer& law) {
    if (name == "poursina_nikravesh")
      return;  // its damper is made by the impact speed, here 0: it swings for ever
    const double depth = static_depth(name);
    const auto run = Simulation(ball_model(law, at_static_depth(depth)), options(10.0, "dopri5", 1e-8)).run();
    CHECK(steps_after(*run, 9) <= 400);
    CHECK(std::abs(run->final("ball.y") - (radius - depth)) < 1e-12);
  });
}

// An inverted pendulum, θ̈ = −(g/l) sin θ, l = 1 m, leaves θ = π as 1e-12 cosh(√(g/l) t).
TEST_CASE("rest: an unstable equilibrium is not held, alone or beside a body at rest") {
  const double pi = std::acos(-1.0), rate = std::sqrt(gravity);
  for (const bool beside_ball : {false, true}) {
    CAPTURE(beside_ball);
    const BodyPointer pendulum = body("coordinate", "pendulum", {{"inertia", 1.0}, {"position", pi + 1e-12}});
    Model model = beside_ball ? with_resting_ball(pendulum) : empty_model();
    if (!beside_ball) model.add(pendulum);
    add_load(model, pendulum, native([](const Taylor* in, Taylor* out) {
               out[0] = {-gravity * std::sin(in[7].value), 0, 0};
             }));
    const auto run = Simulation(model, options(12.0, "dopri5", 1e-8)).run();
    REQUIRE(run->outcome == Outcome::reached_end);
    CHECK(run->largest("pendulum.velocity") > 0.99 * 2 * rate);  // ½ θ̇² = 2 g/l at the bottom
    // Steps bound by the ball are short enough for the growth below the tolerance, too; π + 1e-12 is 1e-12 to 4e-4.
    if (beside_ball) {
      CHECK(run->at("pendulum.position", 5.0) - pi ==
            doctest::Approx(1e-12 * std::cosh(5 * rate)).epsilon(0.01));
    }
  }
}

TEST_CASE("rest: what creeps is not held, however far below the tolerance") {
  const double speed = 1e-13, start = 1e-6;  // [m/s], [m]
  const BodyPointer creeper =
      body("coordinate", "creeper", {{"inertia", 1.0}, {"position", start}, {"velocity", speed}});
  const auto run = Simulation(with_resting_ball(creeper), options(10.0, "dopri5", 1e-8)).run();
  CHECK(run->final("creeper.position") - start == doctest::Approx(10 * speed).epsilon(1e-6));

  Release release = at_static_depth(rest);
  release.velocity = Vector3(speed, 0, 0);  // nothing holds the ball back along the ground
  const auto sliding =
      Simulation(ball_model(law("flores", 0.7), release), options(10.0, "dopri5", 1e-8)).run();
  CHECK(sliding->final("ball.x") == doctest::Approx(10 * speed).epsilon(1e-6));
}

// Twice the weight from t = 1 s on. Other methods know no holds.
TEST_CASE("rest: a load that sets in later is seen when it sets in") {
  const auto run_with = [](const std::string& integrator) {
    Model model = with_resting_ball(nullptr);
    add_load(model, model.bodies()[1], native([](const Taylor* in, Taylor* out) {
               out[0] = {}, out[1] = {in[0].value < 1 ? 0.0 : -weight, 0, 0};
             }));
    return Simulation(model, options(2.0, integrator, 1e-8)).run();
  };
  const auto run = run_with("dopri5"), other = run_with("cash_karp54");
  const auto before_load = [](const Run& r) { return steps_after(r, 0) - steps_after(r, 1); };
  CHECK(before_load(*run) < before_load(*other) / 10);  // dopri5 has held
  for (const double t : {0.9, 0.999, 1.0, 1.0001, 1.001, 1.01, 1.1, 2.0}) {
    CAPTURE(t);
    CHECK(std::abs(run->at("ball.y", t) - other->at("ball.y", t)) < 1e-8);
  }
  CHECK(run->final("ball.y") == doctest::Approx(radius - std::pow(2.0, 2.0 / 3) * rest).epsilon(1e-9));
  CHECK(std::abs(run->final("energy.residual")) < 1e-8);
}

// A table under the ball, p = 0.01 (t − 1)³ m from t = 1 s on: the ball follows within its depth, which is that of
// m (g + p̈) but for a lag of the damper below 1e-9 m.
TEST_CASE("rest: a drive that sets in later is followed") {
  Model model = empty_model();
  const BodyPointer table = particle("table", 1, Vector3::Zero());
  const BodyPointer ball = particle("ball", 1, Vector3(0, radius - rest, 0));
  model.add(table), model.add(ball);
  const auto up = native([](const Taylor* in, Taylor* out) {
    const double s = std::max(0.0, in[0].value - 1);
    out[0] = {}, out[1] = {0.01 * s * s * s, 0.03 * s * s, 0.06 * s};
  });
  JointPointer drive = make(joint_catalog(), "drive", {{"body", table}, {"value", Quantity{{}, up}}});
  drive->name = "drive";
  model.add(drive);
  model.add(contact("contact", circle(ball), shape(table, "line", {{"normal", Vector3(0, 1, 0)}}),
                    law("flores", 0.7)));
  const auto run = Simulation(model, options(2.0, "dopri5", 1e-8)).run();
  REQUIRE(run->outcome == Outcome::reached_end);
  CHECK(steps_after(*run, 0) - steps_after(*run, 1) < 400);
  for (double t = 0.05; t < 2; t += 0.05) {
    CAPTURE(t);
    const double s = std::max(0.0, t - 1);
    const double depth = std::pow((gravity + 0.06 * s) / stiffness, 2.0 / 3);
    CHECK(std::abs(run->at("ball.y", t) - (0.01 * s * s * s + radius - depth)) < 2e-8);
  }
}

// Depths from below: 3 m g, 2 m g and m g on K δ^1.5.
TEST_CASE("rest: three discs on each other rest at most 400 steps a second") {
  Model model = empty_model();
  std::vector<BodyPointer> discs;
  double y = 0;
  const double depths[] = {std::pow(3.0, 2.0 / 3) * rest, std::pow(2.0, 2.0 / 3) * rest, rest};
  for (int i = 0; i < 3; ++i) {
    y += (i == 0 ? radius : 2 * radius) - depths[i];
    discs.push_back(particle("disc " + std::to_string(i + 1), 1, Vector3(0, y + 1e-3 * (i + 1), 0)));
    model.add(discs.back());
  }
  const ContactLawPointer law = perilune::testing::law("flores", 0.5);
  model.add(contact("lowest", circle(discs[0]), shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}}),
                    law));
  model.add(contact("lower", circle(discs[0]), circle(discs[1]), law));
  model.add(contact("upper", circle(discs[1]), circle(discs[2]), law));
  const auto run = Simulation(model, options(10.0, "dopri5", 1e-8)).run();
  CHECK(steps_after(*run, 9) <= 400);
  CHECK(std::abs(run->final("disc 3.y") - y) < 1e-12);
}
