#include "engine/contact_laws/user_law.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "engine/model/error.h"
#include "tests/engine/contact_laws/written_function.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

const NamedNumbers parameters{{"K", 2e6}, {"cr", 0.8}}, states{{"heat", 1.5}, {"hits", 0}};

// Records what it is given, returns 7 and the rates 8, 9.
ContactLawPointer recording_law(std::vector<double>& seen) {
  const Signature signature = user_law_signature("mine", parameters, states);
  return make_user_law("mine",
                       written(signature,
                               [&seen, n = signature.inputs()](const double* in, double* out) {
                                 seen.assign(in, in + n);
                                 out[0] = 7, out[1] = 8, out[2] = 9;
                               }),
                       nullptr, parameters, states);
}

}  // namespace

TEST_CASE("user's law: the function gets c with the states, then p, in the order of its signature") {
  const Signature signature = user_law_signature("mine", parameters, states);
  CHECK(signature.purpose == "force of law 'mine'");
  REQUIRE(signature.arguments.size() == 2);
  std::vector<std::string> c, p;
  for (const auto& field : signature.arguments[0].fields) c.push_back(field.name);
  for (const auto& field : signature.arguments[1].fields) p.push_back(field.name);
  CHECK(c ==
        std::vector<std::string>{"penetration", "penetration_rate", "impact_speed", "t", "heat", "hits"});
  CHECK(p == std::vector<std::string>{"K", "cr"});
  CHECK(signature.inputs() == 8);
  CHECK(signature.outputs() == 3);

  std::vector<double> seen;
  const auto law = recording_law(seen);
  const double memory[] = {5, 6};
  double rates[2] = {};
  CHECK(law->force({1, 2, 3, 4, memory}, rates) == 7);
  CHECK(seen == std::vector<double>{1, 2, 3, 4, 5, 6, 2e6, 0.8});
  CHECK(rates[0] == 8);
  CHECK(rates[1] == 9);
}

TEST_CASE("user's law: without parameters there is no second argument, without states no second result") {
  const Signature signature = user_law_signature("mine", {}, {});
  CHECK(signature.inputs() == 4);
  CHECK(signature.outputs() == 1);
  const auto law =
      make_user_law("mine", written(signature, [](const double* in, double* out) { out[0] = in[0] + in[3]; }),
                    nullptr, {}, {});
  CHECK(law->force({1, 2, 3, 4, nullptr}, nullptr) == 5);
  CHECK(law->states() == 0);
}

TEST_CASE("user's law: has its states by name, with their initial values") {
  std::vector<double> seen;
  const auto law = recording_law(seen);
  REQUIRE(law->states() == 2);
  CHECK(law->state_name(0) == "heat");
  CHECK(law->initial_state(0) == 1.5);
  CHECK(law->state_name(1) == "hits");
  CHECK(law->initial_state(1) == 0);
}

TEST_CASE("user's law: on_commit sets states, and the law says whether it did") {
  const auto force =
      written(user_law_signature("mine", parameters, states), [](const double*, double* out) { out[0] = 0; });
  const Signature signature = user_law_commit_signature("mine", parameters, states);
  CHECK(signature.outputs() == 2);
  // Counts while the penetration is above 1.
  const auto on_commit = written(
      signature, [](const double* in, double* out) { out[0] = in[4], out[1] = in[5] + (in[0] > 1 ? 1 : 0); });
  const auto law = make_user_law("mine", force, on_commit, parameters, states);
  double memory[] = {1.5, 3};
  CHECK(law->commit({2, 0, 0, 0, memory}, memory));
  CHECK(memory[1] == 4);
  CHECK(!law->commit({0.5, 0, 0, 0, memory}, memory));
  CHECK(memory[0] == 1.5);
  CHECK(memory[1] == 4);
  CHECK(!make_user_law("mine", force, nullptr, parameters, states)->commit({2, 0, 0, 0, memory}, memory));
}

TEST_CASE(
    "user's law: what it stores is integrated from its force, also when it divides by the impact speed") {
  const auto law = make_user_law("mine",
                                 written(user_law_signature("mine", parameters, {}),
                                         [](const double* in, double* out) {
                                           out[0] = in[4] * std::pow(in[0], 1.5) * (1 + 0.4 * in[1] / in[2]);
                                         }),
                                 nullptr, parameters, {});
  const double depth = 3e-4;
  CHECK(law->potential(depth) == doctest::Approx(0.4 * 2e6 * std::pow(depth, 2.5)).epsilon(1e-14));
  CHECK(law->potential(0) == 0);
}

TEST_CASE("user's law: what it stores starts from its initial states") {
  const auto law = make_user_law("mine",
                                 written(user_law_signature("mine", {}, states),
                                         [](const double* in, double* out) {
                                           out[0] = in[4] * in[0],
                                           out[1] = out[2] = 0;  // stiffness 'heat', 1.5 N/m
                                         }),
                                 nullptr, {}, states);
  CHECK(law->potential(2) == doctest::Approx(0.5 * 1.5 * 4).epsilon(1e-14));
}

TEST_CASE("user's law: a corner in its force costs the integral no digits that matter") {
  // F = 0 up to 1 mm, then a spring: ∫ = ½ K (δ − 1 mm)².
  const auto law = make_user_law(
      "mine",
      written(user_law_signature("mine", parameters, {}),
              [](const double* in, double* out) { out[0] = in[4] * std::max(0.0, in[0] - 1e-3); }),
      nullptr, parameters, {});
  CHECK(law->potential(3e-3) == doctest::Approx(0.5 * 2e6 * 4e-6).epsilon(1e-6));  // 8 halvings at the corner
}

TEST_CASE("user's law: more parameters than a call has room for are refused") {
  NamedNumbers many;
  for (int i = 0; i < 300; ++i) many.push_back({"p" + std::to_string(i), i});
  const auto nothing = written(user_law_signature("mine", many, {}), [](const double*, double*) {});
  CHECK_THROWS_WITH_AS(make_user_law("mine", nothing, nullptr, many, {}), doctest::Contains("300 parameters"),
                       InputError);
}
