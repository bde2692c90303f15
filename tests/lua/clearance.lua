-- Joints with clearance as a script says them: their places, channels and friction.
local mbs = require "perilune"

local g, play = 9.81, 0.5e-3                                 -- m/s^2, m
local law = mbs.laws.lankarani_nikravesh { stiffness = 1e9, restitution = 0.5 }

-- A wheel on a pin of the ground: placed by `at`, or by two points. It falls until the pin touches the hole
-- from inside; seen from the hole the pin rises.
local function wheel(place)
  local model = mbs.planar_model { name = "wheel", gravity = { 0, -g } }
  local disc  = model:body { name = "wheel", mass = 2, inertia = 0.01, position = { 0.3, 0.4 }, angle = 0.6,
    angular_velocity = 5 }
  local fields = { name = "axle", journal_radius = 9.5e-3, bearing_radius = 10e-3, law = law,
    friction = mbs.friction.regularized_coulomb { coefficient = 0.2 } }
  place(fields, model, disc)
  local axle = model:clearance_revolute(fields)
  assert(axle.name == "axle" and tostring(axle) == "clearance_revolute 'axle'")
  return model:simulate { duration = 0.4 }
end
local by_place = wheel(function(fields, model, disc)
  fields.between, fields.at = { model.ground, disc }, { 0.3, 0.4 }
end)
local by_points = wheel(function(fields, model, disc)
  fields.between = { model.ground:point { 0.3, 0.4 }, disc:point { 0, 0 } }
end)
for _, run in ipairs { by_place, by_points } do
  assert(run.outcome == "reached_end", run.message)
  local touch = run.events[1]
  assert(touch.kind == "contact begin" and touch.element == "axle")
  assert(math.abs(touch.t - math.sqrt(2 * play / g)) < 1e-9)
  -- Just before: the pin is play above the hole's centre in the world, and the hole has turned.
  local t = touch.t * (1 - 1e-9)
  local turned = 0.6 + 5 * t
  assert(math.abs(run:at("axle.ex", t) - play * math.sin(turned)) < 1e-9)
  assert(math.abs(run:at("axle.ey", t) - play * math.cos(turned)) < 1e-9)
  assert(run:at("axle.state", t) == 0 and run:at("axle.state", touch.t + 1e-6) == 1)
  assert(run:final "axle.state" == 2, "it hangs on its pin")
  -- Friction slows it down: while it hangs and slips, mu m g at the hole's radius.
  assert(run:largest "axle.friction_force" > 0 and run:final "wheel.angular_velocity" < 5)
end
assert(by_place:final "wheel.angle" == by_points:final "wheel.angle")

-- A slider that drifts to one side of a guide along y: which corners are where is told by their gaps.
local model  = mbs.planar_model { name = "slider" }
local slider = model:body { name = "slider", mass = 1, inertia = 1e-3, position = { 0, 1 },
  velocity = { 0.1, 0.2 } }
model:clearance_prismatic { name = "guide", between = { slider, model.ground }, at = { 0, 1 },
  axis = { 0, 1 }, length = 0.1, width = 0.04, clearance = play, law = law, tolerance = 1e-9 }
local run = model:simulate { duration = 4e-3 }
-- Corners go round from the front left, seen along the axis: 1 and 2 on the left (-x), 3 and 4 on the right.
for corner = 1, 4 do
  local gap = corner <= 2 and play + 0.1 * 4e-3 or play - 0.1 * 4e-3
  assert(math.abs(run:final(("guide[%d].gap"):format(corner)) - gap) < 1e-12, corner)
  assert(run:final(("guide[%d].state"):format(corner)) == 0)
end
