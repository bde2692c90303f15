-- Spatial slider-crank: the crank turns in one plane, the slider goes back and forth at right angles to it.
-- System:    crank of 0.08 m about an axis parallel to x; rod of 0.3 m, by a spherical joint to the crank, a
--            universal joint to the slider, which slides along x; gravity along -z.
-- Source:    Haug (1989), Computer Aided Kinematics and Dynamics, ch. 12 (dimensions and masses).
-- See:       driven, the slider is where Pythagoras puts it; let go at 6 rad/s the crank does not keep its
--            speed, but the mechanism its energy: energy_momentum to rounding, at steps of 2 ms.
-- Try:       1. a spherical joint for the universal one   2. a speed of 2 rad/s: it swings   3. l = 0.25
-- Builds on: four_bar, heavy_top
local mbs = require "perilune"

local r, l = 0.08, 0.3                                                        -- m
local pivot = { 0, 0.1, 0.12 }                                                -- m
local function tip(angle) return 0, pivot[2] + r * math.cos(angle), pivot[3] + r * math.sin(angle) end
local function slider_at(angle)
  local _, y, z = tip(angle)
  return math.sqrt(l * l - y * y - z * z)
end

-- The crank starts straight up.
local function mechanism()
  local model = mbs.spatial_model { name = "slider-crank", gravity = { 0, 0, -9.81 } }
  local x, y, z = tip(math.pi / 2)
  local s = slider_at(math.pi / 2)
  local crank = model:body { name = "crank", mass = 0.12, inertia = { 1e-4, 1e-4, 1e-5 },
    position = { 0, (pivot[2] + y) / 2, (pivot[3] + z) / 2 } }
  local rod = model:body { name = "rod", mass = 0.5, inertia = { 4e-4, 4e-3, 4e-3 },
    position = { (x + s) / 2, y / 2, z / 2 },
    orientation = mbs.rotation.between { from = { 1, 0, 0 }, to = { s - x, -y, -z } } }
  local slider = model:body { name = "slider", mass = 2, inertia = { 1e-4, 1e-4, 1e-4 },
    position = { s, 0, 0 } }
  local ground, along = model.ground, { 1, 0, 0 }
  local motor = model:revolute { name = "motor", between = { ground, crank }, at = pivot, axis = along }
  model:spherical { name = "ball", between = { crank, rod }, at = { x, y, z } }
  model:universal { name = "cross", between = { slider, rod }, at = { s, 0, 0 },
                    axes = { { 0, 0, 1 }, { y, x - s, 0 } } }
  model:prismatic { name = "guide", between = { ground, slider }, at = { s, 0, 0 }, axis = along }
  return model, motor
end

-- Driven at a constant speed: no freedom is left, nothing is integrated.
local model, motor = mechanism()
model:drive { name = "drive", joint = motor, value = function(t) return 6 * t end }
local driven = model:kinematics { duration = 2 }
local off = 0
for i, t in ipairs(driven.time) do
  off = math.max(off, math.abs(driven:series "slider.x"[i] - slider_at(math.pi / 2 + 6 * t)))
end
print(("driven: the slider is off by %.0e m; the drive needs up to %.4f N m"):format(
  off, driven:largest "drive.effort"))
assert(off < 1e-10)

-- Let go at 6 rad/s, from where the driven one is at t = 0.
local function free(integrator)
  local start = mechanism()
  start:start_from(driven, 0)
  return start:simulate { duration = 2, integrator = integrator }
end
local exact = free(mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 })
assert(math.abs(exact:at("crank.wx", 0) - 6) < 1e-9)
exact:expect { "energy.residual", below = 1e-8 }
local errors = {}
for i, h in ipairs { 2e-3, 1e-3 } do
  local run = free(mbs.integrators.energy_momentum { step = h })
  errors[i] = math.abs(run:final "slider.x" - exact:final "slider.x")
  print(("energy_momentum at %.0f ms: the slider is off by %.1e m after 2 s, energy by %.0e J"):format(
    h * 1e3, errors[i], run:largest "energy.residual"))
  run:expect { "energy.residual", below = 1e-11 }
end
assert(errors[1] / errors[2] > 3.5 and errors[1] / errors[2] < 4.6, "second order")

driven:plot { "slider.x", "slider.vx", title = "Driven at 6 rad/s",
  file = mbs.out .. "/spatial_slider_crank.svg" }
driven:snapshots { times = { 0, 0.25, 0.5, 0.75 }, columns = 4, trace = "rod",
  title = "Three quarters of a turn", file = mbs.out .. "/spatial_slider_crank_turn.svg" }
