-- Heavy top: it does not fall, it walks around.
-- System:    two tops with a fixed tip under 9.81 m/s^2: one that precesses regularly, one that nods.
-- Source:    regular precession: (A - C) cos W^2 - C s W + m g l = 0 (Euler), s the spin against it;
--            the second top is that of Arnold & Brüls (2007), its values from Euler's equations to 1e-12.
-- See:       the precession rate to 1e-9 with dopri5; energy_momentum keeps the energy to rounding at steps
--            of 2 ms, and its precession is off by the square of the step.
-- Try:       1. spin = 150    2. a tilt of 60 degrees    3. constraints = mbs.stabilization.none {}
-- Builds on: simple_pendulum
local mbs = require "perilune"

local m, l, g, C, spin = 1.0, 0.1, 9.81, 1e-3, 200.0                          -- kg, m, m/s^2, kg m^2, rad/s
local A = 2e-3 + m * l * l                                                    -- kg m^2 about the tip
local tilt = 30 * mbs.deg

-- The slow root; the body's spin about its axis is s + W cos.
local a, b, c = (A - C) * math.cos(tilt), -C * spin, m * g * l
local rate = 2 * c / (-b + math.sqrt(b * b - 4 * a * c))

local function regular_top()
  local model = mbs.spatial_model { name = "regular", gravity = { 0, 0, -g } }
  local top = model:body {
    name = "top", mass = m, inertia = { 2e-3, 2e-3, C },
    position = { 0, -l * math.sin(tilt), l * math.cos(tilt) },
    orientation = mbs.rotation.axis_angle { axis = { 1, 0, 0 }, angle = tilt },
    velocity = { rate * l * math.sin(tilt), 0, 0 },
    angular_velocity = { 0, rate * math.sin(tilt), spin + rate * math.cos(tilt) },
  }
  model:spherical { name = "tip", between = { model.ground, top }, at = { 0, 0, 0 } }
  return model
end
local function precession(run, t) return math.atan(run:at("top.x", t), -run:at("top.y", t)) / t end

local T = 0.3
local dopri5 = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }
local exact = regular_top():simulate { duration = T, integrator = dopri5 }
print(("regular precession: %.9f rad/s, dopri5 %.9f rad/s"):format(rate, precession(exact, T)))
local errors = {}
for i, h in ipairs { 2e-3, 1e-3, 2e-4 } do
  local em = mbs.integrators.energy_momentum { step = h }
  local run = regular_top():simulate { duration = T, integrator = em }
  errors[i] = precession(run, T) - rate
  local L = run:series "system.angular_momentum.z"
  print(("energy_momentum, %.1f ms: off by %.2e rad/s; energy kept to %.0e J, L_z to %.0e"):format(
    h * 1e3, errors[i], run:largest "energy.residual", math.abs(L[#L] - L[1])))
  run:expect { "energy.residual", below = 1e-11 }
end

-- Heavier, faster, started with a jerk: it nods.
local model = mbs.spatial_model { name = "heavy top", gravity = { 0, 0, -g } }
local top = model:body { name = "top", mass = 15, inertia = { 0.234375, 0.46875, 0.234375 },
  position = { 0, 1, 0 }, angular_velocity = { 0, 150, -4.61538 }, velocity = { 4.61538, 0, 0 } }
model:spherical { name = "tip", between = { model.ground, top }, at = { 0, 0, 0 } }
local run = model:simulate { duration = 0.2, integrator = dopri5 }
print(("after 0.2 s its centre is at (%.7f, %.7f, %.7f) m"):format(
  run:final "top.x", run:final "top.y", run:final "top.z"))
for channel, value in pairs { x = 0.605550561, y = 0.598957682, z = -0.523983027 } do
  assert(math.abs(run:final("top." .. channel) - value) < 1e-7, channel)
end
for channel, value in pairs { qw = 0.708279153, qx = -0.438781088, qy = -0.545728396, qz = -0.089399753 } do
  assert(math.abs(run:final("top." .. channel) - value) < 1e-7, channel)
end
run:expect { "energy.residual", below = 1e-6 }

assert(math.abs(precession(exact, T) - rate) < 1e-6 * rate)
assert(math.abs(errors[1] / errors[2] - 4) < 0.5, "second order")
assert(math.abs(errors[3]) < 1e-5 * rate)

exact:snapshots { times = { 0, 0.1, 0.2, 0.3 }, columns = 4, trace = "top", title = "Regular precession",
  file = mbs.out .. "/heavy_top_precession.svg" }
run:snapshots { times = { 0, 0.05, 0.1, 0.2 }, columns = 4, trace = "top", title = "It nods",
  file = mbs.out .. "/heavy_top_nutation.svg" }
