-- Impact oscillator: a forced spring-mass hits a stop once in every period of the force.
-- System:    x'' + x = F cos(omega t + phase), x < 0; a stop at x = 0 that returns a part r of the speed.
-- Source:    Shaw, Holmes (1983), J Sound Vib 90, 129-155, the orbits with one impact in one period.
-- See:       the Poincare section settles on one point: that of the instantaneous impact but for a multiple
--            of the time the contact lasts.
-- Try:       1. omega = 1.8    2. simulate(1e6), a softer stop    3. velocity = -1.1 * r * v
-- Builds on: bouncing_ball.lua
local mbs = require "perilune"
local pi <const> = math.pi

local r     = mbs.parameter { "r", 0.6, min = 0.1, max = 0.9, doc = "restitution of the stop" }
local omega = mbs.parameter { "omega", 2.2, unit = "rad/s", min = 1.5, max = 2.8, doc = "of the force" }
local F <const> = 1.0                                                      -- N

-- Between impacts x = B1 cos t + B2 sin t + gamma cos(omega t + phase). Impacts at t = 0 and t = T:
-- x(0) = x(T) = 0, x'(0) = -r v, x'(T) = v give B2 = -(1+r) v/2, B1 = B2 cot(T/2),
-- gamma omega sin(phase) = -(1-r) v/2, gamma cos(phase) = -B1; the squares of the last two give v.
local T     = 2 * pi / omega
local gamma = F / (1 - omega ^ 2)
local cot   = 1 / math.tan(T / 2)
local v     = math.abs(gamma) / math.sqrt(((1 - r) / (2 * omega)) ^ 2 + ((1 + r) * cot / 2) ^ 2)
local B2    = -(1 + r) * v / 2
local B1    = B2 * cot
local phase = math.atan(-(1 - r) * v / (2 * gamma * omega), -B1 / gamma)
local function x(t) return B1 * math.cos(t) + B2 * math.sin(t) + gamma * math.cos(omega * t + phase) end
assert(math.abs(x(0)) < 1e-12 and math.abs(x(T)) < 1e-12)
for i = 1, 99 do assert(x(i * T / 100) < 0, "the mass stays on its side of the stop") end

-- 40 periods from the orbit; the last section and impact, and how long the contact lasts.
local function simulate(K)
  local model = mbs.planar_model { name = "impact oscillator" }
  local mass  = model:coordinate { name = "mass", inertia = 1, position = 0, velocity = -r * v }
  model:force { on = mass, value = function(t, s) return F * math.cos(omega * t + phase) - s.position end }
  model:stop { name = "stop", between = { mass, model.ground }, gap = 0,
    law = mbs.laws.exact { stiffness = K, restitution = r } }
  model:event { name = "half way", direction = "rising",                   -- Poincare section: t = T/2 + k T
    value = function(s) return -math.sin(omega * s.t) end }
  local run = model:simulate {
    duration = 40 * T, integrator = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 } }
  assert(run.outcome == "reached_end", run.message)
  run:expect { "energy.residual", below = 1e-8 }                           -- J
  local sections, speed, duration = {}, 0, 0
  for _, event in ipairs(run.events) do
    if event.kind == "event" then sections[#sections + 1] = event.t end
    if event.kind == "contact end" then speed, duration = event.impact_speed, event.duration end
  end
  assert(#sections == 40, "one section in each period")
  for k, t in ipairs(sections) do
    assert(math.abs(t - (k - 0.5) * T) < 1e-9, "the force is the clock")
  end
  local position = run:at("mass.position", sections[#sections])
  print(("  %.0e      %.3e s      %.9f m/s   %.9f m"):format(K, duration, speed, position))
  return position, speed, duration
end

print " stiffness    contact lasts    arrives with      section, 40th period"
print(("  infinite    0                %.9f m/s   %.9f m"):format(v, x(T / 2)))
local x1, v1, d1 = simulate(1e10)                                          -- N/m^1.5
local x2, v2, d2 = simulate(1e12)

-- A contact of duration d moves the orbit by a multiple of d: the line through both runs, at d = 0.
local position, speed = x2 - d2 * (x1 - x2) / (d1 - d2), v2 - d2 * (v1 - v2) / (d1 - d2)
print(("  extrapolated to 0            %.9f m/s   %.9f m"):format(speed, position))
assert(math.abs(position - x(T / 2)) < 5 * d1 ^ 2, "the section of Shaw and Holmes")
assert(math.abs(speed - v) < 5 * d1 ^ 2, "the impact speed of Shaw and Holmes")
