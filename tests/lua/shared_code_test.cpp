#include <doctest/doctest.h>

#include "engine/contact_laws/catalog.h"
#include "lua/binding/host.h"
#include "lua/binding/law_object.h"

using namespace perilune;

namespace {

// Translations of functions that a chunk asks for.
long translations(const std::string& chunk, bool machine_code = true) {
  HostOptions options;
  options.machine_code = machine_code;
  Host host(options);
  const bool done = host.protect([&] {
    lua_State* L = host.main();
    if (luaL_loadstring(L, ("local mbs = require 'perilune'\n" + chunk).c_str()) != LUA_OK) lua_error(L);
    lua_call(L, 0, 0);
  });
  CHECK_MESSAGE(done, host.error);
  return host.translations;
}

}  // namespace

TEST_CASE("compiled laws: a run with 10 000 contacts that share one law translates it once") {
  CHECK(translations(R"(
    local law = mbs.law { name = "mine", strict = true, force = function(c) return 1e6 * c.penetration end }
    local model = mbs.planar_model { name = "many", gravity = { 0, -9.81 } }
    local line = model.ground:line { normal = { 0, 1 } }
    for i = 1, 10000 do
      local ball = model:particle { name = "b" .. i, mass = 1, position = { i, 0.1 }, velocity = { 0, -1 } }
      model:contact { between = { ball:circle { radius = 0.1 }, line }, law = law }
    end
    local run = model:simulate { duration = 2e-5, integrator = mbs.integrators.rk4 { step = 1e-5 }, record = "none",
                                 accept_step = mbs.accept.penetration { locate = "stages" } }
    assert(run.statistics.law_evaluations >= 10000, run.statistics.law_evaluations))") == 1);
}

TEST_CASE(
    "compiled laws: laws made of one function differ in their parameters alone and are translated once") {
  CHECK(translations(R"(
    local laws = {}
    local function make(K)
      return mbs.law { name = "mine", parameters = { K = K },
                       force = function(c, p) return p.K * c.penetration end }
    end
    for K = 1, 1000 do laws[K] = make(K) end
    for K = 1, 1000 do assert(laws[K].compiled and laws[K]:force(0.5, 0, 1) == K / 2) end)") == 1);
}

TEST_CASE("compiled laws: functions of one text that see different variables are not taken for each other") {
  CHECK(translations(R"(
    local function make(K)
      return mbs.law { name = "mine", force = function(c) return K * c.penetration end }
    end
    local one, two = make(1), make(2)
    assert(one:force(0.5, 0, 1) == 0.5 and two:force(0.5, 0, 1) == 1))") == 2);
  // A variable that both see and that changes: both follow it.
  translations(R"(
    local K = 1
    local function make()
      return mbs.law { name = "mine", force = function(c) return K * c.penetration end }
    end
    local one, two = make(), make()
    assert(one:force(0.5, 0, 1) == 0.5 and two:force(0.5, 0, 1) == 0.5)
    K = 3
    assert(one:force(0.5, 0, 1) == 1.5 and two:force(0.5, 0, 1) == 1.5)
    K = 4
    assert(two:force(0.5, 0, 1) == 2 and one:force(0.5, 0, 1) == 2))");
}

TEST_CASE("compiled laws: without machine code the register machine gives the same run, to the last bit") {
  const char* chunk = R"(
    local law = mbs.law { name = "mine", strict = true, parameters = { K = 1e6 }, force = function(c, p)
      return p.K * c.penetration ^ 1.5 * math.max(1 + 0.3 * c.penetration_rate / c.impact_speed, 0)
    end }
    local model = mbs.planar_model { name = "ball", gravity = { 0, -9.81 } }
    local ball = model:particle { name = "ball", mass = 1, position = { 0, 0.2 } }
    model:contact { between = { ball:circle { radius = 0.1 }, model.ground:line { normal = { 0, 1 } } }, law = law }
    local run = model:simulate { duration = 0.5, verify_laws = 1 }
    assert(run.outcome == "reached_end" and run.statistics.law_evaluations > 100, run.message)
    mbs.output("speed", run:final "ball.vy"))";
  const auto speed_of = [&](bool machine_code) {
    HostOptions options;
    options.machine_code = machine_code;
    Host host(options);
    const bool done = host.protect([&] {
      lua_State* L = host.main();
      if (luaL_loadstring(L, (std::string("local mbs = require 'perilune'\n") + chunk).c_str()) != LUA_OK)
        lua_error(L);
      lua_call(L, 0, 0);
    });
    REQUIRE_MESSAGE(done, host.error);
    REQUIRE(host.outputs.size() == 1);
    return host.outputs.front().second;
  };
  CHECK(speed_of(true) == speed_of(false));
}

TEST_CASE("compiled laws: their slopes are those of the same law in the catalogue, to rounding") {
  Host host({});
  ContactLawPointer laws[2];
  const bool done = host.protect([&] {
    lua_State* L = host.main();
    const char* chunk = R"(
      local mbs = require "perilune"
      return mbs.laws.flores { stiffness = 1e7, restitution = 0.7 },
        mbs.law { name = "mine", strict = true, parameters = { K = 1e7, eta = 8 * (1 - 0.7) / (5 * 0.7) },
          force = function(c, p)
            if c.penetration <= 0 then return 0 end
            local ratio = math.max(-2, math.min(c.penetration_rate / math.max(c.impact_speed, 1e-3), 2))
            return p.K * c.penetration ^ 1.5 * math.max(1 + p.eta * ratio, 0)
          end })";
    if (luaL_loadstring(L, chunk) != LUA_OK) lua_error(L);
    lua_call(L, 0, 2);
    for (int i = 0; i < 2; ++i) laws[i] = find_object<LawObject>(L, i - 2)->law;
    lua_pop(L, 2);
  });
  REQUIRE_MESSAGE(done, host.error);
  for (const double depth : {1e-9, 1e-6, 3e-5, 1e-3}) {
    for (const double rate : {-2.0, -0.9, -0.1, 0.0, 0.3, 0.99, 5.0}) {
      const ContactInput c{depth, rate, 0.5, 0, nullptr};
      const ForceSlopes expected = laws[0]->slopes(c), slopes = laws[1]->slopes(c);
      const double scale = 1e7 * std::sqrt(depth);  // of K δ^½, what terms that cancel are made of
      CHECK(std::abs(slopes.by_penetration - expected.by_penetration) <= 1e-14 * scale);
      CHECK(std::abs(slopes.by_penetration_rate - expected.by_penetration_rate) <= 1e-14 * scale * depth);
    }
  }
}
