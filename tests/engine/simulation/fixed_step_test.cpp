#include <doctest/doctest.h>

#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

// A soft elastic ball, K δ^1.5: in contact for about 65 ms, so that steps of milliseconds resolve it.
namespace {

const double soft = 1e4;  // [N/m^1.5]

SimulationOptions fixed(double duration, const std::string& integrator, double step,
                        const std::string& locate) {
  SimulationOptions made = options(duration, integrator, 1e-10, penetration_rule(locate));
  made.steps.step = step;
  return made;
}

// Root mean squares over sixteen heights of release, which touch at different parts of a step.
struct Errors {
  double height = 0;    // [m] of the apex after one bounce
  double residual = 0;  // [J]
};

Errors after_one_bounce(const std::string& integrator, double step) {
  const int count = 16;
  Errors sum;
  for (int i = 0; i < count; ++i) {
    Release release;
    release.height = 0.6 + 1e-3 * std::sqrt(2.0) * i;
    const std::shared_ptr<Run> run =
        Simulation(ball_model(law("hertz", 1, 1.5, soft), release), fixed(0.5, integrator, step, "stages"))
            .run();
    REQUIRE(events_of(*run, "contact begin").size() == 1);
    REQUIRE(events_of(*run, "contact end").size() == 1);
    sum.height += std::pow(apex(*run, 0.5) - release.height, 2);
    sum.residual += std::pow(run->final("energy.residual"), 2);
  }
  return {std::sqrt(sum.height / count), std::sqrt(sum.residual / count)};
}

}  // namespace

TEST_CASE("fixed step: every method takes duration/step steps, and a shorter last one if need be") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    const auto steps = [&](double duration, double step, const std::string& locate) {
      const std::shared_ptr<Run> run =
          Simulation(ball_model(law("hertz", 1, 1.5, soft)), fixed(duration, info.name, step, locate)).run();
      CHECK(run->outcome == Outcome::reached_end);
      CHECK(run->time().back() == duration);
      CHECK(run->statistics.rejected == 0);
      return run->statistics.steps;
    };
    CHECK(steps(0.4, 1e-3, "root") == 400);   // still falling
    CHECK(steps(1, 1e-3, "stages") == 1000);  // touches and leaves: no events
    CHECK(steps(1, 1.0 / 256, "stages") == 256);
    CHECK(steps(0.9995, 1e-3, "stages") == 1000);
  }
}

// The release is chosen so that the ball touches in the middle of a step of 20 ms, from t = 0.3 s. Euler's method looks
// at the start of a step only, where it is still free.
TEST_CASE("stages: a contact pushes from the stage that sees it, and without from the next step on") {
  const double step = 0.02, touch = 0.31;
  Release release;
  release.height = radius + 0.5 * gravity * touch * touch;
  for (const IntegratorInfo& info : integrator_catalog()) {
    for (const std::string locate : {"stages", "none"}) {
      CAPTURE(info.name);
      CAPTURE(locate);
      Simulation simulation(ball_model(law("hertz", 1, 1.5, soft), release),
                            fixed(1, info.name, step, locate));
      while (simulation.events().empty() && simulation.step()) {}
      CHECK(simulation.time() == doctest::Approx(0.32));
      const double braked = simulation.value("ball.vy") + gravity * simulation.time();  // [m/s]
      const bool pushes = locate == "stages" && info.name != "symplectic_euler";
      // At the end of the step F/m is some 50 m/s², at the touch 10 ms before it 0.
      if (pushes) CHECK(braked > 0.05);
      else CHECK(std::abs(braked) < 1e-12);
      CHECK(simulation.value("ball.ay") > 0);
    }
  }
}

// Within a step in which F ~ δ^n sets in, no method is better than h^(n+1): 5/2 here, or the method's own order below
// it. adams starts at order 1 and has 3 with a fixed step, see battery_test.cpp.
TEST_CASE("stages: a bounce converges with the method's order or with the smoothness of its law") {
  for (const IntegratorInfo& info : integrator_catalog()) {
    CAPTURE(info.name);
    const double order = info.name == "symplectic_euler" ? 1 : 2.5;
    const int octaves = 3;
    const Errors coarse = after_one_bounce(info.name, 1.0 / 256);
    const Errors fine = after_one_bounce(info.name, 1.0 / (256 << octaves));
    const double of_height = std::log2(coarse.height / fine.height) / octaves;
    CHECK(of_height > order - 0.25);
    // bdf: what its second order loses of the energy, O(h³), is still the larger part.
    CHECK(of_height < (info.name == "bdf" ? 3 : order) + 0.25);
    CHECK(std::log2(coarse.residual / fine.residual) / octaves > order - 0.05);
  }
}

// v += h F/m raises the kinetic energy by F v h + (F h)²/2m, of which its explicit ledger sees the first part:
//     residual = (h/2m) ∫F² dt,   ∫F² dt = m ∫F dv = m v₀ K^(2/5) (5 m v₀²/4)^(3/5) ∫(1 − x²)^(3/5) dx,  −1 ≤ x ≤ 1,
// for K δ^1.5 without gravity; the last integral is B(1/2, 8/5).
TEST_CASE("symplectic_euler: its ledger misses half a step of the squared force, and no more") {
  const double step = 1e-4, speed = 3;
  Release release;
  release.height = radius + 0.3, release.g = 0, release.velocity = Vector3(0, -speed, 0);
  const std::shared_ptr<Run> run = Simulation(ball_model(law("hertz", 1, 1.5, soft), release),
                                              fixed(0.3, "symplectic_euler", step, "stages"))
                                       .run();
  REQUIRE(events_of(*run, "contact end").size() == 1);
  const double beta = std::sqrt(M_PI) * std::tgamma(1.6) / std::tgamma(2.1);
  const double squared = speed * std::pow(soft, 0.4) * std::pow(1.25 * speed * speed, 0.6) * beta;
  // The next term is smaller by the step over the duration of the contact, 65 ms.
  CHECK(run->final("energy.residual") == doctest::Approx(0.5 * step * squared).epsilon(5e-3));
}
