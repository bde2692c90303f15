-- model:interaction: a force along a line, in Lua. Written as a spring it moves as model:spring, to the bit.
local mbs = require "perilune"

local k, c, l0 = 200, 3, 0.4                                        -- N/m, N s/m, m

local function swing(add)
  local model = mbs.planar_model { name = "pair", gravity = { 0, -9.81 } }
  local a = model:particle { name = "a", mass = 1, position = { 0.5, 0 } }
  local b = model:particle { name = "b", mass = 2, position = { 1, -0.2 }, velocity = { 0.3, 0 } }
  add(model, "first", { model.ground, a })
  add(model, "second", { a, b })
  local run = model:simulate { duration = 1 }
  assert(run.outcome == "reached_end", run.message)
  run:expect { "energy.residual", below = 1e-6 }
  return run
end
local sprung = swing(function(model, name, ends)
  model:spring { name = name, between = ends, stiffness = k, damping = c, free_length = l0 }
end)
local own = swing(function(model, name, ends)
  model:interaction { name = name, between = ends, force = function(s)
    return k * (s.distance - l0) + c * s.distance_rate
  end }
end)
for _, channel in ipairs { "a.x", "b.y", "b.vx", "second.length", "second.force" } do
  assert(own:final(channel) == sprung:final(channel), channel)
end
assert(own.statistics.rhs_evaluations == sprung.statistics.rhs_evaluations)

-- What it loses is work, not dissipation: whether a force stores or loses is not known.
assert(own:final "energy.work" < 0 and own:final "energy.dissipated" == 0)

-- Of time, between scalar coordinates; checked as other functions.
local model = mbs.planar_model { name = "scalar" }
local q = model:coordinate { name = "q", inertia = 2, position = 0, velocity = 0 }
model:interaction { name = "pull", between = { model.ground, q }, force = function(s) return -3 * s.t end }
local run = model:simulate { duration = 2 }
assert(math.abs(run:final "q.position" - 3 / 2 * 2 ^ 3 / 6) < 1e-9, run:final "q.position")

local fine, message = pcall(model.interaction, model, { between = { model.ground, q },
  force = function(s) return s.lenght end })
assert(not fine and tostring(message):find "no field 'lenght'", message)
fine, message = pcall(model.interaction, model, { between = { q, q }, force = function() return 1 end })
assert(not fine and tostring(message):find "both ends belong to 'q'", message)
