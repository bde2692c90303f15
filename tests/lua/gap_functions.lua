-- A surface written as a function: a ball in a bowl; what is no distance; a function that fails.
local mbs = require "perilune"

local function bowl(value, hollow_radius)
  local model = mbs.planar_model { name = "bowl", gravity = { 0, -9.81 } }
  local ball = model:body { name = "ball", mass = 1, inertia = 4e-3, position = { 0.5, 0 } }
  model:contact {
    name = "bowl", law = mbs.laws.hertz { stiffness = 1e8 },
    between = { ball:circle { radius = 0.1 },
                model.ground:gap_function { value = value, hollow_radius = hollow_radius } },
  }
  return model
end
local dopri5 = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }

-- The same motion as in a hole of 1 m radius, which is built in; no friction, so nothing is lost.
local run = bowl(function(x, y) return 1 - math.sqrt(x * x + y * y) end, 1):simulate {
  duration = 2, integrator = dopri5,
}
assert(run.outcome == "reached_end", run.message)
local model = mbs.planar_model { name = "hole", gravity = { 0, -9.81 } }
local ball = model:body { name = "ball", mass = 1, inertia = 4e-3, position = { 0.5, 0 } }
model:contact { name = "bowl", law = mbs.laws.hertz { stiffness = 1e8 },
                between = { ball:circle { radius = 0.1 }, model.ground:hole { radius = 1 } } }
local same = model:simulate { duration = 2, integrator = dopri5 }
assert(#run.events == #same.events and #run.events >= 4)
for i, event in ipairs(run.events) do assert(math.abs(event.t - same.events[i].t) < 1e-8) end
run:expect { "energy.residual", below = 1e-6 }

-- A height is no distance where the ground is steep: refused where the ball touches it.
run = bowl(function(x, y) return y + 0.8 - x * x / 2 end, nil):simulate { duration = 2 }
assert(run.outcome == "script_error" and run.message:find("is no distance: its slope", 1, true), run.message)

run = bowl(function(x) return 1 - x.radius end, 1)
local ok, message = pcall(run.simulate, run, { duration = 2 })
assert(not ok or message.outcome == "script_error")
local text = tostring(ok and message.message or message)
assert(text:find("gap_functions.lua:%d+"), text)

local function round(x, y) return 1 - math.sqrt(x * x + y * y) end
ok, message = pcall(bowl, round, 0.05)
assert(not ok and tostring(message):find("does not fit into hollows", 1, true), message)
ok, message = pcall(bowl, 3, 1)
assert(not ok and tostring(message):find("value = 3", 1, true), message)
