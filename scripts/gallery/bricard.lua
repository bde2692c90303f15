-- Bricard's mechanism: six hinges in a closed loop that by counting could not move, and does.
-- System:    five rods of 1 x 0.1 x 0.1 m and 1 kg along edges of a cube, in a loop with the ground of six
--            revolute joints whose axes are at right angles to both their rods; gravity along -y.
-- Source:    IFToMM Library of Computational Benchmark Problems, A04; its period is 4.9917115 s.
-- See:       one of the 30 equations repeats the others: it is named, and the mechanism swings back and forth
--            in 4.9917115 s. Thin rods, which have no inertia about themselves, take 4.98631 s.
-- Try:       1. rtol = 1e-6   2. multipliers = "augmented"   3. integrators.energy_momentum { step = 5e-3 }
-- Builds on: four_bar, heavy_top
local mbs = require "perilune"

local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, -1, 0 }, { 1, -1, 1 }, { 0, -1, 1 }, { 0, 0, 1 } }
local axes = { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }

local function bricard(width)                                                 -- m
  local model = mbs.spatial_model { name = "bricard", gravity = { 0, -9.81, 0 } }
  local rods = { [0] = model.ground, [6] = model.ground }
  for i = 1, 5 do
    local a, b = corners[i], corners[i + 1]
    local middle, inertia = {}, {}
    for k = 1, 3 do
      middle[k] = (a[k] + b[k]) / 2
      local along = math.abs(b[k] - a[k])                                     -- 1 for its own axis
      inertia[k] = along * width ^ 2 / 6 + (1 - along) * (1 + width ^ 2) / 12 -- kg m^2
    end
    rods[i] = model:body { name = "rod " .. i, mass = 1, inertia = inertia, position = middle }
  end
  for i = 1, 6 do
    model:revolute { name = "hinge " .. i, between = { rods[i - 1], rods[i] }, at = corners[i],
                     axis = axes[i] }
  end
  model:event { name = "turn", value = function(s) return s:value "rod 3.vy" end, direction = "falling" }
  return model:simulate {
    duration = 6, integrator = mbs.integrators.dopri5 { rtol = 1e-9, atol = 1e-11 } }
end

-- Where it stands still at the top for the second time: once there, once back.
local function period(run)
  assert(run.outcome == "reached_end", run.message)
  run:expect { "energy.residual", below = 1e-7 }
  run:expect { "system.constraint_error", below = 1e-10 }
  for _, event in ipairs(run.events) do
    if event.element == "turn" and event.t > 4 then return event.t end
  end
end

local run = bricard(0.1)
local T = period(run)
print(run.warnings[1])
print(("it is back after %.7f s, off by %.1e m"):format(T, math.abs(run:at("rod 3.z", T) - 0.5)))
assert(math.abs(T - 4.9917115) < 1e-6)
assert(math.abs(run:at("rod 3.x", T) - 1) < 1e-8 and math.abs(run:at("rod 3.z", T) - 0.5) < 1e-8)

-- The period is even in the width: what thin rods take follows from two widths to its fourth power.
local thin, half = period(bricard(0)), period(bricard(0.05))
print(("thin rods take %.7f s, extrapolated %.7f s"):format(thin, (4 * half - T) / 3))
assert(math.abs(thin - (4 * half - T) / 3) < 2e-6)

run:snapshots { times = { 0, T / 8, T / 4, 3 * T / 8, T / 2, 3 * T / 4 }, columns = 3, trace = "rod 3",
  title = "One period", file = mbs.out .. "/bricard.svg" }
