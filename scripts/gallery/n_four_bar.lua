-- N-four-bar: a row of N windows of equal links, which all lie flat at once: IFToMM benchmark A02.
-- System:    2 N + 1 links of 1 m and 1 kg, pinned to each other and the ground; the top moves at 1 m/s.
-- Source:    IFToMM Library of Computational Benchmark Problems, A02; after Gonzalez et al. (2006).
-- See:       lying flat, it could fold in 2^N ways and its equations lose rank; it goes straight through.
-- Try:       1. --set N=20   2. constraints = mbs.stabilization.baumgarte {}   3. other integrators
-- Builds on: simple_pendulum.
local mbs = require "perilune"

local N = mbs.parameter { "N", 2, min = 1, doc = "number of windows" }
local g = 9.81

local model = mbs.planar_model { name = "n four bar", gravity = { 0, -g } }
local function link(name, x, y, angle, velocity, spin)
  return model:body { name = name, mass = 1, inertia = 1 / 12, position = { x, y }, angle = angle,
                      velocity = { velocity, 0 }, angular_velocity = spin }
end
local before
for i = 0, N do
  local rocker = link("rocker " .. i, i, 0.5, math.pi / 2, 0.5, -1)
  model:revolute { name = "foot " .. i, between = { model.ground, rocker }, at = { i, 0 } }
  if before then
    local coupler = link("coupler " .. i, i - 0.5, 1, 0, 1, 0)
    model:revolute { name = "left " .. i, between = { before, coupler }, at = { i - 1, 1 } }
    model:revolute { name = "right " .. i, between = { coupler, rocker }, at = { i, 1 } }
  end
  before = rocker
end

local run = model:simulate {
  duration = 10, integrator = mbs.integrators.dopri5 { rtol = 1e-8, atol = 1e-10 },
}

-- The rockers' angle obeys phi'' = -(3 g/2) (3 N + 1)/(4 N + 1) cos phi,
-- so phi'^2/2 + (3 g/2) (3 N + 1)/(4 N + 1) sin phi stays as at the start: 90 deg, -1 rad/s.
local c = 1.5 * g * (3 * N + 1) / (4 * N + 1)
local worst = 0
for i, angle in ipairs(run:series "rocker 0.angle") do
  local speed = run:series "rocker 0.angular_velocity" [i]
  worst = math.max(worst, math.abs(speed * speed / 2 + c * math.sin(angle) - (0.5 + c)))
end
print(("%d windows, %d links: %d steps, %.1f turns"):format(N, 2 * N + 1, run.statistics.steps,
  (math.pi / 2 - run:final "rocker 0.angle") / (2 * math.pi)))
print(("the integral of motion is kept to %.1e, the joints to %.1e m"):format(worst,
  run:largest "system.constraint_error"))
assert(worst < 1e-6)
run:expect { "system.constraint_error", below = 1e-10 }
run:expect { "energy.residual", below = 1e-6 }
