-- Bricard's mechanism: six hinges in a closed loop that by counting could not move, and does.
-- System:    five thin rods of 1 m and 1 kg along edges of a cube, in a loop with the ground of six revolute
--            joints whose axes are at right angles to both their rods; gravity along -y.
-- Source:    IFToMM Library of Computational Benchmark Problems, A04.
-- See:       one of the 30 equations repeats the others: it is named, and the mechanism swings. It is back
--            where it began after 4.9917115 s; that rods have no inertia about themselves is no trouble.
-- Try:       1. rtol = 1e-6   2. multipliers = "augmented"   3. integrators.energy_momentum { step = 5e-3 }
-- Builds on: four_bar, heavy_top
local mbs = require "perilune"

local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, -1, 0 }, { 1, -1, 1 }, { 0, -1, 1 }, { 0, 0, 1 } }
local axes = { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }

local function bricard()
  local model = mbs.spatial_model { name = "bricard", gravity = { 0, -9.81, 0 } }
  local rods = { [0] = model.ground, [6] = model.ground }
  for i = 1, 5 do
    local a, b = corners[i], corners[i + 1]
    local middle, inertia = {}, {}
    for k = 1, 3 do
      middle[k] = (a[k] + b[k]) / 2
      inertia[k] = (1 - (b[k] - a[k]) ^ 2) / 12                               -- kg m^2, m l^2 / 12 across
    end
    rods[i] = model:body { name = "rod " .. i, mass = 1, inertia = inertia, position = middle }
  end
  for i = 1, 6 do
    model:revolute { name = "hinge " .. i, between = { rods[i - 1], rods[i] }, at = corners[i],
                     axis = axes[i] }
  end
  return model
end

local period = 4.9917115                                                      -- s
local run = bricard():simulate {
  duration = 2 * period, integrator = mbs.integrators.dopri5 { rtol = 1e-9, atol = 1e-11 } }
assert(run.outcome == "reached_end", run.message)
print(run.warnings[1])
for _, t in ipairs { 0, period / 2, period, 2 * period } do
  print(("%9.6f s: the middle of rod 3 is at (%.6f, %.6f, %.6f) m"):format(
    t, run:at("rod 3.x", t), run:at("rod 3.y", t), run:at("rod 3.z", t)))
end
for n = 1, 2 do
  for i = 1, 5 do
    for _, axis in ipairs { "x", "y", "z" } do
      local channel = ("rod %d.%s"):format(i, axis)
      assert(math.abs(run:at(channel, n * period) - run:at(channel, 0)) < 1e-5, channel)
    end
  end
end
run:expect { "energy.residual", below = 1e-6 }
run:expect { "system.constraint_error", below = 1e-10 }
