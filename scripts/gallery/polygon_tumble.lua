-- Tumbling square: first the rigid formula for one corner that strikes, then a square that tumbles to rest.
-- System:    a square of 0.2 m and 1 kg above a half-plane; its corners are "floor[1]" to "floor[4]".
-- Source:    impulse of a rigid body on a smooth plane (Brach 1991, Mechanical Impact Dynamics):
--            P = (1 + e) m_c u, 1/m_c = 1/m + x^2/J; the corner arrives with u, x sideways of the centre.
-- See:       speed and spin after the first strike agree with the formula; the dropped square rocks from
--            corner to corner, loses energy at every strike and ends flat on two of them.
-- Try:       1. angle = 0.78 (it balances long on a corner)    2. a pentagon    3. restitution = 0.9
-- Builds on: bouncing_ball.lua
local mbs = require "perilune"

local side, mass = 0.2, 1.0                                        -- m, kg
local inertia = mass * (side ^ 2 + side ^ 2) / 12                  -- kg m^2, of a square about its centre
local h = side / 2
local points = { { -h, -h }, { h, -h }, { h, h }, { -h, h } }

local function square(options)
  local model = mbs.planar_model { name = "tumbling square", gravity = { 0, -options.g } }
  local box = model:body {
    name = "box", mass = mass, inertia = inertia, position = { 0, options.y }, angle = options.angle,
    velocity = { 0, options.vy },
  }
  model:contact {
    name = "floor", law = options.law,
    between = { box:polygon { points = points }, model.ground:line {} },
  }
  return model
end

local tight = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }

-- One strike without gravity and without loss: e = 1. A harder corner is nearer to the formula: the square
-- turns while it touches, by w times the duration.
local angle, speed = 0.3, 1.0
local x = -h * math.cos(angle) + h * math.sin(angle)               -- of the lowest corner, from the centre
local impulse = 2 / (1 / mass + x ^ 2 / inertia) * speed
local vy, w = -speed + impulse / mass, x * impulse / inertia
print "stiffness       vy after       spin after     off the formula by"
local before = math.huge
for _, K in ipairs { 1e8, 1e10, 1e12 } do
  local run = square { g = 0, y = 0.15, vy = -speed, angle = angle, law = mbs.laws.hertz { stiffness = K } }
    :simulate { duration = 0.035, integrator = tight }
  local off = math.max(math.abs(run:final "box.vy" - vy), math.abs(run:final "box.angular_velocity" - w) * h)
  print(("%9.0e   %11.7f m/s   %11.7f rad/s   %.2e m/s"):format(K, run:final "box.vy",
    run:final "box.angular_velocity", off))
  assert(off < before / 4, "the formula is the limit of a hard corner")
  local strike = run.events[#run.events]
  assert(off < math.abs(w) * strike.duration * speed, "what it turns while it touches")
  before = off
end
print(("formula     %11.7f m/s   %11.7f rad/s"):format(vy, w))

-- Dropped: it tumbles to rest. Nothing pushes sideways.
local K = 1e7
local run = square {
  g = 9.81, y = 0.5, vy = 0, angle = angle, law = mbs.laws.flores { stiffness = K, restitution = 0.3 },
}:simulate { duration = 3, integrator = tight }
assert(run.outcome == "reached_end", run.outcome)
local quarters = run:final "box.angle" / (math.pi / 2)
local sag = (mass * 9.81 / 2 / K) ^ (2 / 3)                        -- two corners carry the weight
print(("after %d events it lies still, turned by %.6f quarters, %.2f um deep (Hertz: %.2f um)"):format(
  #run.events, quarters, (h - run:final "box.y") * 1e6, sag * 1e6))
assert(math.abs(quarters - math.floor(quarters + 0.5)) < 1e-3, "flat")
assert(math.abs(h - run:final "box.y" - sag) < 0.05 * sag, "static depth")
-- Never deeper than all the energy of the fall would bring one corner: K d^2.5/2.5 = m g y.
local deepest = (2.5 * mass * 9.81 * 0.5 / K) ^ 0.4
for i = 1, 4 do
  run:expect { ("floor[%d].penetration"):format(i), below = deepest }         -- m
end
run:expect { "system.momentum.x", below = 1e-12 }                             -- N s
run:expect { "energy.residual", below = 1e-7 }                                -- J
