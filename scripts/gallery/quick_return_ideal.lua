-- Quick-return mechanism with ideal joints: the crank turns evenly, the slider comes back twice as fast.
-- System:    crank 0.1 m, block on the rocker, rocker 0.5 m, coupler 0.12 m, slider on y = 0.5 m; 3 rad/s.
-- Source:    Flores & Ambrosio (2010), section 5.2, fig. 8; its dimensions and masses are assumed here.
-- See:       kinematics solves it without integrating; dynamics with a driver moves just so.
-- Try:       1. --set crank=0.15   2. value = function(t) return 3 * t - t * t end   3. other masses
-- Builds on: simple_pendulum.
local mbs = require "perilune"

local crank_length = mbs.parameter { "crank", 0.1, unit = "m", min = 0.01, max = 0.15, doc = "its length" }
local rocker_length, coupler_length, guide = 0.5, 0.12, 0.5
local O2, O3 = { 0, 0.2 }, { 0, 0 }
local speed = 3 -- rad/s

-- At t = 0 the crank points along x. A: crank pin; B: rocker and coupler; C: coupler and slider.
local A = { crank_length, O2[2] }
local psi = math.atan(A[2], A[1])
local B = { rocker_length * math.cos(psi), rocker_length * math.sin(psi) }
local C = { B[1] + math.sqrt(coupler_length ^ 2 - (guide - B[2]) ^ 2), guide }

local model = mbs.planar_model { name = "quick return", gravity = { 0, -9.81 } }
local crank = model:bar { name = "crank", from = O2, to = A, mass = 0.5 }
local rocker = model:bar { name = "rocker", from = O3, to = B, mass = 2.5 }
local coupler = model:bar { name = "coupler", from = B, to = C, mass = 0.6 }
local block = model:body { name = "block", position = A, angle = psi, mass = 0.3, inertia = 1e-4 }
local slider = model:body { name = "slider", position = C, mass = 1.0, inertia = 1e-3 }

local motor = model:revolute { name = "motor", between = { model.ground, crank }, at = O2 }
model:revolute { name = "rocker pivot", between = { model.ground, rocker }, at = O3 }
model:revolute { name = "crank pin", between = { crank, block }, at = A }
model:prismatic { name = "block on rocker", between = { rocker, block }, axis = B, at = A }
model:revolute { name = "coupler pin", between = { rocker, coupler }, at = B }
model:revolute { name = "slider pin", between = { coupler, slider }, at = C }
model:prismatic { name = "guide", between = { model.ground, slider }, axis = { 1, 0 }, at = C }
model:drive { name = "crank drive", joint = motor, value = function(t) return speed * t end }

local turn = 2 * math.pi / speed
local exact = model:kinematics { duration = 2 * turn, record = { every = turn / 360 } }

model:assemble {} -- the velocities that the drive demands
local run = model:simulate {
  duration = 2 * turn, integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 },
  record = { every = turn / 360 },
}

-- The slider's position in closed form, with the rocker along O3 A.
local function slider_position(t)
  local x, y = crank_length * math.cos(speed * t), O2[2] + crank_length * math.sin(speed * t)
  local s = rocker_length / math.sqrt(x * x + y * y)
  return s * x + math.sqrt(coupler_length ^ 2 - (guide - s * y) ^ 2)
end
local x, v, a = exact:series "slider.x", exact:series "slider.vx", exact:series "slider.ax"
local X, V, A_ = run:series "slider.x", run:series "slider.vx", run:series "slider.ax"
local worst = { 0, 0, 0, 0 }
for i, t in ipairs(exact.time) do
  worst[1] = math.max(worst[1], math.abs(x[i] - slider_position(t)))
  worst[2] = math.max(worst[2], math.abs(x[i] - X[i]))
  worst[3] = math.max(worst[3], math.abs(v[i] - V[i]))
  worst[4] = math.max(worst[4], math.abs(a[i] - A_[i]))
end
print(("kinematics and closed form agree to %.1e m"):format(worst[1]))
print(("dynamics and kinematics agree to %.1e m, %.1e m/s, %.1e m/s^2"):format(table.unpack(worst, 2)))
assert(worst[1] < 1e-12 and worst[2] < 1e-9 and worst[3] < 1e-8 and worst[4] < 1e-6)

-- The slider turns round where the rocker touches the crank's circle, at acos(crank/O2O3).
local turns = {}
for i = 2, #v do
  if v[i - 1] * v[i] < 0 then
    turns[#turns + 1] = exact.time[i - 1] + turn / 360 * v[i - 1] / (v[i - 1] - v[i])
  end
end
local forth, back = turns[2] - turns[1], turns[3] - turns[2]
local half = math.acos(crank_length / (O2[2] - O3[2]))
print(("it goes %.4f times as long as it comes back, by geometry %.4f"):format(
  math.max(forth, back) / math.min(forth, back), (math.pi - half) / half))
print(("the motor needs at most %.4f N m"):format(exact:largest "crank drive.effort"))

-- What the motor does is what the mechanism's energy changes by: nothing over two full turns.
run:expect { "energy.work", at = 2 * turn, equals = 0, within = 1e-6 }
run:expect { "system.constraint_error", below = 1e-10 }
run:expect { "energy.residual", below = 1e-6 }
exact:expect { "energy.residual", below = 1e-6 }

exact:snapshots { times = { 0, turn / 6, turn / 3, turn / 2, 2 * turn / 3, 5 * turn / 6 }, columns = 3,
  file = mbs.out .. "/quick_return.svg" }
