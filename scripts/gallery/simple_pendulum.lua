-- Simple pendulum: a point mass on a rod, released level with its pivot; IFToMM benchmark A01.
-- System:    1 kg on a massless rod of 1 m under 9.81 m/s^2; then a bar that swings with the same period.
-- Source:    IFToMM Library of Computational Benchmark Problems, A01; period 4 sqrt(l/g) K(sin 45 deg).
-- See:       after four swings the mass is back where it was released, to 1e-8 m; the rod keeps its length.
-- Try:       1. rtol = 1e-6   2. constraints = mbs.stabilization.baumgarte {}   3. … .none {}: it drifts
-- Builds on: nothing; the first script with a joint.
local mbs = require "perilune"

local g, length = 9.81, 1.0
local dopri5 = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }

-- K(k) of Legendre by the arithmetic-geometric mean: pi / (2 agm(1, cos 45 deg)).
local function period(reduced_length)
  local a, b = 1, math.cos(math.pi / 4)
  for _ = 1, 8 do a, b = (a + b) / 2, math.sqrt(a * b) end
  return 4 * math.sqrt(reduced_length / g) * math.pi / (2 * a)
end

local model = mbs.planar_model { name = "simple pendulum", gravity = { 0, -g } }
local mass  = model:particle { name = "mass", mass = 1, position = { length, 0 } }
model:rod { name = "rod", between = { { 0, 0 }, mass } }

local run = model:simulate { duration = 10, integrator = dopri5 }
local T = period(length)
local x, y = run:at("mass.x", 4 * T), run:at("mass.y", 4 * T)
print(("period %.9f s; after four swings off by %.1e m"):format(T, math.sqrt((x - length) ^ 2 + y * y)))
print(("the rod is kept to %.1e m; it pulls with up to %.6f N, 3 m g = %.6f N"):format(
  run:largest "rod.error", run:largest "rod.force", 3 * g))
assert(math.sqrt((x - length) ^ 2 + y * y) < 1e-8)
run:expect { "rod.error", below = 1e-10 }
run:expect { "energy.residual", below = 1e-8 }

-- A bar of 1.5 m about its end has the reduced length 2/3 of its own: 1 m, so it swings with the same period.
local second = mbs.planar_model { name = "bar", gravity = { 0, -g } }
local bar    = second:bar { name = "bar", from = { 0, 0 }, to = { 1.5 * length, 0 }, mass = 2 }
second:revolute { name = "pin", between = { second.ground, bar }, at = bar.from }
run = second:simulate { duration = 10, integrator = dopri5 }
print(("a bar of 1.5 m: angle %.1e rad after four swings"):format(run:at("bar.angle", 4 * T)))
assert(math.abs(run:at("bar.angle", 4 * T)) < 1e-8)
run:expect { "pin.error", below = 1e-10 }
