-- Slider-crank with clearance: the pin between rod and slider has play.
-- System:    crank of 0.05 m driven at 600 rpm, rod of 0.12 m and 0.21 kg, slider of 0.14 kg on the x axis,
--            no gravity. The slider's pin has clearance: journal on the rod, bearing in the slider.
-- Source:    contact: Lankarani & Nikravesh (1990), J Mech Des 112, 369-376, steel, c_r = 0.9. Dimensions and
--            masses are this script's; it starts with the ideal positions and speeds, the journal centred.
-- See:       the journal flies across (state 0), strikes (1) and follows its bearing (2); the slider moves
--            almost as the ideal one, its acceleration does not.
-- Try:       1. --set play=0.1   2. mbs.laws.flores with restitution = 0.3   3. mbs.laws.liu { ... }
-- Builds on: pendulum_wall.lua
local mbs = require "perilune"

local play  = mbs.mm * mbs.parameter { "play", 0.5, unit = "mm", min = 0.05, max = 2, doc = "clearance" }
local omega = 600 * mbs.rpm                                                -- rad/s
local r, l, bearing = 0.05, 0.12, 10 * mbs.mm                              -- m
local dopri5 = mbs.integrators.dopri5 { rtol = 1e-8, atol = 1e-10 }

-- The ideal mechanism: position, velocity and acceleration of the slider.
local function ideal(t)
  local s, c = math.sin(omega * t), math.cos(omega * t)
  local root = math.sqrt(l ^ 2 - (r * s) ^ 2)                              -- l cos of the rod's angle
  local rate = -r ^ 2 * s * c * omega / root
  local second = -r ^ 2 * omega ^ 2 * (c ^ 2 - s ^ 2) / root - rate ^ 2 / root
  return r * c + root, -r * omega * s + rate, -r * omega ^ 2 * c + second
end

-- Starts at t = 0, the crank along +x: crank pin (r, 0), slider at r + l, rod without angle and turning by
-- -r omega/l.
local function mechanism(has_clearance)
  local model = mbs.planar_model { name = "slider-crank" }
  local crank = model:body { name = "crank", mass = 0.3, inertia = 1e-4, position = { 0, 0 },
    angular_velocity = omega }
  local rod = model:body { name = "rod", mass = 0.21, inertia = 2.5e-4, position = { r + l / 2, 0 },
    velocity = { 0, r * omega / 2 }, angular_velocity = -r * omega / l }
  local slider = model:body { name = "slider", mass = 0.14, inertia = 1e-4, position = { r + l, 0 } }
  local motor = model:revolute { name = "motor", between = { model.ground, crank }, at = { 0, 0 } }
  model:drive { name = "crank drive", joint = motor, value = function(t) return omega * t end }
  model:revolute { name = "crank pin", between = { crank, rod }, at = { r, 0 } }
  model:prismatic { name = "guide", between = { model.ground, slider }, axis = { 1, 0 }, at = { r + l, 0 } }
  if not has_clearance then
    model:revolute { name = "pin", between = { rod, slider }, at = { r + l, 0 } }
    return model
  end
  model:clearance_revolute {
    name = "pin", between = { rod, slider }, at = { r + l, 0 },
    journal_radius = bearing - play, bearing_radius = bearing,
    law = mbs.laws.lankarani_nikravesh {
      restitution = 0.9,
      stiffness   = mbs.stiffness.hertz {
        radius_i = bearing - play, radius_j = -bearing,
        young_i = 207 * mbs.GPa, poisson_i = 0.3, young_j = 207 * mbs.GPa, poisson_j = 0.3 },
    },
  }
  return model
end

local turns, record = 2, { every = 2e-5 }                                  -- s
local duration = turns * 2 * math.pi / omega

-- The ideal pin first: the closed form, and what the bearing has to carry.
local run = mechanism(false):simulate { duration = duration, integrator = dopri5, record = record }
local X, error_of_x = run:series "slider.x", 0
for i, t in ipairs(run.time) do error_of_x = math.max(error_of_x, math.abs(X[i] - ideal(t))) end
assert(error_of_x < 1e-7, error_of_x)
local carried = run:largest "pin.fx"
print(("ideal pin:  carries up to %.1f N, the slider's largest acceleration is %.1f m/s^2"):format(carried,
  run:largest "slider.ax"))
assert(math.abs(run:largest "slider.ax" / (r * omega ^ 2 * (1 + r / l)) - 1) < 1e-6, "outer dead centre")
assert(math.abs(carried / (0.14 * run:largest "slider.ax") - 1) < 1e-6, "m a of the slider")

local perfect = run
run = mechanism(true):simulate { duration = duration, integrator = dopri5, record = record }
assert(run.outcome == "reached_end", run.message)
run:expect { "energy.residual", below = 1e-5 }
run:expect { "system.constraint_error", below = 1e-10 }
X = run:series "slider.x"
local state, ex, ey = run:series "pin.state", run:series "pin.ex", run:series "pin.ey"
local off, count = 0, { [0] = 0, 0, 0 }
for i, t in ipairs(run.time) do
  off = math.max(off, math.abs(X[i] - ideal(t)))
  count[state[i]] = count[state[i]] + 1
  -- The orbit of the journal: in flight within the clearance circle, in contact on it.
  local e = math.sqrt(ex[i] ^ 2 + ey[i] ^ 2)
  assert(state[i] == 0 and e <= play * (1 + 1e-9) or state[i] > 0 and e >= play * (1 - 1e-9))
end
local furthest, hardest = play + run:largest "pin.penetration", run:largest "pin.normal_force"
print(("clearance:  the bearing meets up to %.0f N, %.0f times as much; largest a = %.0f m/s^2"):format(
  hardest, hardest / carried, run:largest "slider.ax"))
print(("            slider off by %.3f mm, journal up to %.4f mm from the middle"):format(off * 1e3,
  furthest * 1e3))
print(("            the journal flies %.1f %% of the time, impacts %.1f %%, follows %.1f %%"):format(
  100 * count[0] / #state, 100 * count[1] / #state, 100 * count[2] / #state))
-- The rod is as good as longer or shorter by the journal's way, which matters most where it leans most.
assert(off <= math.sqrt(l ^ 2 - r ^ 2) - math.sqrt((l - furthest) ^ 2 - r ^ 2), "the slider's bound")
assert(hardest > 10 * carried, "impacts")

-- Both in motion, their curves over each other.
mbs.report { { run = perfect, label = "ideal pin" }, { run = run, label = "clearance" },
             title = "Slider-crank with and without clearance", file = mbs.out .. "/side_by_side.html" }
