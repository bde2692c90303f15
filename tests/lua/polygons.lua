-- Shapes with several contacts, and shapes that are hollow.
local mbs = require "perilune"

local points = { { -0.1, -0.1 }, { 0.1, -0.1 }, { 0.1, 0.1 }, { -0.1, 0.1 } }
local model = mbs.planar_model { name = "rest", gravity = { 0, -9.81 } }
local box = model:body { name = "box", mass = 1, inertia = 0.08 / 12, position = { 0, 0.1 } }
local law = mbs.laws.hunt_crossley { stiffness = 1e7, restitution = 0.2 }
local floor = model:contact { name = "floor", law = law,
  between = { box:polygon { points = points }, model.ground:line {} } }
assert(floor.name == "floor")

-- Two corners carry the weight for a second: K d^1.5 = m g/2 each.
local run = model:simulate { duration = 1 }
assert(run.outcome == "reached_end", run.message)
assert(run.statistics.steps < 1e5, "the steps do not collapse")
local sag = (9.81 / 2 / 1e7) ^ (2 / 3)
assert(math.abs(run:final "floor[1].penetration" - sag) < 0.05 * sag)
assert(math.abs(run:final "floor[2].penetration" - sag) < 0.05 * sag)
assert(run:final "floor[3].penetration" == 0)
local ok, message = pcall(run.final, run, "floor.gap")
assert(not ok and message:find("floor[1].gap", 1, true), message)

-- A pin without gravity flies to and fro through the middle of its hole, 2 (R - r)/v each time.
local bearing = mbs.planar_model { name = "bearing" }
local pin = bearing:body { name = "pin", mass = 1, inertia = 0.01, position = { 0, 0 }, velocity = { 1, 0 } }
bearing:contact { name = "hole", law = mbs.laws.hertz { stiffness = 1e8 },
  between = { bearing.ground:hole { radius = 0.5 }, pin:circle { radius = 0.4 } } }
local bounces = bearing:simulate { duration = 2,
  integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 } }
local begins, last = 0, nil
for _, event in ipairs(bounces.events) do
  if event.kind == "contact begin" then
    if last then assert(math.abs(event.t - last - 0.2) < 1e-6, event.t - last) end
    begins = begins + 1
  end
  if event.kind == "contact end" then last = event.t end
end
assert(begins == 10, begins)
assert(math.abs(bounces:final "energy.total" - 0.5) < 1e-7)
assert(math.abs(bounces:final "pin.y") < 1e-12)
