#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "engine/forces/spring.h"
#include "engine/integrators/jacobian.h"
#include "engine/joints/rod.h"
#include "engine/system/system.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

// What the system tells an implicit method about its right-hand side.
namespace {

// Discs side by side that overlap their neighbours a little; their contacts are closed.
Model discs_in_a_row(int count, double overlap) {
  Model model = empty_model();
  ShapePointer last;
  for (int i = 0; i < count; ++i) {
    const BodyPointer disc =
        body("body", "disc " + std::to_string(i),
             {{"mass", 1.0}, {"inertia", 0.005}, {"position", Vector3(i * (2 * radius - overlap), 0, 0)}});
    model.add(disc);
    const ShapePointer rim = circle(disc);
    if (last) model.add(contact("contact " + std::to_string(i), last, rim, law("flores", 0.8)));
    last = rim;
  }
  return model;
}

void close_all(System& system) {
  for (ContactMode& mode : system.modes()) mode = {true, false, 0.1, 0};
}

Node evaluated_start(System& system) {
  Node node = system.start();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-0.01, 0.01);
  for (int i = 0; i < system.positions(); ++i) node.y[system.positions() + i] = number(random);
  system.derivative(0, node.y.data(), node.dy.data());
  return node;
}

bool says(const Coupling& coupling, int row, int column) {
  for (int k = coupling.begin[column]; k < coupling.begin[column + 1]; ++k) {
    if (coupling.rows[k] == row) return true;
  }
  return false;
}

// Column by column, with everything else as it is: whoever moves without being named is an error.
void check_that_nobody_else_moves(System& system) {
  const Node at = evaluated_start(system);
  Coupling coupling;
  system.couple(coupling);
  const int n = system.positions();
  Node moved = at;
  for (int i = 0; i < system.controlled(); ++i) {
    moved.y[i] = at.y[i] + 1e-9;
    system.derivative(0, moved.y.data(), moved.dy.data());
    moved.y[i] = at.y[i];
    for (int row = 0; row < system.controlled() - n; ++row) {
      if (!says(coupling, row, i < n ? i : i - n)) CHECK(moved.dy[n + row] == at.dy[n + row]);
    }
  }
}

}  // namespace

TEST_CASE(
    "coupling: who is not named does not feel a change: contacts, a spring, joints, a law with states") {
  Model model = discs_in_a_row(4, 1e-4);
  const BodyPointer hook = particle("hook", 1, Vector3(0, 1, 0)), bob = particle("bob", 1, Vector3(1, 1, 0));
  const BodyPointer loose = particle("loose", 1, Vector3(2, 1, 0));
  for (const BodyPointer& one : {hook, bob, loose}) model.add(one);
  const auto spring = std::make_shared<Spring>();
  spring->name = "spring", spring->between = {Point{hook, Vector3::Zero()}, Point{loose, Vector3::Zero()}};
  spring->stiffness = 100, spring->free_length = 1.0;
  model.add(ForcePointer(spring), "spring");
  const auto rod = make(joint_catalog(), "rod",
                        {{"between", PointPair{Point{hook, Vector3::Zero()}, Point{bob, Vector3::Zero()}}}});
  rod->name = "rod";
  model.add(rod);
  System system(model, {});
  close_all(system);
  check_that_nobody_else_moves(system);
}

TEST_CASE("coupling: an open contact couples nobody, a closed one its two bodies") {
  System system(discs_in_a_row(3, 1e-4), {});
  const long version = system.coupling_version();
  Coupling coupling;
  system.couple(coupling);
  CHECK_FALSE(says(coupling, 0, 3));
  CHECK(system.coupling_version() == version);
  system.modes()[0] = {true, false, 0.1, 0};
  CHECK(system.coupling_version() != version);
  system.couple(coupling);
  CHECK(says(coupling, 0, 3));
  CHECK(says(coupling, 4, 1));
  CHECK_FALSE(says(coupling, 0, 6));
}

// A disc and its neighbours: three bodies of three coordinates, positions and velocities.
TEST_CASE(
    "coupling: differences of a row of discs cost 18 evaluations, however long the row; slopes cost one") {
  for (const int count : {3, 10, 40}) {
    System system(discs_in_a_row(count, 1e-4), {});
    close_all(system);
    const Node at = evaluated_start(system);
    Jacobian jacobian;
    const long before = system.evaluations();
    jacobian.difference(system, at);
    CHECK(system.evaluations() - before == 18);
    system.differentiate(at, jacobian);
    CHECK(system.evaluations() - before == 19);
  }
}

// A ball inside a half-plane by δ, at rest: ∂v̇/∂y = −3/2 K √δ / m. The forward quotient over δ/100 is off by a quarter
// of a per cent of that.
TEST_CASE(
    "increments: the stiffness of a contact is found from a tenth of a millimetre down to a nanometre") {
  for (double depth = 1e-4; depth > 0.9e-9; depth *= 0.1) {
    CAPTURE(depth);
    Release release;
    release.height = radius - depth;
    System system(ball_model(law("hertz"), release), {});
    close_all(system);
    Node at = system.start();
    system.derivative(0, at.y.data(), at.dy.data());
    const double expected = 1.5 * stiffness * std::sqrt(depth);
    const auto stiffest = [](const Jacobian& jacobian) {
      return -*std::min_element(jacobian.by_position.begin(), jacobian.by_position.end());
    };
    Jacobian jacobian;
    jacobian.difference(system, at);
    CHECK(stiffest(jacobian) == doctest::Approx(expected).epsilon(0.005));
    system.differentiate(at, jacobian);
    CHECK(stiffest(jacobian) == doctest::Approx(expected).epsilon(1e-7));
  }
}
