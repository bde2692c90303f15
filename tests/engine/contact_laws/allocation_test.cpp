#include <doctest/doctest.h>

#include "engine/contact_laws/user_law.h"
#include "tests/engine/contact_laws/allocations.h"
#include "tests/engine/contact_laws/make_law.h"
#include "tests/engine/contact_laws/written_function.h"

using namespace perilune;
using namespace perilune::testing;

namespace {
const NamedNumbers heat_parameters{{"K", 2e6}, {"cr", 0.8}}, heat_states{{"heat", 1.5}, {"hits", 0}};
}

TEST_CASE("the counter of allocations counts") {
  const long before = allocations();
  const auto number = std::make_unique<double>(3);
  CHECK(allocations() == before + 1);
}

TEST_CASE("every law: its force and its commit allocate nothing") {
  std::vector<ContactLawPointer> laws;
  for (const auto& entry : contact_law_catalog()) {
    Numbers numbers;
    for (const auto& field : entry.fields) {
      if (field.required) numbers[field.name] = sample_fields().at(field.name);
    }
    const auto law = make_law(entry, numbers), bound = law->for_reduced_mass(2);
    laws.push_back(bound ? bound : law);
  }
  const Signature signature = user_law_signature("mine", heat_parameters, heat_states);
  laws.push_back(make_user_law(
      "mine", written(signature, [](const double* in, double* out) { out[0] = out[1] = out[2] = in[0]; }),
      written(user_law_commit_signature("mine", heat_parameters, heat_states),
              [](const double* in, double* out) { out[0] = in[4], out[1] = in[5]; }),
      heat_parameters, heat_states));
  double memory[] = {1, 2}, rates[2], sum = 0;
  const long before = allocations();
  for (const auto& law : laws) {
    const ContactInput c{1e-4, 0.3, 0.5, 0, memory};
    sum += law->force(c, rates) + law->potential(1e-4);
    law->commit(c, memory);
  }
  CHECK(allocations() == before);
  CHECK(sum > 0);
}
