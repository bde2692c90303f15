// What a law written in Lua costs in a whole simulation, as a ratio to the same law written by hand in C++ and called by
// the same engine: four laws, a ball pressed down so that nearly all right-hand sides are in contact. Then two models
// of the gallery with a law of the catalogue and its Lua text.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <lua.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "lua/binding/friction_object.h"
#include "lua/binding/host.h"
#include "lua/binding/law_object.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/benchmarks/hand_written_laws.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/simulation/quick_return_clearance.h"

namespace perilune::benchmarks {
namespace {

// ---- measuring ----

struct Laws {
  ContactLawPointer contact;
  FrictionLawPointer friction;  // may be null
};

// What a chunk returns: a contact law, or a friction law on the contact law given.
Laws laws_of_script(Host& host, const std::string& text, const ContactLawPointer& under_friction) {
  Laws laws;
  const bool done = host.protect([&] {
    lua_State* L = host.main();
    if (luaL_loadstring(L, text.c_str()) != LUA_OK) throw std::runtime_error(lua_tostring(L, -1));
    lua_call(L, 0, 1);
    if (const auto* law = find_object<LawObject>(L, -1)) laws.contact = law->law;
    else laws = {under_friction, find_object<FrictionObject>(L, -1)->law};
    lua_pop(L, 1);
  });
  if (!done) throw std::runtime_error(host.error);
  return laws;
}

std::string interpreted(std::string text) {  // what writes a variable from outside is
  const auto at = text.find("= function(c") + 12;
  return "local calls = 0 " + text.insert(text.find(')', at) + 1, " calls = calls + 1");
}

// A ball that touches the ground at a tenth of a metre per second and is pressed down a hundred times as hard as by its
// weight; with friction it slides.
Model pressed_ball(const Laws& laws) {
  testing::Release release;
  release.height = testing::radius, release.g = 981;
  release.velocity = Vector3(laws.friction ? 5 : 0, -0.1, 0);
  Model model = testing::empty_model(release.g);
  const BodyPointer ball = testing::particle("ball", 1, Vector3(0, release.height, 0), release.velocity);
  model.add(ball);
  Contact contact =
      testing::contact("contact", testing::circle(ball),
                       testing::shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}}), laws.contact);
  contact.friction = laws.friction;
  model.add(std::move(contact));
  return model;
}

SimulationOptions quiet(const std::string& integrator, double duration, double rtol) {
  SimulationOptions options = testing::options(duration, integrator, rtol);
  options.record.when = RecordOptions::When::nothing;
  return options;
}

// One way of giving a law, and the least time of a run with it.
struct Variant {
  const char* name;
  Model model;
  double time = 1e9;  // [s]
  std::shared_ptr<Run> run = nullptr;
};

// [s] that this thread has had of a processor: less touched by who else is running than the time on the wall.
double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// In turns, so that all see the same machine.
void measure(std::vector<Variant>& variants, const SimulationOptions& options, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Variant& variant : variants) {
      Simulation simulation(variant.model, options);
      const double begin = processor_time();
      variant.run = simulation.run();
      variant.time = std::min(variant.time, processor_time() - begin);
    }
  }
}

void print_ratios(const char* name, const std::vector<Variant>& variants) {
  const Variant& first = variants.front();
  const Statistics& spent = first.run->statistics;
  fmt::print("{:<12} {:<10} {:9.1f} us, {} right-hand sides, {:.2f} contacts each\n", name, first.name,
             first.time * 1e6, spent.rhs_evaluations,
             static_cast<double>(spent.law_evaluations) / static_cast<double>(spent.rhs_evaluations));
  for (std::size_t i = 1; i < variants.size(); ++i) {
    const Variant& variant = variants[i];
    const bool same = variant.run->statistics.rhs_evaluations == spent.rhs_evaluations &&
                      variant.run->energy.kinetic == first.run->energy.kinetic;
    fmt::print("{:<12} {:<22} {:6.3f} x {}, {}\n", "", variant.name, variant.time / first.time, first.name,
               same ? "the same bits" : "other bits");
  }
}

// The force with both its slopes, as an implicit integrator asks for it, by the force alone.
double cost_of_slopes(const ContactLaw& law) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> depth(1e-6, 4e-4), rate(-0.1, 0.1);
  std::array<ContactInput, 1024> inputs;
  for (ContactInput& c : inputs)
    c.penetration = depth(random), c.penetration_rate = rate(random), c.impact_speed = 0.1;
  volatile double kept = 0;
  const auto time_with = [&](const auto& look) {
    return least_time(300, [&] {
      double sum = 0;
      for (const ContactInput& c : inputs) sum += look(c);
      kept = sum;
    });
  };
  const double alone = time_with([&](const ContactInput& c) { return law.force(c, nullptr); });
  const double with_slopes = time_with([&](const ContactInput& c) {
    const ForceSlopes slopes = law.slopes(c);
    return slopes.by_penetration + slopes.by_penetration_rate;
  });
  return with_slopes / alone;
}

HostOptions without_machine_code() {
  HostOptions options;
  options.machine_code = false;
  return options;
}

void compare(const char* name, const char* text, const Laws& by_hand) {
  Host compiled({}), registers(without_machine_code());
  std::vector<Variant> variants;
  const Laws in_lua = laws_of_script(compiled, text, by_hand.contact);
  variants.push_back({"by hand", pressed_ball(by_hand)});
  variants.push_back({"Lua", pressed_ball(in_lua)});
  variants.push_back(
      {"Lua, register machine", pressed_ball(laws_of_script(registers, text, by_hand.contact))});
  variants.push_back(
      {"Lua, interpreted", pressed_ball(laws_of_script(compiled, interpreted(text), by_hand.contact))});
  measure(variants, quiet("dopri5", 0.02, 1e-9), 100);
  print_ratios(name, variants);
  if (in_lua.friction) return;
  fmt::print("{:<12} {:<22} {:6.3f} x the force alone, a call\n", "", "Lua, with both slopes",
             cost_of_slopes(*in_lua.contact));
}

// ---- models of the gallery ----

// A law of the rate-ratio family, operation by operation as the catalogue has it.
std::string family_text(double K, double eta) {
  return fmt::format(R"(
local K, eta = {:.17g}, {:.17g}
return require "perilune".law {{ name = "mine", strict = true, force = function(c)
  if c.penetration <= 0 then return 0 end
  local ratio = math.max(-2, math.min(c.penetration_rate / math.max(c.impact_speed, 1e-3), 2))
  return K * (c.penetration * math.sqrt(c.penetration)) * math.max(1 + eta * ratio, 0)
end }})",
                     K, eta);
}

// The box of the gallery with fewer discs.
Model box_of_discs(const ContactLawPointer& law) {
  constexpr int count = 250, columns = 13;
  constexpr double pitch = 0.024, width = columns * pitch;
  Model model = testing::empty_model();
  const auto wall = [&](const Vector3& from, const Vector3& to) {
    model.add(testing::shape(model.ground(), "segment", {{"from", from}, {"to", to}}));
  };
  wall({0, 0, 0}, {width, 0, 0}), wall({0, 0, 0}, {0, 2, 0}), wall({width, 0, 0}, {width, 2, 0});
  double random = 1;
  const auto speed = [&] {  // Park & Miller (1988)
    random = std::fmod(random * 16807, 2147483647);
    return 0.4 * (random / 2147483647 - 0.5);
  };
  for (int i = 0; i < count; ++i) {
    const double radius = 1e-3 * (9 + i % 3), mass = 1000 * M_PI * radius * radius;
    const Vector3 place((i % columns + 0.5) * pitch, (i / columns + 0.5) * pitch, 0);
    const double vx = speed(), vy = speed();
    const BodyPointer disc = testing::body("body", "disc " + std::to_string(i),
                                           {{"mass", mass},
                                            {"inertia", mass * radius * radius / 2},
                                            {"position", place},
                                            {"velocity", Vector3(vx, vy, 0)}});
    model.add(disc);
    model.add(testing::circle(disc, radius));
  }
  ContactGroup grains;
  grains.name = "grains", grains.law = law;
  model.add(std::move(grains));
  return model;
}

void compare_quick_return() {
  using Q = testing::QuickReturn;
  const double K = hertz_stiffness(Q::journal, -Q::bearing, 207e9, 0.3, 207e9, 0.3);
  Host host({});
  const Laws mine = laws_of_script(host, family_text(K, 0.75 * (1 - 0.9 * 0.9)), nullptr);
  std::vector<Variant> variants;
  variants.push_back({"built-in", testing::quick_return_with_clearance()});
  variants.push_back({"Lua", testing::quick_return_with_clearance(true, mine.contact)});
  measure(variants, quiet("dopri5", 0.5, 1e-8), 10);
  print_ratios("quick return", variants);
}

void compare_discs() {
  Host compiled({}), registers(without_machine_code());
  const std::string text = family_text(1e7, 8 * (1 - 0.5) / (5 * 0.5));
  std::vector<Variant> variants;
  variants.push_back({"built-in", box_of_discs(testing::law("flores", 0.5, 1.5, 1e7))});
  variants.push_back({"Lua", box_of_discs(laws_of_script(compiled, text, nullptr).contact)});
  variants.push_back(
      {"Lua, register machine", box_of_discs(laws_of_script(registers, text, nullptr).contact)});
  SimulationOptions options = quiet("rk4", 0.3, 1e-8);
  options.steps.step = 1e-4, options.accept = {testing::penetration_rule("stages")};
  measure(variants, options, 5);
  print_ratios("box of discs", variants);
}

}  // namespace

void benchmark_laws() {
  const Laws flores{std::make_shared<HandContactLaw<FloresByHand>>(), nullptr};
  compare("flores", flores_text, flores);
  compare("stribeck", stribeck_text, {flores.contact, std::make_shared<StribeckByHand>()});
  compare("newton3", implicit_text, {std::make_shared<HandContactLaw<ImplicitByHand>>(), nullptr});
  compare("piecewise", piecewise_text, {std::make_shared<HandContactLaw<PiecewiseByHand>>(), nullptr});
  compare_quick_return();
  compare_discs();
}

}  // namespace perilune::benchmarks
