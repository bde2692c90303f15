#include "tests/engine/reference.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

// Flores et al. 2011, eqs 47, 48: a table that moves as y = 0.5 + 0.1 sin(7.5 t).
Model ball_on_table(const ContactLawPointer& law) {
  Model model = empty_model();
  const BodyPointer ball = testing::particle("ball", 1.0, Vector3(0, 1, 0));
  const BodyPointer table =
      body("body", "table", {{"mass", 5.0}, {"inertia", 1.0}, {"position", Vector3(0, 0.5, 0)}});
  model.add(ball), model.add(table);
  Quantity height;
  height.function = native([](const Taylor* in, Taylor* out) {
    const double a = 0.1, w = 7.5, t = in[0].value;
    out[0] = {}, out[2] = {};
    out[1] = {
        0.5 + a * std::sin(w * t), a * w * std::cos(w * t) * in[0].first,
        -a * w * w * std::sin(w * t) * in[0].first * in[0].first + a * w * std::cos(w * t) * in[0].second};
  });
  model.add(make(joint_catalog(), "drive", {{"body", table}, {"value", height}}));
  model.add(contact("contact", circle(ball), shape(table, "line", {{"normal", Vector3(0, 1, 0)}}), law));
  return model;
}

void check_bounces(const Run& run, const Reference& table, const std::string& amplification) {
  const std::vector<Event> begins = events_of(run, "contact begin");
  REQUIRE(begins.size() >= table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    CAPTURE(row);
    // A run at 1e-12 keeps its data to about 1e-9: beyond an amplification of 1000 s/m a bounce proves nothing.
    if (!amplification.empty() && table.number(row, amplification) > 1000) continue;
    CHECK(std::abs(begins[row].t - table.number(row, "t_contact[s]")) < 1e-6);
  }
}

}  // namespace

TEST_CASE("bounces: the soft ball touches when the reference says, until it stays down") {
  const Reference table("ball_flores_0.9_to_rest.csv");
  const std::shared_ptr<Run> run = Simulation(ball_model(law("flores", 0.9)), options(9.0)).run();
  check_bounces(*run, table, "");
  CHECK(events_of(*run, "contact begin").size() == table.rows());
  CHECK(events_of(*run, "contact end").size() == table.rows() - 1);
  // At rest the spring carries the weight: K δ^1.5 = m g.
  CHECK(std::abs(run->final("contact.penetration") - std::pow(gravity / stiffness, 2.0 / 3)) < 1e-9);
}

TEST_CASE("bounces: depth, speed and apex of every bounce until rest") {
  const Reference table("ball_flores_0.9_to_rest.csv");
  const std::shared_ptr<Run> run = Simulation(ball_model(law("flores", 0.9)), options(9.0)).run();
  const std::vector<Event> ends = events_of(*run, "contact end");
  REQUIRE(ends.size() == table.rows() - 1);
  for (std::size_t row = 0; row + 1 < table.rows(); ++row) {
    CAPTURE(row);
    CHECK(std::abs(ends[row].number("max_penetration") - table.number(row, "delta_max[m]")) < 1e-8);
    CHECK(std::abs(ends[row].number("separation_speed") - table.number(row, "v_separation[m/s]")) < 1e-7);
    CHECK(std::abs(apex(*run, ends[row].t) - table.number(row, "apex_centre_height[m]")) < 1e-7);
  }
}

TEST_CASE("bounces: on the moving table the ball touches when the reference says") {
  const std::pair<std::string, ContactLawPointer> cases[] = {
      {"table_flores_0.3.csv", law("flores", 0.3)},
      {"table_flores_0.9.csv", law("flores", 0.9)},
      {"table_hunt_crossley_0.9.csv", law("hunt_crossley", 0.9)},
      {"table_hertz.csv", law("hertz")}};
  for (const auto& [file, law] : cases) {
    CAPTURE(file);
    const Reference table(file);
    const double last = table.number(table.rows() - 1, "t_contact[s]");
    const std::shared_ptr<Run> run =
        Simulation(ball_on_table(law), options(last + 0.1, "dopri5", 1e-12)).run();
    check_bounces(*run, table, "amp[s/m]");
  }
}

TEST_CASE("bounces: the ball of figure 1, thrown sideways, touches where the reference says") {
  const Reference table("falling_ball.csv");
  Release release;
  release.velocity = Vector3(1, 0, 0);
  for (const bool elastic : {true, false}) {
    const ContactLawPointer which = elastic ? law("hertz") : law("lankarani_nikravesh", 0.9);
    const std::shared_ptr<Run> run = Simulation(ball_model(which, release), options(4.5)).run();
    const std::vector<Event> begins = events_of(*run, "contact begin");
    for (std::size_t k = 0; k < 5; ++k) {
      const std::size_t row = elastic ? k : k + 5;
      CAPTURE(row);
      REQUIRE(begins.size() > k);
      CHECK(std::abs(begins[k].t - table.number(row, "t_contact[s]")) < 1e-7);
      CHECK(std::abs(run->at("ball.x", begins[k].t) - table.number(row, "x_contact[m]")) < 1e-7);
      const double t_apex = table.number(row, "t_apex[s]");
      CHECK(std::abs(run->at("ball.y", t_apex) - table.number(row, "apex[m]")) < 1e-7);
    }
  }
}
