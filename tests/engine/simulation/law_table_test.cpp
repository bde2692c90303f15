#include <doctest/doctest.h>

#include "engine/simulation/law_table.h"

#include <algorithm>
#include <map>

#include "engine/contact_laws/restitution.h"
#include "tests/engine/simulation/models.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

LawTableRow row_of(const std::string& name, const std::vector<double>& asked,
                   const ReferenceImpact& impact = {}) {
  const auto* entry = find_entry(contact_law_catalog(), name);
  REQUIRE(entry);
  return law_table_row(*entry, asked, impact);
}

bool notes(const LawTableRow& row, const std::string& text) {
  return std::any_of(row.notes.begin(), row.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace

// The published damping factors, through η(1 + e) = ln[(1 + η)/(1 − ηe)].
TEST_CASE("law table: the numbers of damped power laws are those of the closed relation") {
  const std::map<std::string, double (*)(double)> dampings = {
      {"hunt_crossley", [](double c) { return 1.5 * (1 - c); }},
      {"lankarani_nikravesh", [](double c) { return 0.75 * (1 - c * c); }},
      {"flores", [](double c) { return 1.6 * (1 - c) / c; }},
      {"hu_guo", [](double c) { return 1.5 * (1 - c) / c; }},
      {"gharib_hurmuzlu", [](double c) { return 1 / c; }},
  };
  const std::vector<double> asked = {0.1, 0.5, 0.9};
  for (const auto& [name, damping] : dampings) {
    CAPTURE(name);
    const LawTableRow row = row_of(name, asked);
    REQUIRE(row.delivered.size() == asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      REQUIRE(row.delivered[i]);
      CHECK(std::abs(*row.delivered[i] - delivered_restitution(damping(asked[i]))) < 1e-7);
    }
    CHECK(row.notes.empty());  // neither speed nor mass matters
  }
}

TEST_CASE("law table: a restitution that a law refuses has no number") {
  CHECK_FALSE(row_of("flores", {1e-4}).delivered[0]);
  CHECK(row_of("hunt_crossley", {1e-4}).delivered[0]);
}

TEST_CASE("law table: every law has a row; those that take no restitution say what they take") {
  for (const auto& entry : contact_law_catalog()) {
    CAPTURE(entry.name);
    const LawTableRow row = law_table_row(entry, {0.5});
    CHECK(row.summary == entry.summary);
    CHECK(row.delivered.size() == (find_field(entry, "restitution") ? 1 : 0));
    CHECK(notes(row, "takes") == row.delivered.empty());
  }
  CHECK(notes(row_of("marhefka_orin", {}), "takes dissipation [s/m]"));
  CHECK(notes(row_of("kelvin_voigt", {}), "jumps at touch"));
  CHECK(notes(row_of("tsuji", {}), "pulls with tension"));
}

// F = K δⁿ (1 + 3/2 α δ̇) is the power law with η = 3/2 α v: tuned to 0.5 at 1 m/s it has a tenth of that η at
// 0.1 m/s, and no mass in it. With constant damping c δ̇ nothing is without a speed: e rises with it.
TEST_CASE("law table: says how a law that is no law of restitution depends on the speed and the mass") {
  const double slow = delivered_restitution(damping_for_restitution(0.5) / 10);
  const LawTableRow row = row_of("marhefka_orin", {});
  CHECK(notes(row, fmt::format("0.50 becomes {:.2f} at 0.1 m/s", slow)));
  CHECK_FALSE(notes(row, "kg"));
  CHECK(notes(row_of("lee_herrmann", {}), "at 0.1 m/s"));
}
