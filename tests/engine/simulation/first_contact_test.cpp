#include <boost/math/tools/roots.hpp>

#include "tests/engine/reference.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

std::string catalogue_name(const std::string& abbreviation) {
  if (abbreviation == "HC") return "hunt_crossley";
  if (abbreviation == "LN") return "lankarani_nikravesh";
  return "flores";
}

bool agree(double x, double reference) {
  return std::abs(x - reference) <= 1e-6 * std::abs(reference) + 1e-9;
}

}  // namespace

// Flores et al. 2011, fig. 6. 1e-6 relative is what the reproduction of the figures asks for.
TEST_CASE("first contact: speed, depth, force, duration and loop area of every law and c_r") {
  const Reference table("first_contact.csv");
  REQUIRE(table.rows() == 15);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string name = catalogue_name(table.text(row, "law"));
    const double c_r = table.number(row, "c_r[-]");
    CAPTURE(name);
    CAPTURE(c_r);
    const Event end = first_impact(ball_model(law(name, c_r)), options(1.0, "dopri5", 1e-11));
    const double duration = end.number("duration");
    CHECK(agree(end.t - duration, table.number(row, "t_first_contact[s]")));
    CHECK(agree(end.number("impact_speed"), table.number(row, "v_impact[m/s]")));
    CHECK(agree(end.number("max_penetration"), table.number(row, "delta_max[m]")));
    CHECK(agree(end.number("max_force"), table.number(row, "F_max[N]")));
    CHECK(std::abs(duration - table.number(row, "contact_duration[s]")) < 1e-6 * duration);
    CHECK(agree(end.number("separation_speed"), table.number(row, "v_separation[m/s]")));
    CHECK(agree(end.number("restitution"), table.number(row, "e_post[-]")));
    // of the kinetic energy 8.829 J: the loop of an elastic contact has no area
    CHECK(std::abs(end.number("dissipated") - table.number(row, "loop_area[J]")) < 1e-8 * 8.829);
  }
}

// The other reading of "initial height 1.0 m": the gap is 1 m. Elastic, so energy gives speed, depth and force.
TEST_CASE("first contact: released with a gap of 1 m the elastic ball goes as deep as its energy brings it") {
  Release release;
  release.height = 1.0 + radius;
  const Event end = first_impact(ball_model(law("hertz"), release), options(1.0, "dopri5", 1e-11));
  const double v = std::sqrt(2 * gravity);
  const auto energy = [&](double d) {
    return 0.4 * stiffness * std::pow(d, 2.5) - 0.5 * v * v - gravity * d;
  };
  std::uintmax_t iterations = 100;
  const auto depth = boost::math::tools::toms748_solve(
      energy, 1e-4, 1e-2, boost::math::tools::eps_tolerance<double>(50), iterations);
  CHECK(agree(end.number("impact_speed"), v));
  CHECK(agree(end.number("max_penetration"), depth.first));
  CHECK(agree(end.number("max_force"), stiffness * std::pow(depth.first, 1.5)));
  CHECK(agree(end.number("separation_speed"), v));
}

// The text of the paper says that the largest force falls with c_r. Its own law has a minimum at c_r = 0.69.
TEST_CASE("first contact: the largest force of the flores law has its minimum near c_r = 0.6909") {
  const auto largest_force = [](double c_r) {
    return first_impact(ball_model(law("flores", c_r)), options(1.0, "dopri5", 1e-11)).number("max_force");
  };
  CHECK(largest_force(0.6909) < largest_force(0.68));
  CHECK(largest_force(0.6909) < largest_force(0.70));
}
