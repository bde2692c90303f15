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

}  // namespace

// generalized_alpha takes its drift of velocities out again in every step and books both: not as accurate.
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
