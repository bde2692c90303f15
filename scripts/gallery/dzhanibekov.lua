-- Dzhanibekov's wing nut: a body that spins about its middle axis turns over, again and again.
-- System:    a free body with moments 1, 2, 3 kg m^2, turning once a second, almost about the middle axis.
-- Source:    Euler's equations; the flips are elliptic functions, half a period 2 K(k)/p = 3.1119354504 s.
-- See:       w2 changes its sign at 1.73748075 s and then every 3.11 s; energy and angular momentum stay.
-- Try:       1. spin about axis 3: nothing happens   2. w1 = 0.1 rev/s: it flips sooner   3. step = 0.02
-- Builds on: heavy_top
local mbs = require "perilune"

local turn = 2 * math.pi                                                      -- rad/s
local function nut()
  local model = mbs.spatial_model { name = "wing nut" }
  model:body { name = "nut", mass = 1, inertia = { 1, 2, 3 }, position = { 0, 0, 0 },
               angular_velocity = { 0.01 * turn, turn, 0.01 * turn } }
  model:event { name = "flip", value = function(s) return s:value "nut.w2" end, direction = "both" }
  return model
end

local function flips(run)
  local times = {}
  for _, event in ipairs(run.events) do
    if event.element == "flip" then times[#times + 1] = event.t end
  end
  return times
end

local dopri5 = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-12 }
local exact = nut():simulate { duration = 9, integrator = dopri5 }
local t = flips(exact)
print(("turns over at %.8f s, %.8f s, %.8f s"):format(t[1], t[2], t[3]))
for i, known in ipairs { 1.73748075, 4.8494162, 7.96135165 } do assert(math.abs(t[i] - known) < 2e-7) end

local errors = {}
for i, h in ipairs { 0.01, 0.005 } do
  local run = nut():simulate { duration = 2, integrator = mbs.integrators.energy_momentum { step = h } }
  errors[i] = flips(run)[1] - 1.73748075
  local L = run:series "system.angular_momentum.y"
  print(("energy_momentum, %.3f s: first flip off by %.2e s, momentum by %.0e N m s"):format(
    h, errors[i], math.abs(L[#L] - L[1])))
  run:expect { "energy.residual", below = 1e-11 }
  assert(math.abs(L[#L] - L[1]) < 1e-11)
end
assert(errors[1] / errors[2] > 3.5 and errors[1] / errors[2] < 4.5, "second order")

exact:plot { "nut.w1", "nut.w2", "nut.w3", title = "Angular velocity, in the axes of the body",
  file = mbs.out .. "/dzhanibekov.svg" }
exact:snapshots { times = { 1.4, 1.6, 1.7, 1.8, 1.9, 2.1 }, columns = 3, title = "It turns over",
  file = mbs.out .. "/dzhanibekov_flip.svg" }
