-- Cam and follower: an eccentric disc lifts a roller; where would the roller leave it?
-- System:    a disc of 40 mm turns 15 mm off its centre; a spring presses a roller of 10 mm on a stem to it.
-- Source:    geometry of the eccentric cam: y = e sin a + sqrt((R + r)^2 - e^2 cos^2 a).
-- See:       lift and contact force of the closed form; beyond 53 rad/s the spring would be too weak.
-- Try:       1. --set speed=60: the joint pulls, a real roller would fly   2. a stiffer spring
--            3. points of a cam of your own, drawn as you like
-- Builds on: my_joint.
local mbs = require "perilune"

local w = mbs.parameter { "speed", 20, unit = "rad/s", min = 1, doc = "of the cam" }
local R, e, r = 0.04, 0.015, 0.01                                          -- m
local mass, g, stiffness, preload = 0.3, 9.81, 400, 2.0                    -- kg, m/s^2, N/m, N

-- Of the roller's centre at the cam's angle a = w t, with its acceleration.
local function closed_form(a)
  local s, c = math.sin(a), math.cos(a)
  local h = math.sqrt((R + r) ^ 2 - (e * c) ^ 2)
  local acceleration = w ^ 2 * (-e * s + e ^ 2 * (c ^ 2 - s ^ 2) / h - e ^ 4 * c ^ 2 * s ^ 2 / h ^ 3)
  return e * s + h, acceleration
end
local lowest, start = R + r - e, closed_form(0)

-- The cam's outline runs counterclockwise: the roller's centre stays 10 mm to its right, offset < 0.
local function turn(outline)
  local model = mbs.planar_model { name = "cam follower", gravity = { 0, -g } }
  local cam  = model:body { name = "cam", mass = 1, inertia = 1e-3, position = { 0, 0 },
                            angular_velocity = w }
  local stem = model:body { name = "stem", mass = mass, inertia = 1e-3, position = { 0, start },
                            velocity = { 0, w * e } }
  model:drive { name = "motor", body = cam, value = function(t) return { 0, 0, w * t } end }
  model:prismatic { name = "guide", between = { model.ground, stem }, axis = { 0, 1 }, at = { 0, start } }
  model:spring { name = "spring", between = { { 0, 1 }, stem }, stiffness = stiffness,
                 free_length = 1 - lowest + preload / stiffness }
  local fields = { name = "contact", between = { cam, stem }, closed = true, offset = -r }
  for key, value in pairs(outline) do fields[key] = value end
  model:point_on_curve(fields)
  return model:simulate { duration = 4 * math.pi / w,
                          integrator = mbs.integrators.dopri5 { rtol = 1e-9, atol = 1e-12 } }
end

local function circle(u) return { e + R * math.cos(u), R * math.sin(u) } end
local run = turn { curve = circle, range = { 0, 2 * math.pi } }

local worst, worst_force, least = 0, 0, math.huge
for i, t in ipairs(run.time) do
  local y, acceleration = closed_form(w * t)
  local force = mass * (acceleration + g) + preload + stiffness * (y - lowest)
  worst = math.max(worst, math.abs(run:series "stem.y" [i] - y))
  worst_force = math.max(worst_force, math.abs(run:series "contact.fy" [i] - force))
  least = math.min(least, -run:series "contact.force" [i])                 -- the cam's left is inside
end
print(("lift %.3f mm, off by %.1e m; force off by %.1e N"):format(
  1000 * (run:largest "stem.y" - lowest), worst, worst_force))
print(("the roller is pressed on with at least %.2f N%s"):format(least, least < 0 and ": it would fly" or ""))
assert(worst < 1e-9 and worst_force < 1e-5)
run:expect { "energy.residual", below = 1e-7 }
run:expect { "contact.error", below = 1e-10 }

-- The same cam from 60 points measured on it: a spline is off by R (2 pi/60)^4/384 across it.
local points = {}
for i = 1, 60 do points[i] = circle(2 * math.pi * i / 60) end
local measured, difference = turn { points = points }, 0
for i, y in ipairs(run:series "stem.y") do
  difference = math.max(difference, math.abs(measured:series "stem.y" [i] - y))
end
print(("from 60 points on the cam: off by %.1e m"):format(difference))
assert(difference < 2 * R * (2 * math.pi / 60) ^ 4 / 384)
