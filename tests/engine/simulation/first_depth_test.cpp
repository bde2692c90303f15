#include "tests/engine/reference.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

const Attempt* attempt_at(const Run& run, double t, bool accepted) {
  for (const Attempt& attempt : run.steps()) {
    if (attempt.t == t && attempt.accepted == accepted) return &attempt;
  }
  return nullptr;
}

SimulationOptions coarse(double duration, const std::string& locate, double tolerance = 1e-6) {
  SimulationOptions made = options(duration, "dopri5", 1e-10, penetration_rule(locate, tolerance));
  made.steps.max_step = made.steps.initial_step = 1e-2;
  return made;
}

}  // namespace

TEST_CASE("first depth: under control the elastic ball returns to its release height for ten bounces") {
  const double period = 0.858038233203223183;  // [s], tests/reference/falling_ball.csv
  for (const std::string& integrator : variable_step_integrators()) {
    const std::shared_ptr<Run> run =
        Simulation(ball_model(law("hertz")), options(10.2 * period, integrator, 1e-10)).run();
    CAPTURE(integrator);
    REQUIRE(events_of(*run, "contact end").size() == 10);
    for (int bounce = 1; bounce <= 10; ++bounce) {
      CAPTURE(bounce);
      CHECK(std::abs(apex(*run, bounce * period) - 1.0) < 1e-7);
    }
  }
}

// A first step in contact that sees the depth d₀ creates 2/5 K d₀^2.5 (Flores & Ambrósio 2010, fig. 1). The ball
// is released so that the 43rd free step of 10 ms ends exactly this deep. Below 1e-4 m the energy, 1e-6 of which
// would have to be seen, is lost in the round-off of 10 J.
TEST_CASE("first depth: without control the ball gains exactly what the depth first seen stores") {
  const Reference table("spurious_energy.csv");
  int compared = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double K = table.number(row, "K[N/m^1.5]"), depth = table.number(row, "delta0[m]");
    if (depth < 1e-4) continue;
    CAPTURE(K);
    CAPTURE(depth);
    const double step = 1e-2, fall = 43 * step;
    Release release;
    release.height = radius - depth + 0.5 * gravity * fall * fall;
    SimulationOptions how = coarse(0.44, "none");
    how.steps.rtol = 1e-12, how.steps.atol = 1e-14;
    const std::shared_ptr<Run> run = Simulation(ball_model(law("hertz", 1, 1.5, K), release), how).run();
    const std::vector<Event> begins = events_of(*run, "contact begin"), ends = events_of(*run, "contact end");
    REQUIRE(begins.size() == 1);
    REQUIRE(ends.size() == 1);
    CHECK(std::abs(begins[0].number("penetration") - depth) < 1e-6 * depth / 2.5);
    const double gained = table.number(row, "dE[J]"), rise = table.number(row, "rise_above_release[m]");
    CHECK(std::abs(run->final("energy.residual") - gained) < 1e-6 * gained);
    CHECK(std::abs(apex(*run, ends[0].t) - release.height - rise) < 1e-6 * rise);
    ++compared;
  }
  CHECK(compared == 14);
}

TEST_CASE("first depth: a run without control and 10 ms steps gains the energy of every depth it saw") {
  const std::shared_ptr<Run> run = Simulation(ball_model(law("hertz")), coarse(0.9, "none")).run();
  double stored = 0;
  for (const Event& begin : events_of(*run, "contact begin")) {
    stored += 0.4 * stiffness * std::pow(begin.number("penetration"), 2.5);
  }
  REQUIRE(stored > 1);  // 10 ms at 4.2 m/s: up to 42 mm deep
  CHECK(std::abs(run->final("energy.residual") - stored) < 1e-6 * stored);
}

// Flores & Ambrósio 2010, eqs 9-12: t^c = t⁻ + δ⁻/(δ⁺ + δ⁻) Δt, q and q̇ interpolated linearly. A chord lies
// ½ g s(1−s) Δt² below the parabola, and so does every later apex.
TEST_CASE("first depth: restart interpolates linearly and loses half g s(1-s) dt^2 of height at an impact") {
  const std::shared_ptr<Run> run = Simulation(ball_model(law("hertz")), coarse(0.86, "restart")).run();
  const std::vector<Event> begins = events_of(*run, "contact begin"), ends = events_of(*run, "contact end");
  REQUIRE(begins.size() == 1);
  const Attempt* refused = nullptr;
  for (const Attempt& attempt : run->steps()) {
    if (std::string(attempt.reason) == "penetration") refused = &attempt;
  }
  REQUIRE(refused);
  const Attempt* stands = attempt_at(*run, refused->t, true);
  REQUIRE(stands);

  const double dt = refused->dt, t = refused->t;
  const auto gap = [](double time) { return 1.0 - radius - 0.5 * gravity * time * time; };
  const double before = gap(t), after = -gap(t + dt), s = before / (after + before);
  CHECK(std::abs(begins[0].t - (t + s * dt)) < 1e-9);  // ε: a thousandth of the tolerance, 1e-9 m at 4.2 m/s
  CHECK(std::abs(begins[0].number("impact_speed") - gravity * (t + s * dt)) <
        1e-8);  // speeds lie on the chord
  const double lost = 0.5 * gravity * s * (1 - s) * dt * dt;
  REQUIRE(lost > 1e-6);
  CHECK(std::abs(1.0 - apex(*run, ends[0].t) - lost) < 2e-8);
  CHECK(std::abs(run->final("energy.residual") + gravity * lost) < 2e-7);  // m = 1 kg
}

TEST_CASE("first depth: with a tolerance out of reach the run warns, goes on and takes no smaller step") {
  for (const std::string locate : {"reject", "halve"}) {
    SimulationOptions how = coarse(1.0, locate, 1e-12);
    const std::shared_ptr<Run> run = Simulation(ball_model(law("hertz")), how).run();
    CAPTURE(locate);
    CHECK(run->outcome == Outcome::reached_end);
    REQUIRE(run->warnings.size() == 1);
    CHECK(run->warnings[0].find("'contact'") != std::string::npos);
    CHECK(run->warnings[0].find("1e-12 m") != std::string::npos);
    REQUIRE(events_of(*run, "contact begin").size() == 1);
    // min_step 1e-7 s at 4.2 m/s.
    CHECK(events_of(*run, "contact begin")[0].number("penetration") < 4.3e-7);
    bool refused_by_rule = false;
    for (const Attempt& attempt : run->steps()) {
      if (refused_by_rule) CHECK(attempt.dt >= 1e-7 * (1 - 1e-9));
      refused_by_rule = std::string(attempt.reason) == "penetration";
    }
  }
}

namespace {

// Notes what it sees and accepts.
struct Witness final : AcceptanceRule {
  Verdict judge(const StepView& step) override {
    if (step.new_contacts().size() == 2) seen_both = true;
    return Verdict::accepted();
  }
  bool seen_both = false;
};

}  // namespace

TEST_CASE("first depth: two contacts that open in one step are both tested") {
  for (const std::string locate : {"root", "reject", "halve", "restart"}) {
    CAPTURE(locate);
    for (const bool deep_first : {true, false}) {
      Model model = empty_model();
      const ShapePointer ground = shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}});
      for (const bool deep : {deep_first, !deep_first}) {
        // One is within the tolerance at the end of the 43rd step of 10 ms, the other is not.
        const double depth = deep ? 1e-3 : 5e-7, fall = 0.43;
        const std::string name = deep ? "deep" : "shallow";
        const BodyPointer ball =
            particle(name, 1.0, Vector3(deep, radius - depth + 0.5 * gravity * fall * fall, 0));
        model.add(ball);
        model.add(contact(name + " contact", circle(ball), ground, law("hertz")));
      }
      SimulationOptions how = coarse(0.44, locate);
      const auto witness = std::make_shared<Witness>();
      how.accept.insert(how.accept.begin(), witness);
      const std::shared_ptr<Run> run = Simulation(model, how).run();
      CHECK(witness->seen_both);
      const std::vector<Event> begins = events_of(*run, "contact begin");
      CHECK(begins.size() == 2);
      for (const Event& begin : begins) CHECK(begin.number("penetration") <= 1e-6);
    }
  }
}

TEST_CASE("first depth: two balls that touch at the same instant begin together") {
  Model model = empty_model();
  const ShapePointer ground = shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}});
  for (const std::string name : {"left", "right"}) {
    const BodyPointer ball = particle(name, 1.0, Vector3(name == "left" ? -1 : 1, 1.0, 0));
    model.add(ball);
    model.add(contact(name + " contact", circle(ball), ground, law("hertz")));
  }
  const std::shared_ptr<Run> run = Simulation(model, options(1.0)).run();
  const std::vector<Event> begins = events_of(*run, "contact begin"), ends = events_of(*run, "contact end");
  REQUIRE(begins.size() == 2);
  REQUIRE(ends.size() == 2);
  CHECK(begins[0].t == begins[1].t);
  CHECK(ends[0].t == ends[1].t);
}
