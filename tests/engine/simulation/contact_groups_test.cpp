// Contact groups: every pair through the broad phase is the same as every pair said one by one.
#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <set>

#include "engine/results/recorder.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

constexpr int discs = 12;
constexpr double size = 0.05, width = 0.5;  // [m]

// Discs with random velocities in a box of three walls and a lid; shapes[i] of the i-th disc, then the walls.
Model box(std::vector<ShapePointer>& shapes) {
  Model model = empty_model();
  std::mt19937 generator(2);
  std::uniform_real_distribution<double> uniform(-2, 2);
  for (int i = 0; i < discs; ++i) {
    const Vector3 place(0.07 + 0.12 * (i % 4), 0.07 + 0.12 * (i / 4), 0);
    const Vector3 velocity(uniform(generator), uniform(generator), 0);
    const BodyPointer disc =
        body("body", "disc " + std::to_string(i),
             {{"mass", 1.0}, {"inertia", 0.00125}, {"position", place}, {"velocity", velocity}});
    model.add(disc);
    shapes.push_back(circle(disc, size));
  }
  const std::vector<std::pair<Vector3, Vector3>> walls = {{{0, 0, 0}, {width, 0, 0}},
                                                          {{0, width, 0}, {width, width, 0}},
                                                          {{0, 0, 0}, {0, width, 0}},
                                                          {{width, 0, 0}, {width, width, 0}}};
  for (const auto& [from, to] : walls)
    shapes.push_back(shape(model.ground(), "segment", {{"from", from}, {"to", to}}));
  return model;
}

ContactGroup group_of(const ContactLawPointer& law) {
  ContactGroup group;
  group.name = "grains", group.law = law;
  return group;
}

Model grouped_box(const ContactLawPointer& law) {
  std::vector<ShapePointer> shapes;
  Model model = box(shapes);
  for (const ShapePointer& made : shapes) model.add(made);
  model.add(group_of(law));
  return model;
}

Model explicit_box(const ContactLawPointer& law) {
  std::vector<ShapePointer> shapes;
  Model model = box(shapes);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = i + 1; j < shapes.size(); ++j) {
      if (shapes[i]->body == shapes[j]->body) continue;
      model.add(contact("contact " + std::to_string(i) + " " + std::to_string(j), shapes[i], shapes[j], law));
    }
  }
  return model;
}

std::shared_ptr<Run> run_of(const Model& model, const SimulationOptions& how) {
  Simulation simulation(model, how);
  return simulation.run();
}

}  // namespace

TEST_CASE("contact group: discs in a box move as with a contact for every pair, and have the same impacts") {
  const ContactLawPointer elastic = law("hertz", 1, 1.5, 1e7);
  const SimulationOptions how = options(0.1, "dopri5", 1e-11);
  const auto grouped = run_of(grouped_box(elastic), how), single = run_of(explicit_box(elastic), how);
  REQUIRE(grouped->outcome == Outcome::reached_end);
  const auto ended = events_of(*grouped, "contact end"), expected = events_of(*single, "contact end");
  REQUIRE(expected.size() > 10);
  REQUIRE(ended.size() == expected.size());
  for (std::size_t i = 0; i < ended.size(); ++i) {
    CHECK(ended[i].t == doctest::Approx(expected[i].t).epsilon(1e-8));
    CHECK(ended[i].number("restitution") == doctest::Approx(expected[i].number("restitution")).epsilon(1e-6));
  }
  for (int i = 0; i < discs; ++i) {
    const std::string name = "disc " + std::to_string(i);
    CHECK(grouped->final(name + ".x") == doctest::Approx(single->final(name + ".x")).epsilon(1e-7));
    CHECK(grouped->final(name + ".vy") == doctest::Approx(single->final(name + ".vy")).epsilon(1e-5));
  }
  CHECK(std::abs(grouped->final("energy.residual")) < 1e-6);
  CHECK(grouped->largest("energy.dissipated") < 1e-6);
}

TEST_CASE("contact group: what is lost is booked for the group, and each end says its own part") {
  const auto run = run_of(grouped_box(law("flores", 0.6, 1.5, 1e7)), options(0.5, "dopri5", 1e-10));
  REQUIRE(run->outcome == Outcome::reached_end);
  double sum = 0;
  for (const Event& end : events_of(*run, "contact end")) sum += end.number("dissipated");
  const double booked = run->energy.dissipated_by.back().second;
  CHECK(run->energy.dissipated_by.back().first == "grains");
  CHECK(booked > 1);
  // The contacts that are still closed have lost something, too.
  CHECK(sum <= booked + 1e-7);
  CHECK(sum > 0.9 * booked);
  CHECK(booked == doctest::Approx(run->final("energy.dissipated")).epsilon(1e-12));
  CHECK(std::abs(run->final("energy.residual")) < 1e-6);
}

TEST_CASE("contact group: nobody is missed who comes from far in one step") {
  for (const char* integrator : {"dopri5", "fehlberg78", "adams"}) {
    Model model = empty_model(0);
    const BodyPointer bullet = particle("bullet", 1, Vector3(-50, 0, 0), Vector3(100, 0, 0));
    const BodyPointer target = particle("target", 1, Vector3(0, 0, 0));
    model.add(bullet), model.add(target);
    model.add(circle(bullet, 0.01)), model.add(circle(target, 0.01));
    model.add(group_of(law("hertz", 1, 1.5, 1e9)));
    const auto run = run_of(model, options(1, integrator, 1e-9));
    CAPTURE(integrator);
    const auto begun = events_of(*run, "contact begin");
    REQUIRE(begun.size() == 1);
    CHECK(begun[0].t == doctest::Approx(0.4998).epsilon(1e-12));  // 49.98 m at 100 m/s
    CHECK(begun[0].element == "grains: bullet - target");
    CHECK(run->final("target.vx") == doctest::Approx(100).epsilon(1e-8));  // they change places
  }
}

// In its first step the bullet comes 20 times as far as the lists made at the start reach, into the target.
TEST_CASE("contact group: in stages, too, who comes from far in one step is seen in that step") {
  Model model = empty_model(0);
  const BodyPointer bullet = particle("bullet", 1, Vector3(-0.08, 0, 0), Vector3(100, 0, 0));
  const BodyPointer target = particle("target", 1, Vector3(0, 0, 0));
  model.add(bullet), model.add(target);
  model.add(circle(bullet, 0.01)), model.add(circle(target, 0.01));
  model.add(group_of(law("hertz", 1, 1.5, 1e6)));
  SimulationOptions how = options(7e-3, "rk4", 1e-9, penetration_rule("stages"));
  how.steps.step = 7e-4;
  const auto run = run_of(model, how);
  const auto begun = events_of(*run, "contact begin");
  REQUIRE(begun.size() >= 1);
  CHECK(begun[0].t == doctest::Approx(7e-4).epsilon(1e-12));
  CHECK(begun[0].number("impact_speed") == doctest::Approx(100).epsilon(1e-12));
}

TEST_CASE("contact group: a pair that has a contact of its own is left to it") {
  Model model = empty_model();
  const BodyPointer ball = particle("ball", 1, Vector3(0, 0.3, 0));
  model.add(ball);
  const ShapePointer disc = circle(ball),
                     ground = shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}});
  model.add(disc), model.add(ground);
  model.add(contact("soft", disc, ground, law("hertz", 1, 1.5, 1e5)));
  model.add(group_of(law("hertz", 1, 1.5, 1e9)));
  const auto run = run_of(model, options(0.5, "dopri5", 1e-9));
  for (const Event& event : run->events()) CHECK(event.element == "soft");
  CHECK(events_of(*run, "contact end").size() >= 1);
}

TEST_CASE("contact group: every member has a name of its own, whatever shapes its bodies have") {
  Model model = empty_model();
  const BodyPointer ball = particle("ball", 1, Vector3(0.3, 0.3, 0), Vector3(0, -1, 0));
  const BodyPointer other = particle("other", 1, Vector3(0.8, 0.3, 0), Vector3(0, -1, 0));
  model.add(ball), model.add(other);
  for (const BodyPointer& each : {ball, other}) model.add(circle(each));
  const auto normal = [](double x, double y) { return Fields{{"normal", Vector3(x, y, 0)}}; };
  model.add(shape(model.ground(), "line", normal(0, 1)));
  model.add(shape(model.ground(), "line", normal(1, 0)));
  model.add(shape(model.ground(), "segment", {{"from", Vector3(0.5, -1, 0)}, {"to", Vector3(0.5, 1, 0)}}));
  model.add(group_of(law("hertz", 1, 1.5, 1e7)));
  System system(model, {});
  const Node start = system.start();
  system.renew_candidates(0, start.y.data(), 10);  // [m]: all pairs
  std::set<std::string> names;
  for (const int i : system.active()) names.insert(system.contacts()[i].name);
  CHECK(names == std::set<std::string>{"grains: ball - other", "grains: ball - ground line 1",
                                       "grains: ball - ground line 2", "grains: ball - ground segment",
                                       "grains: other - ground line 1", "grains: other - ground line 2",
                                       "grains: other - ground segment"});
}

TEST_CASE("contact group: only the bodies that are named take part") {
  Model model = empty_model(0);
  std::vector<BodyPointer> balls;
  for (int i = 0; i < 3; ++i) {
    balls.push_back(
        particle("ball " + std::to_string(i), 1, Vector3(i, 0, 0), Vector3(i == 0 ? 10 : 0, 0, 0)));
    model.add(balls.back());
    model.add(circle(balls.back(), 0.1));
  }
  ContactGroup group = group_of(law("hertz", 1, 1.5, 1e9));
  group.bodies = {balls[0], balls[2]};
  model.add(group);
  const auto run = run_of(model, options(0.3, "dopri5", 1e-9));
  const auto ended = events_of(*run, "contact end");
  REQUIRE(ended.size() == 1);
  CHECK(ended[0].element == "grains: ball 0 - ball 2");
  CHECK(run->final("ball 1.vx") == 0);
}

TEST_CASE("contact group: in stages no step is refused, and the books close as the step shrinks") {
  const ContactLawPointer viscous =
      make(contact_law_catalog(), "tsuji", {{"stiffness", 1e7}, {"restitution", 0.6}});
  double before = 0;
  for (const double step : {4e-5, 2e-5, 1e-5}) {
    SimulationOptions how = options(0.3, "rk4", 1e-8, penetration_rule("stages"));
    how.steps.step = step;
    const auto run = run_of(grouped_box(viscous), how);
    REQUIRE(run->outcome == Outcome::reached_end);
    CHECK(run->statistics.rejected == 0);
    CHECK(run->statistics.rhs_evaluations < 4.01 * 0.3 / step + 10);
    CHECK(events_of(*run, "contact end").size() > 20);
    const double open = std::abs(run->final("energy.residual"));
    if (before > 0) CHECK(open < before / 2);
    before = open;
  }
  CHECK(before < 1e-6);
}

TEST_CASE(
    "contact group: a run that outgrows its memory keeps its records, says so, and refuses what it lost") {
  // What a recorder may keep is a number of bytes; a model of many bodies reaches it, this one is given less.
  std::vector<ShapePointer> shapes;
  Model model = grouped_box(law("hertz", 1, 1.5, 1e7));
  System system(model, {});
  Recorder recorder(system);
  recorder.most_bytes = 50e3, recorder.every = 0.01, recorder.duration = 1;
  Node before = system.start(), after = before;
  system.derivative(0, before.y.data(), before.dy.data());
  recorder.event(before);
  Trial trial;
  for (int i = 1; i <= 100; ++i) {
    trial.h = 0.01, trial.after = before, trial.after.t = 0.01 * i;
    recorder.step(before, trial, Interpolant(before, trial, system.positions()));
    before = trial.after;
  }
  recorder.finish();
  CHECK(recorder.records() == 101);
  CHECK(recorder.nodes() < 60);
  CHECK(recorder.kept_until() == doctest::Approx(0.01 * (static_cast<double>(recorder.nodes()) - 1)));
}
