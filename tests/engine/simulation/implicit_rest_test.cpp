#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/contact_laws/make_law.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

// Bodies that rest on contacts: explicit methods are bound by the contacts' frequency (some 900 rad/s for this ball),
// implicit ones by what happens, which is nothing.
namespace {

const std::vector<std::string> implicit_methods = {"bdf", "radau5", "rosenbrock4", "generalized_alpha"};

ContactLawPointer usual_law(const std::string& name) {
  const auto& entry = law_entry(name);
  const Numbers usual = {
      {"stiffness", stiffness},     {"restitution", 0.9},  {"mass", 1},           {"damping", 100},
      {"full_damping_depth", 1e-5}, {"dissipation", 1e-3}, {"damping_rate", 100}, {"journal_radius", 9.5e-3},
      {"bearing_radius", 10e-3},    {"length", 15e-3},     {"young_i", 207e9},    {"poisson_i", 0.3},
      {"young_j", 207e9},           {"poisson_j", 0.3}};
  Numbers numbers;
  for (const auto& [field, value] : usual) {
    const FieldInfo* found = find_field(entry, field);
    if (found && (found->required || field == "mass" || field == "restitution")) numbers[field] = value;
  }
  return make_law(entry, numbers);
}

// Where the law carries the weight [m], by bisection.
double static_depth(const ContactLaw& law, double weight) {
  double low = 0, high = 1e-3;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    double states[8] = {}, rates[8] = {};
    const double force = law.force({middle, 0, 0, 0, states}, rates);
    (force < weight ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// The i-th contact from above carries i discs: K δ^1.5 = i m g.
Model stack(double K, double& height) {
  Model model = empty_model();
  const double m = 0.3;
  height = 0;
  ShapePointer below = shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}});
  const ContactLawPointer flores = law("flores", 0.7, 1.5, K);
  for (int i = 0; i < 10; ++i) {
    const double depth = std::pow((10 - i) * m * gravity / K, 2.0 / 3);
    height += (i == 0 ? radius : 2 * radius) - depth;
    const std::string name = "disc " + std::to_string(i);
    const BodyPointer disc =
        body("body", name,
             {{"mass", m}, {"inertia", 0.5 * m * radius * radius}, {"position", Vector3(0, height, 0)}});
    model.add(disc);
    const ShapePointer rim = circle(disc);
    model.add(contact("under " + name, rim, below, flores));
    below = rim;
  }
  return model;
}

}  // namespace

TEST_CASE("rest: a ball released at its static depth needs few implicit steps in ten seconds, with any law") {
  for (const auto& entry : contact_law_catalog()) {
    const ContactLawPointer law = usual_law(entry.name);
    REQUIRE(law->states() == 0);  // how far these have come would not be known beforehand
    const double depth = static_depth(*law, gravity);
    for (const std::string& integrator : implicit_methods) {
      CAPTURE(entry.name);
      CAPTURE(integrator);
      Release release;
      release.height = radius - depth;
      const auto run = Simulation(ball_model(law, release), options(10, integrator, 1e-8)).run();
      CHECK(run->outcome == Outcome::reached_end);
      CHECK(run->statistics.steps < 300);
      CHECK(std::abs(run->final("ball.y") - release.height) < 1e-9);
      // What it does not need to see of the last 1e-10 m costs generalized_alpha, whose ledger is of order 2, more.
      CHECK(std::abs(run->final("energy.residual")) < (integrator == "generalized_alpha" ? 1e-7 : 1e-9));
    }
  }
}

TEST_CASE("rest: a stack of ten discs costs fewer than 2000 right-hand sides in a second") {
  for (const double K : {1e7, stiffness}) {
    double height = 0;
    const Model model = stack(K, height);
    for (const std::string& integrator : implicit_methods) {
      CAPTURE(K);
      CAPTURE(integrator);
      const auto run = Simulation(model, options(1, integrator, 1e-8)).run();
      CHECK(run->outcome == Outcome::reached_end);
      CHECK(run->statistics.rhs_evaluations < 2000);
      CHECK(std::abs(run->final("disc 9.y") - height) < 1e-8);
    }
  }
}

TEST_CASE("rest: a law that gives no number is named, whoever asks it") {
  struct Broken final : ContactLaw {
    const std::string& name() const override { return name_; }
    double force(const ContactInput& input, double*) const override {
      return input.penetration > 1e-5 ? std::nan("") : 1e8 * input.penetration;
    }
    std::string name_ = "broken";
  };
  for (const std::string& integrator : implicit_methods) {
    CAPTURE(integrator);
    const auto broken = std::make_shared<Broken>();
    const auto run = Simulation(ball_model(broken), options(1, integrator, 1e-8)).run();
    CHECK(run->outcome == Outcome::nonfinite);
    CHECK(run->message.find("contact 'contact'") != std::string::npos);
  }
}
