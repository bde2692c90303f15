-- Knife edge: a skate on an inclined plane; its blade cannot slip sideways, but it may turn.
-- System:    a skate on ice that slopes by 20 deg, seen from above: x is downhill. It spins.
-- Source:    Bloch (2003), Nonholonomic Mechanics and Control, section 1.6: vx sin(phi) = vy cos(phi),
--                x = c sin^2 wt,   y = c (wt - sin(2 wt)/2),   c = g sin(slope)/(2 w^2).
-- See:       on average it moves across the slope and never farther downhill than c; no energy is lost.
-- Try:       1. release it without spin   2. add a second blade elsewhere   3. --set spin=1
-- Builds on: my_joint.
local mbs = require "perilune"

local w = mbs.parameter { "spin", 3, unit = "rad/s", min = 0.1, doc = "of the skate" }
local slope, mass = math.rad(20), 60
local pull = 9.81 * math.sin(slope)                                        -- m/s^2, downhill

local model = mbs.planar_model { name = "knife edge", gravity = { pull, 0 } }
local skate = model:body { name = "skate", mass = mass, inertia = 2, position = { 0, 0 },
                           angular_velocity = w }
model:constraint {
  name = "blade", between = { skate },
  velocity_equations = function(a) return { a.vx * math.sin(a.angle) - a.vy * math.cos(a.angle) } end,
}

local run = model:simulate { duration = 5,
                             integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 } }

local c = pull / (2 * w * w)
local worst, sideways = 0, 0
for i, t in ipairs(run.time) do
  local x, y = c * math.sin(w * t) ^ 2, c * (w * t - math.sin(2 * w * t) / 2)
  worst = math.max(worst, math.abs(run:series "skate.x" [i] - x), math.abs(run:series "skate.y" [i] - y))
  -- It turns with w at the speed pull/w sin wt: across the blade acts 2 m pull sin wt.
  local force = 2 * mass * pull * math.sin(w * t)
  sideways = math.max(sideways, math.abs(run:series "blade.fy" [i] - force * math.cos(w * t)))
end
print(("%.3f m across the slope in 5 s, never more than %.3f m downhill"):format(run:final "skate.y",
  run:largest "skate.x"))
print(("off the closed form by %.1e m; the force across the blade by %.1e N of %.0f N"):format(worst,
  sideways, 2 * mass * pull))
assert(worst < 1e-8 and sideways < 1e-5)
run:expect { "blade.error", below = 1e-10 }                                -- m/s across the blade
run:expect { "energy.residual", below = 1e-6 }
