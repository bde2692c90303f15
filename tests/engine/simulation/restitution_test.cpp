#include "tests/engine/reference.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

// A mass that meets the ground with this speed [m/s], nothing else acting. It starts 1 cm above.
double delivered(const ContactLawPointer& law, double speed = 4, double mass = 1) {
  Release release;
  release.height = radius + 0.01, release.velocity = Vector3(0, -speed, 0);
  release.mass = mass, release.g = 0;
  return first_impact(ball_model(law, release), options(1.0, "dopri5", 1e-12)).number("restitution");
}

}  // namespace

// 1e-8: the closed relation is exact; the runs are made at rtol 1e-12.
TEST_CASE(
    "restitution: simulated impacts deliver what the closed relation says, for every c_r of the table") {
  const Reference table("restitution.csv");
  REQUIRE(table.rows() == 100);
  const std::pair<std::string, std::string> laws[] = {{"hunt_crossley", "e_post_HC[-]"},
                                                      {"lankarani_nikravesh", "e_post_LN[-]"},
                                                      {"flores", "e_post_FL[-]"},
                                                      {"hertz", "e_post_Hertz[-]"}};
  for (const auto& [name, column] : laws) {
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double asked = table.number(row, "c_r_input[-]");
      CAPTURE(name);
      CAPTURE(asked);
      CHECK(std::abs(delivered(law(name, asked)) - table.number(row, column)) < 1e-8);
    }
  }
}

TEST_CASE("restitution: exact delivers what is asked, for any exponent, speed and mass") {
  for (const double exponent : {1.0, 1.5, 2.2}) {
    for (int i = 1; i <= 20; ++i) {
      const double asked = 0.05 * i;
      CAPTURE(exponent);
      CAPTURE(asked);
      CHECK(std::abs(delivered(law("exact", asked, exponent), 4, 1) - asked) < 1e-8);
      CHECK(std::abs(delivered(law("exact", asked, exponent), 0.3, 20) - asked) < 1e-8);
    }
  }
}

// Linear: the closed form is exact, too. Clamped at F = 0 the law delivers what is asked.
TEST_CASE("restitution: kelvin_voigt delivers what is asked though it never pulls") {
  for (int i = 1; i <= 20; ++i) {
    const double asked = 0.05 * i;
    CAPTURE(asked);
    CHECK(std::abs(delivered(law("kelvin_voigt", asked, 1, 1e6)) - asked) < 1e-9);
  }
}

TEST_CASE("restitution: kelvin_voigt with tension follows e = exp(-pi zeta / sqrt(1 - zeta^2))") {
  const Reference table("restitution_kelvin_voigt.csv");
  for (std::size_t row = 9; row < table.rows(); row += 10) {  // .1, .2, … 1
    const double asked = table.number(row, "c_r_input[-]");
    CAPTURE(asked);
    const ContactLawPointer pulls = make(contact_law_catalog(), "kelvin_voigt",
                                         {{"stiffness", 1e6}, {"restitution", asked}, {"tension", true}});
    CHECK(std::abs(delivered(pulls) - table.number(row, "e_delta0[-]")) < 1e-9);
  }
}

// Flores et al. 2011, eqs 13-17: momentum and restitution give the velocities, ΔE = ½ m_red (1 − e²) v².
TEST_CASE("restitution: two free discs of unequal mass separate as momentum and restitution demand") {
  const Reference table("restitution.csv");
  const double m1 = 1.0, m2 = 3.7, v1 = 2.0, v2 = -0.5, closing = v1 - v2;
  const double reduced = m1 * m2 / (m1 + m2);
  for (const std::size_t row : {19, 49, 79, 99}) {  // c_r = .2, .5, .8, 1
    const double asked = table.number(row, "c_r_input[-]"), e = table.number(row, "e_post_FL[-]");
    CAPTURE(asked);
    Model model = empty_model(0);
    const BodyPointer left = particle("left", m1, Vector3(-0.3, 0, 0), Vector3(v1, 0, 0));
    const BodyPointer right = particle("right", m2, Vector3(0, 0, 0), Vector3(v2, 0, 0));
    model.add(left), model.add(right);
    model.add(contact("contact", circle(left), circle(right, 0.15), law("flores", asked)));
    SimulationOptions how = options(0.1, "dopri5", 1e-12);
    how.record.when =
        RecordOptions::When::steps;  // between steps of 1e-6 s v = q̇ carries the round-off of q/h
    const std::shared_ptr<Run> run = Simulation(model, how).run();
    REQUIRE(events_of(*run, "contact end").size() == 1);
    CHECK(std::abs(run->final("left.vx") - (v1 - m2 / (m1 + m2) * (1 + e) * closing)) < 1e-8);
    CHECK(std::abs(run->final("right.vx") - (v2 + m1 / (m1 + m2) * (1 + e) * closing)) < 1e-8);
    CHECK(std::abs(run->energy.dissipated - 0.5 * reduced * (1 - e * e) * closing * closing) < 1e-8);
    for (const double momentum : run->series("system.momentum.x")) {
      CHECK(std::abs(momentum - (m1 * v1 + m2 * v2)) < 1e-12);
    }
  }
}
