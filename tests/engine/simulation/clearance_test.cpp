// Joints with clearance: where the parts are, whether they fly, impact or follow, and the quick-return mechanism.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/quick_return_clearance.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

constexpr double pin_radius = 9.5e-3, hole_radius = 10e-3, free_play = hole_radius - pin_radius;  // [m]

BodyPointer named(const char* name, BodyPointer body) {
  body->name = name;
  return body;
}

// A pin at rest in the middle of a hole of the ground.
Model pin_in_ground(const ContactLawPointer& law, const Vector3& velocity = Vector3::Zero()) {
  Model model = empty_model();
  const BodyPointer body = named("pin", planar_body(1, 1e-3, {0.3, 0.2, 0}, 0, velocity));
  model.add(body);
  model.add(clearance_revolute("joint", body, model.ground(), {0.3, 0.2, 0}, pin_radius, hole_radius, law));
  return model;
}

std::shared_ptr<Run> run_of(const Model& model, double duration, double rtol = 1e-11) {
  Simulation simulation(model, options(duration, "dopri5", rtol, penetration_rule("root", 1e-9, 1e-12)));
  const auto run = simulation.run();
  REQUIRE(run->outcome == Outcome::reached_end);
  return run;
}

// A slider 60 mm long and 20 mm wide in the middle of a guide of the ground along `angle`.
constexpr double slider_length = 0.06, slider_width = 0.02;
Model slider_in_guide(double angle, const Vector3& velocity, double spin, double g) {
  Model model = empty_model(g);
  const BodyPointer slider = named("slider", planar_body(1, 1e-3, {0.1, 0.2, 0}, 0.4, velocity, spin));
  model.add(slider);
  const PointPair between = {Point{slider, Vector3::Zero()}, Point{model.ground(), Vector3::Zero()}};
  model.add(clearance("clearance_prismatic", "guide",
                      {{"between", between},
                       {"at", Point{nullptr, Vector3(0.1, 0.2, 0)}},
                       {"axis", Vector3(std::cos(angle), std::sin(angle), 0)},
                       {"length", slider_length},
                       {"width", slider_width},
                       {"clearance", free_play}},
                      law("hertz")));
  return model;
}

std::vector<std::string> begun_until(const Run& run, double t) {
  std::vector<std::string> names;
  for (const Event& event : events_of(run, "contact begin")) {
    if (event.t < t) names.push_back(event.element);
  }
  std::sort(names.begin(), names.end());  // what begins at one instant comes in no order
  return names;
}

}  // namespace

TEST_CASE("clearance revolute: where the journal is, in the frame of a bearing that turns") {
  Model model = empty_model();
  constexpr double spin = 20, angle = 0.7;  // [rad/s], [rad]
  const BodyPointer journal = named("journal", planar_body(1, 1e-3, {0, 0, 0}));
  const BodyPointer wheel = named("wheel", planar_body(1, 1e-3, {0, 0, 0}, angle, Vector3::Zero(), spin));
  model.add(journal), model.add(wheel);
  Quantity turning;
  turning.function = native([](const Taylor* in, Taylor* out) {
    out[0] = out[1] = {0, 0, 0}, out[2] = {angle + spin * in[0].value, spin, 0};
  });
  const JointPointer motor = make(joint_catalog(), "drive", {{"body", wheel}, {"value", turning}});
  motor->name = "motor";
  model.add(motor);
  model.add(clearance_revolute("joint", journal, wheel, {0, 0, 0}, pin_radius, hole_radius, law("hertz")));
  const auto run = run_of(model, 0.0099);  // before it touches at √(2 c/g) = 10.1 ms
  for (const double t : {0.0, 0.003, 0.0099}) {
    const double fallen = 0.5 * gravity * t * t, turned = angle + spin * t;
    CHECK(run->at("joint.ex", t) == doctest::Approx(-fallen * std::sin(turned)).epsilon(1e-9));
    CHECK(run->at("joint.ey", t) == doctest::Approx(-fallen * std::cos(turned)).epsilon(1e-9));
    CHECK(run->at("joint.gap", t) == doctest::Approx(free_play - fallen).epsilon(1e-9));
    CHECK(run->at("joint.state", t) == 0);
  }
}

TEST_CASE(
    "clearance revolute: a journal that falls touches the bearing after the free fall of its clearance") {
  const auto run = run_of(pin_in_ground(law("hertz", 1, 1.5, 1e10)), 0.05);
  const auto begins = events_of(*run, "contact begin"), ends = events_of(*run, "contact end");
  REQUIRE(ends.size() >= 1);
  CHECK(std::abs(begins[0].t - std::sqrt(2 * free_play / gravity)) < 1e-11);
  CHECK(begins[0].number("impact_speed") ==
        doctest::Approx(std::sqrt(2 * free_play * gravity)).epsilon(1e-9));
  // Elastic: each contact is one impact, in which the journal is thrown back.
  for (std::size_t i = 0; i < ends.size(); ++i) {
    CHECK(run->at("joint.state", 0.5 * (begins[i].t + ends[i].t)) == 1);
    if (i + 1 < begins.size()) CHECK(run->at("joint.state", 0.5 * (ends[i].t + begins[i + 1].t)) == 0);
  }
}

TEST_CASE("clearance revolute: a journal that settles on its bearing impacts at first and then follows") {
  const auto run = run_of(pin_in_ground(law("lankarani_nikravesh", 0.5, 1.5, 1e8)), 1.5, 1e-8);
  CHECK(events_of(*run, "contact end").size() >= 3);  // bounces before
  CHECK(run->final("joint.state") == 2);
  // Where it lies: K δ^1.5 = m g below the clearance.
  const double sag = std::pow(gravity / 1e8, 2.0 / 3);
  CHECK(run->final("joint.ey") == doctest::Approx(-free_play - sag).epsilon(1e-6));
  CHECK(run->final("joint.normal_force") == doctest::Approx(gravity).epsilon(1e-3));
}

TEST_CASE(
    "clearance prismatic: a slider that falls flat touches with both lower corners, whatever the axis") {
  for (const double angle : {0.0, 0.5, -1.0}) {
    CAPTURE(angle);
    const auto run = run_of(slider_in_guide(angle, Vector3::Zero(), 0, gravity), 0.02);
    const double t = std::sqrt(2 * free_play / (gravity * std::cos(angle)));
    const auto begins = events_of(*run, "contact begin");
    REQUIRE(begins.size() >= 2);
    CHECK(begun_until(*run, t + 1e-6) == std::vector<std::string>{"guide[3]", "guide[4]"});
    for (int i = 0; i < 2; ++i) CHECK(std::abs(begins[i].t - t) < 1e-10);
  }
}

TEST_CASE("clearance prismatic: a slider that turns touches with two opposite corners") {
  const auto run = run_of(slider_in_guide(0.3, Vector3::Zero(), 2, 0), 0.02);
  // l/2 sin θ + w/2 cos θ = w/2 + c.
  const double diagonal = std::hypot(slider_length, slider_width) / 2;
  const double turned =
      std::asin((slider_width / 2 + free_play) / diagonal) - std::atan2(slider_width, slider_length);
  const auto begins = events_of(*run, "contact begin");
  REQUIRE(begins.size() >= 2);
  CHECK(begun_until(*run, turned / 2 + 1e-6) == std::vector<std::string>{"guide[1]", "guide[3]"});
  CHECK(std::abs(begins[0].t - turned / 2) < 1e-10);
}

TEST_CASE("clearance prismatic: the guide has no ends") {
  const auto run = run_of(slider_in_guide(0, {100, 0, 0}, 0, 0), 1);
  CHECK(run->events().empty());
  for (int i = 1; i <= 4; ++i)
    CHECK(run->final(fmt::format("guide[{}].gap", i)) == doctest::Approx(free_play).epsilon(1e-9));
}

TEST_CASE("clearance joints: other shapes of the bodies they connect are not in contact in a group") {
  Model model = pin_in_ground(law("hertz"));
  const BodyPointer body = model.bodies()[1];
  const BodyPointer other = named("other", planar_body(1, 1e-3, {5, 5, 0}));
  model.add(other);
  for (const ShapePointer& made :
       {circle(body), shape(model.ground(), "circle", {{"radius", 0.1}, {"at", Vector3(0.3, 0.2, 0)}}),
        circle(other)})
    model.add(made);
  ContactGroup group;
  group.name = "all", group.law = law("hertz");
  model.add(group);
  Simulation simulation(model, options(0.005));  // a start in which the two overlap would be refused
  const auto run = simulation.run();
  CHECK(run->outcome == Outcome::reached_end);
  CHECK(run->largest("all.count") == 0);
}

TEST_CASE("quick return with clearance: the first twelve impacts to 1e-7 s and 1e-4 of the force") {
  const Reference table("quick_return_first_impacts.csv");
  const auto run = run_of(quick_return_with_clearance(), 0.0408);
  const auto begins = events_of(*run, "contact begin"), ends = events_of(*run, "contact end");
  REQUIRE(begins.size() == table.rows());
  REQUIRE(ends.size() == table.rows());
  for (std::size_t k = 0; k < table.rows(); ++k) {
    CAPTURE(k);
    const std::string joint = table.text(k, "joint"), element = joint.substr(0, joint.find(' '));
    CHECK(begins[k].element == element);
    CHECK(std::abs(begins[k].t - table.number(k, "t_start[s]")) < 1e-7);
    // Impacts overlap: the end of this one need not be the k-th.
    const double t_end = table.number(k, "t_end[s]");
    const auto is_its = [&](const Event& end) {
      return end.element == element && std::abs(end.t - t_end) < 1e-7;
    };
    const auto end = std::find_if(ends.begin(), ends.end(), is_its);
    REQUIRE(end != ends.end());
    CHECK(end->number("max_force") == doctest::Approx(table.number(k, "F_max[N]")).epsilon(1e-4));
    CHECK(end->number("max_penetration") == doctest::Approx(table.number(k, "delta_max[m]")).epsilon(1e-4));
    CHECK(end->number("impact_speed") == doctest::Approx(table.number(k, "v_impact[m/s]")).epsilon(1e-4));
  }
  CHECK(run->largest("energy.residual") < 1e-9);
  CHECK(run->largest("system.constraint_error") < 1e-10);
}

TEST_CASE("quick return with clearance: nine degrees of freedom, eight with the drive") {
  for (const bool driven : {false, true}) {
    System system(quick_return_with_clearance(driven), {});
    const Node start = system.start();
    CHECK(system.positions() - system.rank_of_constraints(0, start.y.data()) == (driven ? 8 : 9));
    CHECK(system.rank_of_constraints(0, start.y.data()) == system.equations());  // none redundant
  }
}

TEST_CASE("quick return with clearance: without control of the first depth it begins a millimetre deep") {
  SimulationOptions how = options(0.02, "dopri5", 1e-8, penetration_rule("none"));
  how.steps.initial_step = how.steps.max_step = 0.0186;
  const auto begins = events_of(*Simulation(quick_return_with_clearance(), how).run(), "contact begin");
  REQUIRE(!begins.empty());
  CHECK(begins[0].element == "O3");
  CHECK(begins[0].t == 0.0186);
  // The journal has fallen freely, but for the turning of the rocker: g t²/2 less the clearance.
  CHECK(begins[0].number("penetration") ==
        doctest::Approx(0.5 * gravity * 0.0186 * 0.0186 - free_play).epsilon(0.01));
}

TEST_CASE("quick return with clearance: fixed steps of 1e-4 s end as an outcome that says why") {
  SimulationOptions how = options(0.05, "rk4", 1e-8, penetration_rule("none"));
  how.steps.step = 1e-4;
  const auto run = Simulation(quick_return_with_clearance(), how).run();
  CHECK(run->outcome == Outcome::nonfinite);
  CHECK(run->message.find("a number is not finite") != std::string::npos);
}
