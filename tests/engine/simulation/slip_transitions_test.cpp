#include <doctest/doctest.h>

#include <cmath>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/belt.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

// A block of 1 kg on a belt of speed v, held by a spring k, which sticks up to T_s and slips with T_k. It leaves at k x = T_s;
// then x = T_k/k + A cos ωt + v/ω sin ωt, A = (T_s − T_k)/k, until it is as fast as the belt again, half a turn and more
// later: tan(ωt/2) = −Aω/v. By then x = T_k/k − A, and for 2A/v it is carried back to where it left.
struct Oscillator {
  double k = 20, v = 0.3, sticks = 4, slips = 2.5;  // [N/m], [m/s], [N]
};

std::vector<double> closed_form(const Oscillator& of, double end) {
  const double omega = std::sqrt(of.k), A = (of.sticks - of.slips) / of.k;
  const double slipping = 2 / omega * (M_PI - std::atan(A * omega / of.v)), sticking = 2 * A / of.v;
  std::vector<double> list;
  bool leaves = true;
  for (double t = of.sticks / (of.k * of.v); t < end; leaves = !leaves) {
    list.push_back(t);
    t += leaves ? slipping : sticking;
  }
  return list;
}

Model model_of(const Oscillator& of) {
  Model model = empty_model(0);
  const BodyPointer block = named_coordinate("block", 1, 0, of.v),
                    belt = named_coordinate("belt", 1, 0, of.v);
  model.add(block), model.add(belt);
  const double speed = of.v;
  Quantity motion;
  motion.function = native([speed](const Taylor* t, Taylor* p) {
    p[0] = {speed * t[0].value, speed * t[0].first, speed * t[0].second};
  });
  model.add(make(joint_catalog(), "drive", {{"coordinate", belt}, {"value", motion}}));
  model.add(make(force_catalog(), "spring",
                 {{"between", PointPair{Point{model.ground()}, Point{block}}}, {"stiffness", of.k}}),
            "spring");
  model.add(dry_friction("rub", block, belt, of.sticks, 0, {{"kinetic", quantity(of.slips)}}));
  return model;
}

// The largest error of an instant [s]; infinite where there are more or fewer of them.
double largest_error(const Run& run, const std::vector<double>& expected) {
  const std::vector<double> found = transitions(run);
  if (found.size() != expected.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    largest = std::max(largest, std::abs(found[i] - expected[i]));
  return largest;
}

constexpr double duration = 4;  // [s] five transitions

}  // namespace

TEST_CASE("set-valued friction: a block on a belt sticks and slips in closed form, with every integrator") {
  const Oscillator oscillator;
  const std::vector<double> expected = closed_form(oscillator, duration);
  REQUIRE(expected.size() == 5);
  for (const std::string& integrator : variable_step_integrators()) {
    if (find_integrator(integrator)->acts_on_positions) continue;
    CAPTURE(integrator);
    const auto run = Simulation(model_of(oscillator), options(duration, integrator)).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    CHECK(largest_error(*run, expected) < 1e-7);
  }
}

// q₁ = q₀ + h v₁ after v₁ = v₀ + h a₀: half a step ahead or behind in everything.
TEST_CASE("set-valued friction: symplectic_euler finds the same transitions to its order") {
  const Oscillator oscillator;
  const std::vector<double> expected = closed_form(oscillator, duration);
  std::vector<double> errors;
  for (const double step : {4e-3, 2e-3, 1e-3, 5e-4}) {
    SimulationOptions how = options(duration, "symplectic_euler");
    how.steps.step = step;
    const auto run = Simulation(model_of(oscillator), how).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    errors.push_back(largest_error(*run, expected));
    CHECK(errors.back() < 2 * step);
  }
  CHECK(errors.front() / errors.back() > 6);  // 8 for order 1
}

TEST_CASE("belt: symplectic_euler follows the two blocks through all transitions, to its order") {
  const Reference reference("belt_transitions.csv");
  std::vector<double> expected;
  for (std::size_t k = 1; k < reference.rows(); ++k) expected.push_back(reference.number(k, "t[s]"));
  for (const double step : {1e-3, 2.5e-4}) {
    SimulationOptions how = options(12, "symplectic_euler");
    how.steps.step = step;
    const auto run = Simulation(two_blocks_on_a_belt(), how).run();
    REQUIRE_MESSAGE(run->outcome == Outcome::reached_end, run->message);
    CHECK(largest_error(*run, expected) < 20 * step);
  }
}
