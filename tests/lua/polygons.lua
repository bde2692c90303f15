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

-- On a shelf with an end the box hangs over by 4 cm: a corner carries it, and the shelf's end on its face.
local function on_shelf(from, to, y, velocity, gravity)
  local world = mbs.planar_model { name = "shelf", gravity = { 0, gravity } }
  local body = world:body { name = "box", mass = 1, inertia = 0.01 / 1.5, position = { 0, y },
    velocity = velocity }
  world:contact { name = "shelf", law = law,
    between = { body:polygon { points = points }, world.ground:segment { from = from, to = to } } }
  return world
end
local shelf = on_shelf({ -1, 0 }, { 0.06, 0 }, 0.1 - 1e-4, { 0, 0 }, -9.81)
local carried = shelf:simulate { duration = 1 }
assert(carried.outcome == "reached_end", carried.message)
-- Moments about the centre: the corner at -0.1 carries 0.06/0.16 of the weight, the end at 0.06 the rest.
local function sag_of(share) return (share * 9.81 / 1e7) ^ (2 / 3) end
assert(math.abs(carried:final "shelf[1].penetration" - sag_of(0.06 / 0.16)) < 0.05 * sag_of(0.06 / 0.16))
assert(math.abs(carried:final "shelf[6].penetration" - sag_of(0.1 / 0.16)) < 0.05 * sag_of(0.1 / 0.16))
for _, i in ipairs { 2, 3, 4, 5 } do assert(carried:final(("shelf[%d].penetration"):format(i)) == 0) end
assert(math.abs(carried:final "box.angle") < 1e-3)

-- The same hanging under the shelf, pulled up.
local under = on_shelf({ -1, 0 }, { 0.06, 0 }, -0.1 + 1e-4, { 0, 0 }, 9.81):simulate { duration = 1 }
assert(math.abs(under:final "box.y" + carried:final "box.y") < 1e-9)

-- The end of a wall meets the middle of a face, head on: the box goes back as it came and does not turn.
local head_on = mbs.planar_model { name = "head on" }
local flyer = head_on:body { name = "box", mass = 1, inertia = 0.01 / 1.5, position = { 0.5, 0 },
  velocity = { -1, 0 } }
head_on:contact { name = "wall", law = mbs.laws.hertz { stiffness = 1e7 },
  between = { flyer:polygon { points = points },
    head_on.ground:segment { from = { -1, 0 }, to = { 0, 0 } } } }
local back = head_on:simulate { duration = 1,
  integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 } }
assert(math.abs(back:final "box.vx" - 1) < 1e-7, back:final "box.vx")
assert(math.abs(back:final "box.angular_velocity") < 1e-9)

-- Pushed over the end of a table it slides, tips and falls past it; nothing catches it and the books close.
local tipped = on_shelf({ -1, 0 }, { 0, 0 }, 0.1, { 0.5, 0 }, -9.81):simulate { duration = 0.8 }
assert(tipped.outcome == "reached_end", tipped.message)
assert(tipped:final "box.y" < -0.1 and tipped:final "box.angle" < -0.5)
assert(math.abs(tipped:final "energy.residual") < 1e-4, tipped:final "energy.residual")
