#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "engine/forces/catalog.h"
#include "engine/forces/spring.h"
#include "tests/engine/simulation/mechanisms.h"
#include "tests/engine/smooth_function.h"
#include "tests/engine/system/jacobians.h"

using namespace perilune;
using namespace perilune::testing;

// ∂ẏ/∂y put together from elements, against differences of the whole.
TEST_CASE("slopes: of mechanisms: revolute, prismatic, rod, drive, with and without Baumgarte's terms") {
  for (const char* stabilization : {"projection", "baumgarte"}) {
    CAPTURE(stabilization);
    const ConstraintOptions options = make(stabilization_catalog(), stabilization, {});
    for (const Model& model :
         {quick_return(), quick_return(false), slider_crank(0.3, 1, 2), pendulum(), n_four_bar(2)}) {
      System system(model, options);
      check_exact(system, 0.1, 1e-3);
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
  check_exact(system);
}

namespace {

// Of t, x, y, vx, vy, the angle and its rate; one number or two.
Quantity function_of_state(int results) {
  Quantity made;
  made.function = smooth([results](const Jet* in, Jet* out) {
    out[0] = 3 + in[0] - 2 * in[1] * in[3] + in[5] / (1 + in[5] * in[5]) + in[6] * in[2];
    if (results > 1) out[1] = in[2] * in[2] - in[4];
  });
  return made;
}

// Of distance, its rate and t.
FunctionSourcePointer pull_of_line() {
  return smooth([](const Jet* in, Jet* out) { out[0] = 3 * in[0] * in[0] + 0.5 * in[1] * in[0] + in[2]; });
}

// Loads on a (x, y, angle, vx, vy, angular_velocity), on b (the same), and on a again, at another point: products of all
// that they see.
FunctionSourcePointer loads_of_three() {
  return smooth([](const Jet* in, Jet* out) {
    for (int i = 0; i < 9; ++i) out[i] = in[i] * in[(5 * i + 7) % 18];
  });
}

}  // namespace

TEST_CASE("slopes: of every force of the planar catalogue") {
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
        {"force", loads_of_three()}}},
  };
  const auto check = [&](const std::string& name, const Fields& fields) {
    CAPTURE(name);
    TwoBodies fresh = two;
    fresh.model.add(make(force_catalog(), name, fields), name);
    System system(fresh.model, {});
    check_exact(system);
  };
  for (const auto& entry : force_catalog()) {
    REQUIRE(given.count(entry.name) == 1);
    check(entry.name, given.at(entry.name));
  }
  check("force", {{"on", two.ends()[0]}, {"value", function_of_state(2)}, {"follower", true}});
  check("torque", {{"on", two.a}, {"value", function_of_state(1)}});
}

TEST_CASE("slopes: of a force that follows its body, and of one on a particle and on a coordinate") {
  TwoBodies two;
  const BodyPointer mass = particle("mass", 2, Vector3(0.4, 1, 0)), slide = coordinate(3, 0.2, 0.1);
  slide->name = "slide";
  two.model.add(mass), two.model.add(slide);
  const auto load = [&](const char* name, const Point& on, int results, bool follower) {
    two.model.add(make(force_catalog(), "force",
                       {{"on", on}, {"value", function_of_state(results)}, {"follower", follower}}),
                  name);
  };
  load("thrust", two.ends()[0], 2, true);
  load("wind", Point{mass}, 2, false);
  load("push", Point{slide}, 1, false);
  System system(two.model, {});
  check_exact(system);
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
