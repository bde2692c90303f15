// The ledger is no part of error control, yet it is to be as accurate as the steps, with every integrator.
#include <doctest/doctest.h>

#include <cmath>

#include "engine/simulation/assemble.h"
#include "tests/engine/simulation/belt.h"
#include "tests/engine/simulation/mechanisms.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

// A slider-crank that is turned unevenly, its slider on a damped spring, a pendulum hung on the slider: all that moves
// by itself, so the energy is right only if the work of drive, spring and damper is.
Model driven_mechanism() {
  Model model = empty_model();
  const auto add = [&](const char* name, const Vector3& position) {
    const BodyPointer made = body("body", name, {{"mass", 1.0}, {"inertia", 0.01}, {"position", position}});
    model.add(made);
    return made;
  };
  const Vector3 A(0.1, 0, 0), B(0.4, 0, 0);
  const BodyPointer crank = add("crank", A / 2), rod = add("rod", (A + B) / 2), slider = add("slider", B),
                    bob = add("bob", B - Vector3(0, 0.2, 0));
  const JointPointer motor = pin(model, "motor", model.ground(), crank, Vector3::Zero());
  model.add(motor);
  model.add(pin(model, "crank pin", crank, rod, A));
  model.add(pin(model, "slider pin", rod, slider, B));
  model.add(slide(model, "guide", model.ground(), slider, Vector3::UnitX(), B));
  model.add(pin(model, "hook", slider, bob, B));
  Quantity angle;
  angle.function = native([](const Taylor* in, Taylor* out) {
    const double t = in[0].value;
    out[0] = {10 * t + 0.5 * std::sin(3 * t), 10 + 1.5 * std::cos(3 * t), -4.5 * std::sin(3 * t)};
  });
  model.add(joint("drive", "crank drive", {{"joint", motor}, {"value", angle}}));
  const PointPair ends = {Point{model.ground(), Vector3(1, 0, 0)}, Point{slider}};
  model.add(make(force_catalog(), "spring",
                 {{"between", ends}, {"stiffness", 200.0}, {"damping", 3.0}, {"free_length", 0.5}}),
            "spring");
  assemble(model, "");
  return model;
}

// Largest |work| [J] along the run: what tolerances are relative to.
double largest_work(const Run& run) {
  double largest = 0;
  for (const double work : run.series("energy.work")) largest = std::max(largest, std::abs(work));
  return largest;
}

// A bar turned about its end by φ(t) = 3t + ½ (1 − cos 3t), which leaves it no freedom; a second one hangs on it.
constexpr double bar_length = 0.4, bar_mass = 2;  // [m], [kg]

Model turned_bar(bool with_second) {
  Model model = empty_model();
  const Vector3 O = Vector3::Zero(), A(bar_length, 0, 0), B(bar_length, -bar_length, 0);
  const auto add = [&](const char* name, const Vector3& from, const Vector3& to) {
    const double inertia = bar_mass * bar_length * bar_length / 12;
    const BodyPointer made =
        body("body", name, {{"mass", bar_mass}, {"inertia", inertia}, {"position", (from + to) / 2}});
    model.add(made);
    return made;
  };
  const BodyPointer first = add("first", O, A);
  const JointPointer motor = pin(model, "motor", model.ground(), first, O);
  model.add(motor);
  if (with_second) model.add(pin(model, "hook", first, add("second", A, B), A));
  Quantity angle;
  angle.function = native([](const Taylor* in, Taylor* out) {
    const double t = in[0].value;
    out[0] = {3 * t + 0.5 * (1 - std::cos(3 * t)), 3 + 1.5 * std::sin(3 * t), 4.5 * std::cos(3 * t)};
  });
  model.add(joint("drive", "drive", {{"joint", motor}, {"value", angle}}));
  assemble(model, "");
  return model;
}

// T + V of the first bar at φ(t) [J].
double energy_of_turned_bar(double t) {
  const double angle = 3 * t + 0.5 * (1 - std::cos(3 * t)), rate = 3 + 1.5 * std::sin(3 * t);
  return bar_mass * bar_length * bar_length / 6 * rate * rate +
         bar_mass * gravity * bar_length / 2 * std::sin(angle);
}

std::shared_ptr<Run> run_in_steps(const Model& model, const std::string& integrator, double step) {
  SimulationOptions how = options(2, integrator);
  how.steps.step = step;
  return Simulation(model, how).run();
}

}  // namespace

// Of order 2, generalized_alpha comes further below.
TEST_CASE("ledger: a driven mechanism's work is known as accurately as its motion, with every integrator") {
  const Model model = driven_mechanism();
  for (const std::string& integrator : variable_step_integrators()) {
    if (find_integrator(integrator)->acts_on_positions) continue;
    for (const double rtol : {1e-5, 1e-8}) {
      CAPTURE(integrator);
      CAPTURE(rtol);
      const auto run = Simulation(model, options(2, integrator, rtol)).run();
      REQUIRE(run->outcome == Outcome::reached_end);
      const bool is_implicit = integrator == "bdf" || integrator == "radau5";
      CHECK(run->largest("energy.residual") < (is_implicit ? 1 : 20) * rtol * largest_work(*run));
    }
  }
}

// While all sticks nothing moves that error control could see: orders stay low, steps become long, and the power of the
// motor grows with time.
TEST_CASE("ledger: a belt's motor works on while all sticks, and the books know how much") {
  for (const std::string& integrator : variable_step_integrators()) {
    if (find_integrator(integrator)->acts_on_positions) continue;
    CAPTURE(integrator);
    const double rtol = 1e-8;
    const auto run = Simulation(two_blocks_on_a_belt(), options(12, integrator, rtol)).run();
    REQUIRE(run->outcome == Outcome::reached_end);
    CHECK(run->largest("energy.residual") < 10 * rtol * largest_work(*run));
  }
}

// What a projection takes out of velocities such a method has put in itself, and books neither.
TEST_CASE("ledger: generalized_alpha knows a drive's work to the square of the step") {
  const Model alone = turned_bar(false), both = turned_bar(true);
  const double work = energy_of_turned_bar(2) - energy_of_turned_bar(0);
  std::vector<double> errors, residuals;
  for (const double step : {8e-3, 4e-3, 2e-3}) {
    const auto turned = run_in_steps(alone, "generalized_alpha", step);
    const auto swung = run_in_steps(both, "generalized_alpha", step);
    REQUIRE(turned->outcome == Outcome::reached_end);
    REQUIRE(swung->outcome == Outcome::reached_end);
    errors.push_back(std::abs(turned->final("energy.work") - work));
    residuals.push_back(swung->largest("energy.residual"));
  }
  for (std::size_t i = 1; i < errors.size(); ++i) {
    CHECK(errors[i - 1] / errors[i] > 3.5);
    CHECK(residuals[i - 1] / residuals[i] > 3.2);
  }
  // Of a bar that has no freedom the multipliers are exact, and the trapezoidal rule is off by h²/12 times the change of
  // the power's rate, 2 m l²/6 (φ̈² + φ̇ φ⃛) + m g l/2 |φ̇² sin φ − φ̈ cos φ| < 100 W/s: by 2.7e-4 J at most.
  CHECK(errors[1] < 2.7e-4);
}

// The multipliers of its step are half of what the constraints do, and the projection at its end is the other half: rates
// before that are right to the step only.
TEST_CASE("ledger: variational_midpoint knows a drive's work to the step") {
  const Model alone = turned_bar(false), both = turned_bar(true);
  const double work = energy_of_turned_bar(2) - energy_of_turned_bar(0);
  std::vector<double> errors, residuals;
  for (const double step : {8e-3, 4e-3, 2e-3}) {
    errors.push_back(
        std::abs(run_in_steps(alone, "variational_midpoint", step)->final("energy.work") - work));
    residuals.push_back(run_in_steps(both, "variational_midpoint", step)->largest("energy.residual"));
  }
  for (std::size_t i = 1; i < errors.size(); ++i) {
    CHECK(errors[i - 1] / errors[i] > 1.8);
    CHECK(residuals[i - 1] / residuals[i] > 1.8);
  }
}
