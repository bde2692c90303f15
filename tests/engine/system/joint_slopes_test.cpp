#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "engine/forces/catalog.h"
#include "engine/joints/rolling.h"
#include "engine/model/jet_equations.h"
#include "tests/engine/simulation/mechanisms.h"
#include "tests/engine/smooth_function.h"
#include "tests/engine/system/jacobians.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

// Of x, y, angle of two.
FunctionSourcePointer crossed() {
  return smooth(
      [](const Jet* in, Jet* out) { out[0] = in[0] * in[3] * in[6] + in[2] * in[2] - 2 * in[4] / in[3]; }, 1);
}

// Of x, y, angle, vx, vy, angular velocity of two: a knife edge on one, a rate of the other.
FunctionSourcePointer knife() {
  return smooth(
      [](const Jet* in, Jet* out) {
        out[0] = in[2] * in[3] * in[9] - in[4] + 0.3 * in[11];
        out[1] = in[6] * in[9] + in[5] * in[12];
      },
      2);
}

}  // namespace

// A joint and a spring, which the joint's slopes are multiplied with.
TEST_CASE("slopes: of every joint of the planar catalogue, with and without Baumgarte's terms") {
  const TwoBodies two;
  const PointPair at = {Point{two.a}, Point{two.b}};
  const Fields placed = {{"between", at}, {"at", Point{two.model.ground(), Vector3(0.4, 0.1, 0)}}};
  const auto with = [](Fields fields, const Fields& more) {
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
  };
  Quantity path;
  path.function = native([](const Taylor* t, Taylor* p) {
    for (int i = 0; i < 3; ++i)
      p[i] = {0.1 * i + std::sin(t[0].value), std::cos(t[0].value), -std::sin(t[0].value)};
  });
  Vectors slot;
  for (double u = -2; u <= 2; u += 0.25) slot.push_back(Vector3(u, 0.3 * std::sin(u), 0));
  const std::map<std::string, Fields> given = {
      {"revolute", placed},
      {"prismatic", with(placed, {{"axis", Vector3(1, 0.3, 0)}})},
      {"translational", with(placed, {{"axis", Vector3(1, 0.3, 0)}})},
      {"fixed", placed},
      {"rod", {{"between", two.ends()}}},
      {"gear", {{"between", BodyPair{two.a, two.b}}, {"ratio", -2.5}}},
      {"point_on_curve", {{"between", at}, {"points", slot}}},
      {"constraint",
       {{"between", Points{Point{two.a}, Point{two.b}}},
        {"equations", crossed()},
        {"velocity_equations", knife()}}},
      {"drive", {{"body", two.a}, {"value", path}}},
  };
  for (const char* stabilization : {"projection", "baumgarte"}) {
    for (const auto& entry : joint_catalog()) {
      CAPTURE(std::string(stabilization));
      CAPTURE(entry.name);
      REQUIRE(given.count(entry.name) == 1);
      TwoBodies fresh = two;
      fresh.model.add(
          make(force_catalog(), "spring", {{"between", two.ends()}, {"stiffness", 50.0}, {"damping", 1.0}}),
          "spring");
      fresh.model.add(joint(entry.name, entry.name, given.at(entry.name)));
      System system(fresh.model, make(stabilization_catalog(), stabilization, {}));
      check_exact(system, 0.3);
    }
  }
}

TEST_CASE("slopes: of a disc that rolls on another body") {
  for (const char* stabilization : {"projection", "baumgarte"}) {
    TwoBodies two;
    const auto rolling = std::make_shared<Rolling>();
    rolling->name = "rolling", rolling->center = two.ends()[0], rolling->place = two.ends()[1];
    rolling->radius = 0.3, rolling->normal = Vector3(0.2, 1, 0);
    rolling->prepare();
    two.model.add(make(force_catalog(), "spring", {{"between", two.ends()}, {"stiffness", 50.0}}), "spring");
    two.model.add(JointPointer(rolling));
    System system(two.model, make(stabilization_catalog(), stabilization, {}));
    check_exact(system, 0.3);
  }
}

TEST_CASE("slopes: of a point on a curve that a function draws") {
  for (const bool is_closed : {false, true}) {
    CAPTURE(is_closed);
    TwoBodies two;
    const FunctionSourcePointer curve = smooth([](const Jet* u, Jet* c) {
      Jet sine, cosine;
      sine_and_cosine(u[0], sine, cosine);
      c[0] = 1.2 * cosine, c[1] = 0.7 * sine + 0.1 * sine * cosine;
    });
    // The closest place is near u = −1.
    two.model.add(joint("point_on_curve", "cam",
                        {{"between", two.ends()},
                         {"curve", curve},
                         {"range", Vector3(-2, is_closed ? -2 + 2 * M_PI : 1, 0)},
                         {"closed", is_closed},
                         {"offset", 0.05}}));
    System system(two.model, {});
    check_exact(system, 0.3);
  }
}

// Jets have directions for two planar bodies: those of more are looked at in turns.
TEST_CASE("slopes: of a constraint between four bodies and a coordinate") {
  TwoBodies two;
  const BodyPointer c = planar_body(3, 0.2, Vector3(-0.4, 0.7, 0), 0.2),
                    mass = particle("mass", 1, {0.2, 1, 0});
  const BodyPointer slide = coordinate(2, 0.4, 0.1);
  c->name = "c", slide->name = "slide";
  two.model.add(c), two.model.add(mass), two.model.add(slide);
  // x, y, angle of three, x, y of the mass, the slide's position, t
  const FunctionSourcePointer together = smooth(
      [](const Jet* in, Jet* out) {
        out[0] = in[0] * in[4] * in[8] + in[6] * in[9] * in[11] - in[12] * in[2];
        out[1] = in[1] * in[7] + in[5] * in[10] * in[3];
      },
      2);
  two.model.add(joint("constraint", "together",
                      {{"between", Points{two.ends()[0], two.ends()[1], Point{c, Vector3(0.3, 0, 0)},
                                          Point{mass}, Point{slide}}},
                       {"equations", together}}));
  System system(two.model, {});
  check_exact(system, 0.3);
}

TEST_CASE("slopes: a joint that knows no jets is differenced, and that is counted") {
  TwoBodies two;
  const FunctionSourcePointer square = native(
      [](const Taylor* in, Taylor* out) {
        const Taylor &x = in[0], &y = in[4];  // x_a − y_b²
        out[0] = {x.value - y.value * y.value, x.first - 2 * y.value * y.first,
                  x.second - 2 * y.first * y.first - 2 * y.value * y.second};
      },
      1);
  two.model.add(joint("constraint", "square",
                      {{"between", Points{Point{two.a}, Point{two.b}}}, {"equations", square}}));
  System system(two.model, {});
  const Node at = somewhere(system, 0.3);
  Jacobian jacobian;
  system.differentiate(at, jacobian);
  CHECK(system.differences() == 4 * 6);  // above and below, by positions and by rates of two bodies
  const MatrixX expected =
      differences(system, at, 1e-5, [&](const std::vector<double>& y, std::vector<double>& dy) {
        system.derivative(at.t, y.data(), dy.data());
      });
  CHECK((full(system, jacobian) - expected).cwiseAbs().maxCoeff() < 1e-7 * expected.cwiseAbs().maxCoeff());
}
// What joints say of themselves on jets is what they say in numbers: Φ_q, and Φ̈ = 0 for the accelerations that follow.
TEST_CASE("slopes: joints on jets have the Jacobian and accelerations of their equations, to rounding") {
  const auto check = [](const Model& model) {
    System system(model, {});
    const Node at = somewhere(system, 0.3);
    Jacobian jacobian;
    MatrixX of_constraints, of_multipliers;
    system.differentiate_with(at, system.multipliers().data(), jacobian, of_constraints, of_multipliers);
    system.derivative(at.t, at.y.data(), std::vector<double>(at.y.size()).data());
    const int n = system.positions();
    for (std::size_t j = 0; j < system.joints().size(); ++j) {
      const Joint& joint = *system.joints()[j];
      CAPTURE(joint.name);
      const auto* known = dynamic_cast<const JetEquations*>(&joint);
      REQUIRE(known);
      JetPlaces places(system.motion());
      std::vector<int> columns;
      for (const BodyPointer& body : joint.bodies()) {
        const int first = system.offset(*body);
        if (body->coordinates() == 0) continue;
        std::vector<Jet> path;
        for (int c = first; c < first + body->coordinates(); ++c) {
          path.emplace_back(at.y[c], at.y[n + c], 0.5 * at.dy[n + c], static_cast<int>(columns.size()));
          columns.push_back(c);
        }
        places.add(*body, path.data(), nullptr);
      }
      std::vector<Jet> equations(joint.equations());
      REQUIRE(known->evaluate_on(places, equations.data()));
      for (int e = 0; e < joint.equations(); ++e) {
        const int row = system.first_equation(static_cast<int>(j)) + e;
        const bool moves = joint.sets_velocity();  // p(t) is no part of the jets
        if (!moves) CHECK(std::abs(equations[e].value() - system.constraints()[row]) < 1e-14);
        for (std::size_t c = 0; c < columns.size(); ++c)
          CHECK(std::abs(equations[e].term[0].slope[static_cast<Eigen::Index>(c)] -
                         of_constraints(row, columns[c])) < 1e-14);
        if (!moves) CHECK(std::abs(2 * equations[e].term[2].value) < 1e-10);
      }
    }
  };
  for (const Model& model : {quick_return(), slider_crank(0.3, 1, 2), pendulum()}) check(model);
  TwoBodies two;
  two.model.add(joint("gear", "gear", {{"between", BodyPair{two.a, two.b}}, {"ratio", -2.5}}));
  check(two.model);
  TwoBodies fixed;
  fixed.model.add(joint("fixed", "fixed",
                        {{"between", PointPair{Point{fixed.a}, Point{fixed.b}}},
                         {"at", Point{fixed.model.ground(), Vector3(0.4, 0.1, 0)}}}));
  check(fixed.model);
}
