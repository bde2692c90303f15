#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>

#include "engine/forces/catalog.h"
#include "engine/forces/spring.h"
#include "engine/friction/catalog.h"
#include "engine/integrators/jacobian.h"
#include "engine/model/jet_equations.h"
#include "engine/system/system.h"
#include "tests/engine/contact_laws/make_law.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

// ∂ẏ/∂y put together from elements, against central differences of the whole.
namespace {

Node somewhere(System& system, double velocities) {
  Node node = system.start();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-velocities, velocities);
  for (int i = system.positions(); i < system.controlled(); ++i) node.y[i] += number(random);
  system.derivative(0.1, node.y.data(), node.dy.data());
  node.t = 0.1;
  return node;
}

MatrixX full(const System& system, const Jacobian& jacobian) {
  const int n = system.positions(), columns = jacobian.coupling.columns();
  MatrixX matrix = MatrixX::Zero(columns, n + columns);
  for (int c = 0; c < columns; ++c) {
    for (int k = jacobian.coupling.begin[c]; k < jacobian.coupling.begin[c + 1]; ++k) {
      if (c < n) matrix(jacobian.coupling.rows[k], c) = jacobian.by_position[k];
      matrix(jacobian.coupling.rows[k], n + c) = jacobian.by_rate[k];
    }
  }
  return matrix;
}

// derivative(y, dy), of the rows beyond the positions.
template <class Derivative>
MatrixX differences(const System& system, const Node& at, double step, Derivative derivative) {
  const int n = system.positions(), rows = system.controlled() - n;
  MatrixX matrix(rows, system.controlled());
  std::vector<double> y = at.y, up(at.y.size()), down(at.y.size());
  for (int i = 0; i < system.controlled(); ++i) {
    y[i] = at.y[i] + step, derivative(y, up);
    y[i] = at.y[i] - step, derivative(y, down);
    y[i] = at.y[i];
    for (int r = 0; r < rows; ++r) matrix(r, i) = (up[n + r] - down[n + r]) / (2 * step);
  }
  return matrix;
}

void check_against_differences(System& system, double velocities = 0.5, double step = 1e-7) {
  const Node at = somewhere(system, velocities);
  Jacobian jacobian;
  system.differentiate(at, jacobian);
  const MatrixX slopes = full(system, jacobian);
  const MatrixX expected =
      differences(system, at, step, [&](const std::vector<double>& y, std::vector<double>& dy) {
        system.derivative(at.t, y.data(), dy.data());
      });
  REQUIRE(expected.cwiseAbs().maxCoeff() > 0);
  double rounding = 0;  // of what the differences are made of
  for (const double rate : at.dy) rounding = std::max(rounding, 4e-16 * std::abs(rate) / step);
  // By columns: positions, velocities and states of laws differ by orders of magnitude.
  for (Eigen::Index c = 0; c < expected.cols(); ++c) {
    CAPTURE(c);
    const double size =
        std::max(expected.col(c).cwiseAbs().maxCoeff(), 1e-5 * expected.cwiseAbs().maxCoeff());
    CHECK((slopes.col(c) - expected.col(c)).cwiseAbs().maxCoeff() < 1e-5 * size + rounding);
  }
}

void close_contacts(System& system) {
  for (ContactMode& mode : system.modes()) mode = {true, false, 0.1, 0};
}

// Two discs, one deep in the other, both turning.
Model two_discs(const ContactLawPointer& law, const FrictionLawPointer& friction = nullptr) {
  Model model = empty_model();
  const BodyPointer a = planar_body(1, 0.005, Vector3::Zero(), 0.2, Vector3::Zero(), 0.7);
  const BodyPointer b = planar_body(2, 0.01, Vector3(0.12, 2 * radius - 0.0413, 0), -0.4);
  a->name = "a", b->name = "b";
  model.add(a), model.add(b);
  const ShapePointer shapes[] = {circle(a), circle(b)};
  Contact made = contact("contact", shapes[0], shapes[1], law);
  made.friction = friction;
  model.add(std::move(made));
  return model;
}

}  // namespace

TEST_CASE("slopes: of two discs with every law of the catalogue that has no states") {
  for (const auto& entry : contact_law_catalog()) {
    CAPTURE(entry.name);
    Numbers numbers;
    const Numbers usual = {{"stiffness", 1e5},   {"restitution", 0.7},         {"mass", 1},
                           {"damping", 100},     {"full_damping_depth", 1e-2}, {"dissipation", 1e-1},
                           {"damping_rate", 100}};
    bool is_of_cylinders = false;
    for (const FieldInfo& field : entry.fields) {
      is_of_cylinders = is_of_cylinders || field.name == "journal_radius";
      const auto found = usual.find(field.name);
      if (found != usual.end() && (field.required || field.name == "restitution"))
        numbers[field.name] = found->second;
    }
    if (is_of_cylinders) continue;  // a pin in a hole
    System system(two_discs(make_law(entry, numbers)), {});
    close_contacts(system);
    check_against_differences(system, 0.02);
  }
}

TEST_CASE("slopes: of friction of the catalogue") {
  for (const auto& entry : friction_catalog()) {
    CAPTURE(entry.name);
    std::vector<Given> given;
    for (const FieldInfo& field : entry.fields) {
      if (field.required) given.push_back({&field, 0.3});
    }
    const FrictionLawPointer friction = entry.make(given);
    if (friction->is_set_valued()) continue;  // differentiated as a whole
    System system(two_discs(law("hertz", 1, 1.5, 1e5), friction), {});
    close_contacts(system);
    check_against_differences(system);
  }
}

TEST_CASE("slopes: of a law with states") {
  struct Creeping final : ContactLaw {
    const std::string& name() const override { return name_; }
    int states() const override { return 2; }
    double force(const ContactInput& c, double* rates) const override {
      rates[0] = c.penetration_rate - 3 * c.states[0], rates[1] = c.penetration * c.states[0];
      return 1e4 * c.penetration * std::sqrt(c.penetration) * (1 + c.states[0]) + 30 * c.states[1];
    }
    std::string name_ = "creeping";
  };
  System system(two_discs(std::make_shared<Creeping>()), {});
  close_contacts(system);
  check_against_differences(system);
}

TEST_CASE("slopes: of mechanisms: revolute, prismatic, rod, drive, with and without Baumgarte's terms") {
  for (const char* stabilization : {"projection", "baumgarte"}) {
    CAPTURE(stabilization);
    const ConstraintOptions options = make(stabilization_catalog(), stabilization, {});
    for (const Model& model :
         {quick_return(), quick_return(false), slider_crank(0.3, 1, 2), pendulum(), n_four_bar(2)}) {
      System system(model, options);
      check_against_differences(system, 0.1, 1e-5);
    }
  }
}

TEST_CASE("slopes: of a damped spring between bodies that a rod ties to others") {
  Model model = pendulum();
  const BodyPointer mass = model.bodies()[1], disc = planar_body(1, 0.1, Vector3(2, 1, 0), 0.3);
  disc->name = "disc";
  model.add(disc);
  const auto spring = std::make_shared<Spring>();
  spring->name = "spring", spring->between = {Point{mass}, Point{disc, Vector3(0.1, 0.2, 0)}};
  spring->stiffness = 1e9, spring->damping = 1e4, spring->free_length = 1.4;
  model.add(ForcePointer(spring), "spring");
  System system(model, {});
  check_against_differences(system, 0.5, 1e-5);
}

namespace {

// Two bodies, turning, on the second a pin to the ground; between them what is given.
struct TwoBodies {
  Model model = empty_model();
  BodyPointer a = planar_body(1, 0.05, Vector3(0.1, 0.2, 0), 0.3, Vector3::Zero(), 0.4);
  BodyPointer b = planar_body(2, 0.1, Vector3(0.9, -0.1, 0), -0.5);
  TwoBodies() {
    a->name = "a", b->name = "b";
    model.add(a), model.add(b);
  }
  PointPair ends() const { return {Point{a, Vector3(0.1, 0.05, 0)}, Point{b, Vector3(-0.2, 0.1, 0)}}; }
};

// Of t, x, y, vx, vy, the angle; one number or two.
Quantity function_of_state(int results) {
  Quantity made;
  made.function = native([results](const Taylor* in, Taylor* out) {
    out[0].value = 3 + in[0].value - 2 * in[1].value * in[3].value + std::sin(in[5].value);
    out[0].first = in[0].first - 2 * (in[1].first * in[3].value + in[1].value * in[3].first) +
                   std::cos(in[5].value) * in[5].first;
    if (results < 2) return;
    out[1].value = in[2].value * in[2].value - in[4].value;
    out[1].first = 2 * in[2].value * in[2].first - in[4].first;
  });
  return made;
}

// Of distance, its rate and t.
FunctionSourcePointer pull_of_line() {
  return native([](const Taylor* in, Taylor* out) {
    out[0].value = 3 * in[0].value * in[0].value + 0.5 * in[1].value + std::sin(in[2].value);
    out[0].first = 6 * in[0].value * in[0].first + 0.5 * in[1].first + std::cos(in[2].value) * in[2].first;
  });
}

// Loads on a (x, y, angle, vx, vy, angular_velocity), on b (the same), and on a again, at another point: products of all
// that they see.
FunctionSourcePointer loads_of_three(int* evaluations) {
  return native([evaluations](const Taylor* in, Taylor* out) {
    ++*evaluations;
    const auto product = [](const Taylor& x, const Taylor& y) {
      return Taylor{x.value * y.value, x.first * y.value + x.value * y.first, 0};
    };
    for (int i = 0; i < 9; ++i) out[i] = product(in[i], in[(5 * i + 7) % 18]);
  });
}

}  // namespace

TEST_CASE("slopes: of every force of the planar catalogue") {
  int evaluations = 0;
  const TwoBodies two;
  const std::map<std::string, Fields> given = {
      {"spring", {{"between", two.ends()}, {"stiffness", 300.0}, {"damping", 20.0}, {"free_length", 0.3}}},
      {"force", {{"on", two.ends()[0]}, {"value", function_of_state(2)}}},
      {"torsion_spring",
       {{"between", BodyPair{two.a, two.b}}, {"stiffness", 30.0}, {"damping", 2.0}, {"free_angle", 0.4}}},
      {"interaction", {{"between", two.ends()}, {"force", pull_of_line()}}},
      {"bushing",
       {{"between", two.ends()},
        {"stiffness", Vector3(30, 50, 0)},
        {"damping", Vector3(2, 1, 0)},
        {"rotational_stiffness", 4.0},
        {"rotational_damping", 0.3}}},
      {"torque", {{"between", BodyPair{two.a, two.b}}, {"value", function_of_state(1)}}},
      {"user_force",
       {{"on", Points{two.ends()[0], two.ends()[1], Point{two.a, Vector3(-0.3, 0.2, 0)}}},
        {"force", loads_of_three(&evaluations)}}},
  };
  const auto check = [&](const std::string& name, const Fields& fields) {
    CAPTURE(name);
    TwoBodies fresh = two;
    fresh.model.add(make(force_catalog(), name, fields), name);
    System system(fresh.model, {});
    check_against_differences(system, 0.5, 1e-5);
  };
  for (const auto& entry : force_catalog()) {
    REQUIRE(given.count(entry.name) == 1);
    check(entry.name, given.at(entry.name));
  }
  check("force", {{"on", two.ends()[0]}, {"value", function_of_state(2)}, {"follower", true}});
  check("torque", {{"on", two.a}, {"value", function_of_state(1)}});
}

// One evaluation with the load, and one for each of the eighteen numbers that the function sees.
TEST_CASE("slopes: of a user's force ask its function for derivatives, once for each of its inputs") {
  TwoBodies two;
  int evaluations = 0;
  const Points on = {two.ends()[0], two.ends()[1], Point{two.a, Vector3(-0.3, 0.2, 0)}};
  two.model.add(make(force_catalog(), "user_force", {{"on", on}, {"force", loads_of_three(&evaluations)}}),
                "user_force");
  System system(two.model, {});
  const Node at = somewhere(system, 0.5);
  Jacobian jacobian;
  evaluations = 0;
  system.differentiate(at, jacobian);
  CHECK(evaluations == 1 + 1 + 1 + 18);  // the derivative, the loads, the value among the slopes, the slopes
}

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
  const FunctionSourcePointer crossed = native(
      [](const Taylor* in, Taylor* out) {
        // a.x b.x + a.angle − 2 b.y, to second order along whatever is seeded
        const auto product = [](const Taylor& x, const Taylor& y) {
          return Taylor{x.value * y.value, x.first * y.value + x.value * y.first,
                        x.second * y.value + 2 * x.first * y.first + x.value * y.second};
        };
        const Taylor p = product(in[0], in[3]);
        out[0] = {p.value + in[2].value - 2 * in[4].value, p.first + in[2].first - 2 * in[4].first,
                  p.second + in[2].second - 2 * in[4].second};
      },
      1);
  const std::map<std::string, Fields> given = {
      {"revolute", placed},
      {"prismatic", with(placed, {{"axis", Vector3(1, 0.3, 0)}})},
      {"translational", with(placed, {{"axis", Vector3(1, 0.3, 0)}})},
      {"fixed", placed},
      {"rod", {{"between", two.ends()}}},
      {"gear", {{"between", BodyPair{two.a, two.b}}, {"ratio", -2.5}}},
      {"point_on_curve", {{"between", at}, {"points", slot}}},
      {"constraint", {{"between", Points{Point{two.a}, Point{two.b}}}, {"equations", crossed}}},
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
      check_against_differences(system, 0.3, 1e-5);
    }
  }
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
        places.add(*body, at.y.data() + first, at.y.data() + n + first, at.dy.data() + n + first);
        for (int k = 0; k < body->coordinates(); ++k) columns.push_back(first + k);
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

TEST_CASE("slopes: with multipliers given, as the equations with these say") {
  System system(quick_return(false), {});
  const Node at = somewhere(system, 0.1);
  const int m = system.multiplier_count();
  VectorX lambda = system.multipliers(), error(m);
  lambda.array() += 1;  // any
  Jacobian jacobian;
  MatrixX of_constraints, of_multipliers;
  system.differentiate_with(at, lambda.data(), jacobian, of_constraints, of_multipliers);
  const MatrixX expected =
      differences(system, at, 1e-6, [&](const std::vector<double>& y, std::vector<double>& dy) {
        system.derivative_with(at.t, y.data(), lambda.data(), dy.data(), error.data());
      });
  const double size = expected.cwiseAbs().maxCoeff();
  CHECK((full(system, jacobian) - expected).cwiseAbs().maxCoeff() < 1e-6 * size);

  std::vector<double> y = at.y, dy(y.size()), more(y.size());
  VectorX up(m), down(m);
  for (int c = 0; c < system.positions(); ++c) {
    y[c] = at.y[c] + 1e-6, system.derivative_with(at.t, y.data(), lambda.data(), dy.data(), up.data());
    y[c] = at.y[c] - 1e-6, system.derivative_with(at.t, y.data(), lambda.data(), dy.data(), down.data());
    y[c] = at.y[c];
    CHECK((of_constraints.col(c) - (up - down) / 2e-6).cwiseAbs().maxCoeff() < 1e-7);
  }
  system.derivative_with(at.t, y.data(), lambda.data(), dy.data(), error.data());
  for (int j = 0; j < m; ++j) {
    VectorX moved = lambda;
    moved[j] += 1;
    system.derivative_with(at.t, y.data(), moved.data(), more.data(), error.data());
    for (int r = 0; r < system.positions(); ++r) {
      const int row = system.positions() + r;
      CHECK(std::abs(dy[row] - more[row] - of_multipliers(r, j)) <
            1e-9 * of_multipliers.cwiseAbs().maxCoeff());
    }
  }
}
