#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "lua/binding/files.h"
#include "lua/manual/language.h"
#include "lua/program/commands.h"

namespace perilune {
namespace {

namespace fs = std::filesystem;

// The model to start from: each part of the language once, in the order in which one writes it.
const char* const starter =
    R"lua(-- NAME: a ball falls on the ground.      Run it:   perilune run NAME.lua --report
--                                          Look at:  out/NAME/report.html, out/NAME/height.svg
-- SI units and radians everywhere; mbs.mm, mbs.deg, mbs.rpm … are multipliers.
local mbs = require "perilune"

-- Numbers that `perilune run NAME.lua --set height=2` changes.
local height = mbs.parameter { "height", 1.0, unit = "m", min = 0.1, doc = "of the ball's centre at the start" }

-- 1. Bodies. `model.ground` is the fixed one; mbs.spatial_model { … } is a model in space.
local model = mbs.planar_model { name = "NAME", gravity = { 0, -9.81 } }                -- m/s^2
local ball = model:body { name = "ball", mass = 1.0, inertia = 0.004, position = { 0, height } }   -- kg, kg m^2, m

-- 2. Joints and forces: uncomment one, or let an editor complete `model:`.
-- model:revolute { name = "pin", between = { model.ground, ball }, at = { 0.3, height } }
-- model:spring { name = "spring", between = { model.ground:point { 0, 0.1 }, ball.center }, stiffness = 50 }

-- 3. Contacts: two shapes and a law. `perilune laws` lists the laws, mbs.law { … } makes one of your own.
model:contact {
  name    = "touch",
  between = { ball:circle { radius = 0.1 }, model.ground:line { normal = { 0, 1 } } },
  law     = mbs.laws.flores { stiffness = 140e6, restitution = 0.8 },                    -- N/m^1.5
}

-- 4. Run. Everything else has a default, which `perilune check NAME.lua` prints.
local run = model:simulate { duration = 2.0 }                                            -- s

-- 5. Look at it.
for _, event in ipairs(run.events) do
  if event.kind == "contact end" then
    print(("%.4f s: up again with %.4f m/s"):format(event.t, event.separation_speed))
  end
end
run:plot { "ball.y", y_label = "height of the centre", file = mbs.out .. "/height.svg" }

-- 6. Let it check itself: a failed expectation is exit status 1.
run:expect { "energy.residual", below = 1e-5 }                                           -- J
)lua";

const char* const editor = R"json({
  "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
  "runtime.version": "Lua 5.4",
  "workspace.library": ["types"],
  "workspace.checkThirdParty": false
}
)json";

const char* const checker = R"lua(std = "lua54"
exclude_files = { "types/**", "out/**" }
)lua";

// A name that can be a folder and the name of a model.
bool is_good_name(const std::string& name) {
  const std::string allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !name.empty() && name[0] != '-' && name.find_first_not_of(allowed) == std::string::npos;
}

std::string named(std::string text, const std::string& name) {
  for (std::size_t at = 0; (at = text.find("NAME", at)) != std::string::npos; at += name.size())
    text.replace(at, 4, name);
  return text;
}

}  // namespace

int new_command(const std::string& name) {
  if (!is_good_name(name)) {
    std::fprintf(stderr, "perilune: new: '%s' must be of letters, digits, _ and -\n", name.c_str());
    return usage;
  }
  if (fs::exists(name)) {
    std::fprintf(stderr, "perilune: new: '%s' is there already\n", name.c_str());
    return usage;
  }
  std::error_code error;
  fs::create_directories(name + "/types", error);
  const auto write = [&name](const std::string& file, const std::string& text) {
    write_text(name + "/" + file, text);
  };
  write(name + ".lua", named(starter, name));
  write(".luarc.json", editor);
  write(".luacheckrc", checker);
  write("types/perilune.lua", stubs(describe_language()));
  std::printf(
      "%s/%s.lua: a model to start from\n%s/.luarc.json, types/: for editors with lua-language-server\n"
      "next: cd %s && perilune run %s.lua --report\n",
      name.c_str(), name.c_str(), name.c_str(), name.c_str(), name.c_str());
  return ok;
}

}  // namespace perilune
