#include <doctest/doctest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "lua/binding/said.h"
#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

std::string committed(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(std::string(PERILUNE_SOURCE_DIR) + "/" + path, std::ios::binary).rdbuf();
  return text.str();
}

std::set<std::string> all_matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    found.insert((*it)[1]);
  return found;
}

}  // namespace

// Both also fail when the program has a function, member or channel that nobody described.
TEST_CASE("the editor stubs are those that the program prints; else: ./dev generate") {
  const Result result = Folder().perilune({"stubs"});
  CHECK_MESSAGE(result.status == 0, result.error);
  CHECK(result.out == committed("lua/types/perilune.lua"));
}

TEST_CASE("the reference is that which the program prints; else: ./dev generate") {
  const Result result = Folder().perilune({"reference"});
  CHECK_MESSAGE(result.status == 0, result.error);
  CHECK(result.out == committed("lua/REFERENCE.md"));
}

TEST_CASE("the editor stubs define every type that they mention") {
  const std::string text = committed("lua/types/perilune.lua");
  const auto defined = all_matches(text, std::regex(R"(---@(?:class|alias) ([\w.:]*\w))"));
  const auto mentioned = all_matches(text, std::regex(R"((perilune\.[\w.]*\w))"));
  CHECK(mentioned.size() > 100);
  for (const std::string& type : mentioned) CHECK_MESSAGE(defined.count(type) == 1, type);
}

// The stubs are ordinary Lua: read as a module they have what the module has.
TEST_CASE("the editor stubs have the functions of the module, and no others") {
  const Folder folder;
  folder.write("stubs.lua", committed("lua/types/perilune.lua"));
  const Result result = folder.run(R"(
local function compare(name, a, b)
  for key, value in pairs(a) do
    if type(value) == "function" then assert(type(rawget(b, key)) == "function", name .. "." .. key) end
    if type(value) == "table" then compare(name .. "." .. key, value, b[key]) end
  end
end
local module, stubs = require "perilune", require "stubs"
compare("module", module, stubs)
compare("stubs", stubs, module)
)");
  CHECK_MESSAGE(result.status == 0, result.error);
}

// Keys of tables that results consist of, each as the program pushes it.
TEST_CASE("tables of results have the fields that are described, and no others") {
  const Folder folder;
  const Result result = folder.run(ball + R"(
contact(mbs.laws.flores { stiffness = 1e6, restitution = 0.5 })
local run = model:simulate { duration = 0.6 }
local function show(name, list)
  for key in pairs(list) do print(name .. "." .. tostring(key)) end
end
show("Statistics", run.statistics)
show("Energy", run.energy)
for _, attempt in ipairs(run.steps) do show("Attempt", attempt) end
for _, event in ipairs(run.events) do show("Event", event) end
local law = mbs.laws.flores { stiffness = 1e6, restitution = 0.5 }
show("LawLoop", law:loop { impact_speed = 1 })
show("LawFindings", law:check {})
show("StartChange", model:assemble {})
show("CopiedStart", model:start_from(run, 0.1))
show("MassProperties", mbs.mass_properties.disc { radius = 1, density = 1 })
local swing = mbs.planar_model { name = "swing", gravity = { 0, -9.81 } }
local bar = swing:bar { name = "bar", mass = 1, from = { 0, 0 }, to = { 0.1, -1 } }
swing:revolute { name = "pin", between = { swing.ground, bar }, at = { 0, 0 } }
show("Equilibrium", swing:equilibrium {})
local small = swing:linearize {}
show("Linearization", small)
show("Mode", small.eigenvalues[1])
)");
  CHECK_MESSAGE(result.status == 0, result.error);
  std::set<std::string> shown;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) shown.insert(line);
  // What friction and dry friction add to events, and what this run need not have.
  for (const char* field : {"friction_dissipated", "direction", "force", "slip_velocity"})
    shown.insert(std::string("Event.") + field);
  std::set<std::string> said;
  for (const char* owner :
       {"Statistics", "Energy", "Attempt", "Event", "LawLoop", "LawFindings", "StartChange", "CopiedStart",
        "MassProperties", "Equilibrium", "Linearization", "Mode"}) {
    for (const auto& field : perilune::said_attributes(owner)) said.insert(owner + ("." + field.name));
  }
  for (const std::string& name : shown) CHECK_MESSAGE(said.count(name) == 1, name);
  for (const std::string& name : said) CHECK_MESSAGE(shown.count(name) == 1, name);
}
