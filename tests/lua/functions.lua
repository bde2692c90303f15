-- Functions of time and state where a number may stand.
local mbs = require "perilune"

-- A drive's velocity and acceleration are derived from its position: exactly, whatever functions it uses.
local function driven(position, velocity, acceleration)
  local model = mbs.planar_model {}
  local q = model:coordinate { name = "q", inertia = 2, position = position(0), velocity = velocity(0) }
  model:drive { name = "motor", coordinate = q, value = position }
  local run = model:simulate { duration = 1 }
  assert(run.outcome == "reached_end", run.message)
  for _, t in ipairs { 0.25, 0.5, 1 } do
    assert(math.abs(run:at("q.position", t) - position(t)) < 1e-7)
    assert(math.abs(run:at("q.velocity", t) - velocity(t)) < 1e-6)
  end
  -- effort = J q̈
  assert(math.abs(run:final "q.acceleration" - acceleration(1)) < 1e-9)
  assert(math.abs(run:final "motor.effort" - 2 * acceleration(1)) < 1e-9)
end

local sin, cos, exp = math.sin, math.cos, math.exp
driven(function(t) return 0.1 * sin(10 * t) end,
  function(t) return cos(10 * t) end,
  function(t) return -10 * sin(10 * t) end)
driven(function(t) return t ^ 3 - 2 * t end,
  function(t) return 3 * t ^ 2 - 2 end,
  function(t) return 6 * t end)
driven(function(t) return exp(-t) / (1 + t) end,
  function(t) return -exp(-t) * (2 + t) / (1 + t) ^ 2 end,
  function(t) return exp(-t) * (t ^ 2 + 4 * t + 5) / (1 + t) ^ 3 end)
driven(function(t) return t < 2 and 3 * t or 0 end, function() return 3 end, function() return 0 end)

-- A constant is constant, also as a function.
driven(function() return 0.5 end, function() return 0 end, function() return 0 end)

-- Loads see their point.
local model = mbs.planar_model {}
local ball = model:particle { name = "ball", mass = 1, position = { 1, 0 } }
model:force { on = ball, value = function(_, s) return { -4 * s.x, -4 * s.y } end }
local run = model:simulate { duration = 1 }
assert(math.abs(run:final "ball.x" - cos(2)) < 1e-6)

-- Two numbers instead of a table are fine; a torque is one number.
local second = mbs.planar_model {}
local disc = second:body { name = "disc", mass = 1, inertia = 0.5, position = { 0, 0 } }
second:force { on = disc, value = function(t) return 0, 2 * t end }
second:torque { on = disc, value = function(_, s) return 1 - 0.1 * s.angular_velocity end }
run = second:simulate { duration = 1 }
assert(math.abs(run:final "disc.vy" - 1) < 1e-9)
assert(math.abs(run:final "disc.angular_velocity" - 10 * (1 - exp(-0.2))) < 1e-7)
