#include <doctest/doctest.h>

#include <cmath>

#include "engine/contact_laws/catalog.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/line.h"
#include "engine/shapes/segment.h"
#include "engine/simulation/simulation.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

ContactLawPointer hertz(double stiffness) {
  const auto* entry = find_entry(contact_law_catalog(), "hertz");
  for (const FieldInfo& field : entry->fields) {
    if (field.name == "stiffness") return entry->make({{&field, stiffness}});
  }
  return nullptr;
}

// A disc of radius 0.1 m and 1 kg above whatever shape, in gravity.
struct Scene {
  Scene(const Vector3& position, const Vector3& velocity, std::shared_ptr<Shape> floor, double g = 9.81)
      : model(Dimension::planar, "scene", "", Vector3(0, -g, 0), make_ground()) {
    const BodyPointer ball = particle(1, position, velocity);
    ball->name = "ball";
    model.add(ball);
    auto circle = std::make_shared<Circle>();
    circle->body = ball, circle->radius = 0.1;
    floor->body = model.ground();
    Contact contact;
    contact.name = "floor", contact.a = circle, contact.b = floor, contact.law = hertz(1.4e8);
    model.add(std::move(contact));
    options.duration = 1;
    options.accept = {std::make_shared<PenetrationRule>()};
  }
  Model model;
  SimulationOptions options;
};

std::shared_ptr<Line> plane() { return std::make_shared<Line>(); }

std::shared_ptr<Segment> wall(const Vector3& from, const Vector3& to) {
  auto segment = std::make_shared<Segment>();
  segment->from = from, segment->to = to;
  return segment;
}

class Recorded final : public AcceptanceRule {
 public:
  explicit Recorded(std::function<Verdict(const StepView&)> judge) : judge_(std::move(judge)) {}
  Verdict judge(const StepView& step) override { return judge_(step); }

 private:
  std::function<Verdict(const StepView&)> judge_;
};

}  // namespace

TEST_CASE("location: a fall from rest touches at sqrt(2h/g) to rounding, with one extra attempt per event") {
  Scene scene({0, 1, 0}, {0, 0, 0}, plane());
  scene.options.duration = 0.6;
  const auto run = Simulation(scene.model, scene.options).run();
  REQUIRE(run->events().size() == 2);
  CHECK(std::abs(run->events()[0].t - std::sqrt(2 * 0.9 / 9.81)) < 1e-14);
  long location = 0;
  for (const auto& [reason, count] : run->statistics.rejected_by)
    location += reason == "location" ? count : 0;
  CHECK(location <= 2);
}

TEST_CASE("location: a graze that begins and ends within one step is found") {
  // The disc passes over the end of a thin wall at 5 m/s and touches it 20 µm deep for 4 ms at most.
  Scene scene({-1, 0.1 - 2e-5, 0}, {5, 0, 0}, wall({0, -1, 0}, {0, 0, 0}), 0);
  scene.options.duration = 0.4;
  scene.options.steps.max_step = 0.4;
  scene.options.steps.initial_step = 0.4;
  const auto run = Simulation(scene.model, scene.options).run();
  REQUIRE(run->events().size() >= 2);
  CHECK(run->events()[0].kind == "contact begin");
  // The end point is reached where (x² + (0.1 − 2e-5)²) = 0.1².
  const double x = std::sqrt(0.01 - (0.1 - 2e-5) * (0.1 - 2e-5));
  CHECK(std::abs(run->events()[0].t - (1 - x) / 5) < 1e-12);
}

TEST_CASE("location: a disc that passes just beyond the wall's end does not touch it") {
  Scene scene({-1, 0.1 + 1e-9, 0}, {5, 0, 0}, wall({0, -1, 0}, {0, 0, 0}), 0);
  scene.options.duration = 0.4;
  scene.options.steps.initial_step = 0.4;
  const auto run = Simulation(scene.model, scene.options).run();
  CHECK(run->events().empty());
}

TEST_CASE("a fast disc does not pass through a thin wall, whatever the step") {
  for (const double step : {0.003, 0.01, 0.1, 0.5}) {
    CAPTURE(step);
    Scene scene({-1, 0, 0}, {50, 0, 0}, wall({0, -1, 0}, {0, 1, 0}), 0);
    scene.options.duration = 0.5;
    scene.options.steps.max_step = scene.options.steps.initial_step = step;
    const auto run = Simulation(scene.model, scene.options).run();
    CHECK(run->final("ball.x") < -0.1);
    CHECK(run->final("ball.vx") == doctest::Approx(-50).epsilon(1e-6));  // elastic: rtol 1e-8
  }
}

TEST_CASE("a body that starts in touch at rest begins its contact at t = 0 and stays put") {
  Scene scene({0, 0.1, 0}, {0, 0, 0}, plane());
  const auto run = Simulation(scene.model, scene.options).run();
  REQUIRE(!run->events().empty());
  CHECK(run->events()[0].t == 0);
  CHECK(run->outcome == Outcome::reached_end);
  // Elastic: it oscillates about the static depth (mg/K)^(2/3) = 1.7e-5 m without leaving twice that range by much.
  CHECK(run->largest("floor.penetration") < 4e-5);
}

TEST_CASE("rest: a disc at its static depth stays there") {
  const double depth = std::pow(9.81 / 1.4e8, 2.0 / 3);
  Scene scene({0, 0.1 - depth, 0}, {0, 0, 0}, plane());
  const auto run = Simulation(scene.model, scene.options).run();
  CHECK(std::abs(run->final("ball.y") - 0.1 + depth) < 1e-9);  // ten times atol
  // Undamped with ω = √(1.5 K √δ / m) = 930 rad/s; the method is stable on the imaginary axis up to ωh ≈ 1.
  CHECK(run->statistics.steps < 1000);
}

TEST_CASE("a start that overlaps by more than a tenth of the shape is refused with the contact's name") {
  Scene scene({0, 0.08, 0}, {0, 0, 0}, plane());
  try {
    Simulation simulation(scene.model, scene.options);
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("contact 'floor': 'ball' and 'ground' overlap by 0.02 m") !=
          std::string::npos);
  }
}

TEST_CASE("a rule that refuses leaves no trace: the same trajectory to tolerance") {
  Scene scene({0, 1, 0}, {0, 0, 0}, plane());
  scene.options.duration = 0.9;
  const double free = Simulation(scene.model, scene.options).run()->final("ball.y");
  std::mt19937 generator(3);
  scene.options.accept.push_back(std::make_shared<Recorded>([&](const StepView& step) {
    const bool refuse = step.attempt < 4 && generator() % 2 == 0;
    return refuse ? Verdict{Verdict::Kind::retry, 0.4 * step.dt, "callback", ""} : Verdict::accepted();
  }));
  const auto run = Simulation(scene.model, scene.options).run();
  CHECK(run->statistics.rejected > 20);
  CHECK(std::abs(run->final("ball.y") - free) < 1e-6);  // rtol 1e-8, one impact amplifies by some ten
}

TEST_CASE("a rule may stop the run and propose the next step") {
  Scene scene({0, 1, 0}, {0, 0, 0}, plane());
  scene.options.accept.push_back(std::make_shared<Recorded>([](const StepView& step) {
    return Verdict{step.t_next >= 0.2 ? Verdict::Kind::stop : Verdict::Kind::accept, 0.05, "", ""};
  }));
  const auto run = Simulation(scene.model, scene.options).run();
  CHECK(run->outcome == Outcome::finished_early);
  const double end = run->time().back();
  CHECK(end >= 0.2);
  CHECK(end < 0.26);
}

TEST_CASE("a rule that never accepts ends the run with an outcome, results kept") {
  Scene scene({0, 1, 0}, {0, 0, 0}, plane());
  scene.options.accept.push_back(std::make_shared<Recorded>([](const StepView& step) {
    return step.t > 0.1 ? Verdict{Verdict::Kind::retry, step.dt, "callback", ""} : Verdict::accepted();
  }));
  const auto run = Simulation(scene.model, scene.options).run();
  CHECK(run->outcome == Outcome::too_many_refusals);
  CHECK(run->message.find("callback") != std::string::npos);
  CHECK(run->time().back() > 0.1);
}

TEST_CASE("a step's view has both ends, contacts and energies") {
  Scene scene({0, 1, 0}, {0, 0, 0}, plane());
  scene.options.duration = 0.43;
  bool seen_begin = false, seen_closed = false;
  scene.options.accept.push_back(std::make_shared<Recorded>([&](const StepView& step) {
    CHECK(step.value_before("ball.y") != step.value("ball.y"));
    CHECK(std::abs(step.energy_residual()) < 1e-6);
    for (const NewContact& contact : step.new_contacts()) {
      seen_begin = true;
      CHECK(contact.name == "floor");
      CHECK(contact.impact_speed == doctest::Approx(std::sqrt(2 * 9.81 * 0.9)).epsilon(1e-12));
      CHECK(contact.penetration <= 1e-6);
    }
    for (const ClosedContact& contact : step.contacts()) seen_closed = contact.name == "floor";
    return Verdict::accepted();
  }));
  Simulation(scene.model, scene.options).run();
  CHECK(seen_begin);
  CHECK(seen_closed);
}
