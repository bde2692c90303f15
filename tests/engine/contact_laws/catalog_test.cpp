#include <doctest/doctest.h>

#include <limits>

#include "engine/contact_laws/rate_ratio.h"
#include "tests/engine/contact_laws/battery.h"
#include "tests/engine/contact_laws/claims.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

double sample(const FieldInfo& field) {
  const auto found = sample_fields().find(field.name);
  if (found == sample_fields().end()) throw std::runtime_error("no sample for field '" + field.name + "'");
  return found->second;
}

Numbers samples(const CatalogEntry<ContactLawPointer>& entry) {
  Numbers numbers;
  for (const FieldInfo& field : entry.fields) {
    if (field.required) numbers[field.name] = sample(field);
  }
  return numbers;
}

std::vector<Claim> claims_of(const std::string& name) {
  const auto found = delivered_claims().find(name);
  return found == delivered_claims().end() ? std::vector<Claim>{} : found->second;
}

}  // namespace

TEST_CASE("every law: keeps the rules and delivers what it is known to deliver") {
  for (const auto& entry : contact_law_catalog()) {
    CAPTURE(entry.name);
    CHECK(joined(broken_rules(entry, samples(entry), claims_of(entry.name))) == "");
  }
}

TEST_CASE("every law with a restitution: keeps the rules from the nearly dead to the elastic contact") {
  for (const auto& entry : contact_law_catalog()) {
    if (!find_field(entry, "restitution")) continue;
    for (const double asked : {0.05, 0.3, 0.95, 0.999}) {  // at 1 a damper is none and does not jump
      CAPTURE(entry.name);
      CAPTURE(asked);
      Numbers numbers = samples(entry);
      numbers["restitution"] = asked;
      CHECK(joined(broken_rules(entry, numbers, {})) == "");
    }
  }
}

TEST_CASE("every law that may pull when asked to: keeps the rules then too") {
  for (const auto& entry : contact_law_catalog()) {
    if (!find_field(entry, "tension")) continue;
    CAPTURE(entry.name);
    CHECK(joined(broken_rules(*make_law(entry, samples(entry), {{"tension", true}}))) == "");
  }
}

TEST_CASE("every law with a restitution: somebody has worked out what it delivers") {
  for (const auto& entry : contact_law_catalog()) {
    CAPTURE(entry.name);
    CHECK((find_field(entry, "restitution") != nullptr) == !claims_of(entry.name).empty());
  }
}

TEST_CASE("every law: every number field refuses what is outside its range, and what is no number") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const auto& entry : contact_law_catalog()) {
    for (const FieldInfo& field : entry.fields) {
      if (field.type != FieldType::number) continue;
      CAPTURE(entry.name);
      CAPTURE(field.name);
      REQUIRE(std::isfinite(field.range.least));  // no quantity of a contact law is below some least
      std::vector<double> wrong{field.range.least - 1, std::nan(""), infinity};
      if (field.range.least_excluded) wrong.push_back(field.range.least);
      if (std::isfinite(field.range.most)) wrong.push_back(std::nextafter(field.range.most, infinity));
      for (const double x : wrong) {
        CAPTURE(x);
        Numbers numbers = samples(entry);
        numbers[field.name] = x;
        CHECK_THROWS_AS(make_law(entry, numbers), InputError);
      }
    }
  }
}

TEST_CASE("every law: a field that has no default must be given") {
  for (const auto& entry : contact_law_catalog()) {
    for (const FieldInfo& field : entry.fields) {
      if (!field.required) continue;
      CAPTURE(entry.name);
      Numbers numbers = samples(entry);
      numbers.erase(field.name);
      CHECK_THROWS_AS(make_law(entry, numbers), InputError);
    }
  }
}

TEST_CASE("every law: is described with units and a summary, and called what its catalogue line says") {
  for (const auto& entry : contact_law_catalog()) {
    CAPTURE(entry.name);
    CHECK(!entry.summary.empty());
    for (const FieldInfo& field : entry.fields) CHECK(!field.meaning.empty());
    const FieldInfo* stiffness = find_field(entry, "stiffness");
    if (stiffness) CHECK(stiffness->unit.rfind("N/m", 0) == 0);
    else CHECK(find_field(entry, "young_i")->unit == "Pa");
    CHECK(make_law(entry, samples(entry))->name() == entry.name);
  }
}

TEST_CASE("every law with a pole at restitution 0: refuses 0, says why, and takes the least it names") {
  for (const auto& entry : contact_law_catalog()) {
    if (!find_field(entry, "restitution")) continue;
    CAPTURE(entry.name);
    Numbers numbers = samples(entry);
    numbers["restitution"] = 0;
    std::string rule, remedy;
    try {
      make_law(entry, numbers);
    } catch (const InputError& error) {
      rule = error.rule, remedy = error.remedy;
      CHECK(error.origin == "");
      CHECK(error.element == "");
    }
    const std::vector<std::string> without_pole{"hunt_crossley",  "herbert_mcwhannell", "lee_wang",
                                                "zhiying_qishao", "carvalho_martins",   "lankarani_nikravesh",
                                                "pereira"};
    const bool runs = std::find(without_pole.begin(), without_pole.end(), entry.name) != without_pole.end();
    CHECK(rule.empty() == runs);
    if (runs) continue;
    CHECK(rule.rfind("restitution = 0 must be at least 0.001: ", 0) == 0);
    CHECK(remedy.rfind("restitution = 0.001 is the smallest " + entry.name + " takes", 0) == 0);
    numbers["restitution"] = 1e-3;
    CHECK(make_law(entry, numbers)->name() == entry.name);
  }
}

TEST_CASE("every law that needs a mass: takes the pair's, prefers its own, and says what to do without") {
  int count = 0;
  for (const auto& entry : contact_law_catalog()) {
    CAPTURE(entry.name);
    Numbers numbers = samples(entry);
    const auto law = make_law(entry, numbers);
    const ContactInput c{1e-4, 0.3, 0.5, 0, nullptr};
    if (!find_field(entry, "mass")) {
      CHECK(law->for_reduced_mass(3) == nullptr);
      continue;
    }
    ++count;
    CHECK_THROWS_WITH_AS(law->force(c, nullptr), doctest::Contains("give the law mass ="), InputError);
    CHECK_THROWS_WITH_AS(law->for_reduced_mass(0), doctest::Contains("give the law mass ="), InputError);
    numbers["mass"] = 3;
    const auto heavy = make_law(entry, numbers);
    CHECK(heavy->for_reduced_mass(1) == nullptr);
    CHECK(heavy->force(c, nullptr) == law->for_reduced_mass(3)->force(c, nullptr));
    CHECK(heavy->force(c, nullptr) > law->for_reduced_mass(1)->force(c, nullptr));  // D grows with the mass
  }
  CHECK(count == 6);
}
