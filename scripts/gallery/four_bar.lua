-- Four-bar linkage: a crank-rocker against Freudenstein's closed form; dead centres, torque, rest.
-- System:    ground 0.4 m, crank 0.1 m, coupler 0.35 m, rocker 0.25 m, uniform bars of 2 kg/m; 120 rpm.
-- Source:    Freudenstein (1955), Trans. ASME 77, 853-861: closure of the four lengths; Grashof's rule.
-- See:       the rocker swings between the two positions in which crank and coupler lie in one line.
--            Kinematics and inverse dynamics without integrating; let go, the linkage swings on.
-- Try:       1. --set crank=0.2: not Grashof, the crank stops   2. the point on the coupler   3. gravity = 0
-- Builds on: simple_pendulum.
local mbs = require "perilune"

local a = mbs.parameter { "crank", 0.1, unit = "m", min = 0.02, max = 0.3, doc = "its length" }
local b, c, d = 0.35, 0.25, 0.4                       -- coupler, rocker, ground, m
local per_metre = 2.0                                 -- kg/m
local speed = 120 * mbs.rpm

-- The rocker's angle for a crank angle, coupler above; both from the line of the pivots.
local function rocker_angle(theta)
  local x, y = d - a * math.cos(theta), -a * math.sin(theta)          -- from crank pin to pivot
  local r = math.sqrt(x * x + y * y)
  local beta = math.acos((r * r + c * c - b * b) / (2 * r * c))       -- at the rocker's pivot
  return math.atan(-y, -x) - beta
end

local function linkage(theta)
  local model = mbs.planar_model { name = "four bar", gravity = { 0, -9.81 } }
  local psi = rocker_angle(theta)
  local A, D = { a * math.cos(theta), a * math.sin(theta) }, { d, 0 }
  local B = { d + c * math.cos(psi), c * math.sin(psi) }
  local crank   = model:bar { name = "crank", from = { 0, 0 }, to = A, mass = per_metre * a }
  local coupler = model:bar { name = "coupler", from = A, to = B, mass = per_metre * b }
  local rocker  = model:bar { name = "rocker", from = D, to = B, mass = per_metre * c }
  local motor = model:revolute { name = "motor", between = { model.ground, crank }, at = { 0, 0 } }
  model:revolute { name = "crank pin", between = { crank, coupler }, at = A }
  model:revolute { name = "rocker pin", between = { coupler, rocker }, at = B }
  model:revolute { name = "pivot", between = { model.ground, rocker }, at = D }
  return model, motor
end

-- 1. Driven: no freedom is left, nothing is integrated.
local model, motor = linkage(math.pi / 3)
model:drive { name = "drive", joint = motor, value = function(t) return speed * t end }
local turn = 2 * math.pi / speed
local run = model:kinematics { duration = turn, record = { every = turn / 720 } }
local worst, least, most = 0, math.huge, -math.huge
local angle = run:series "rocker.angle"
for i, t in ipairs(run.time) do
  -- Of the same turn: the closed form is known up to whole ones.
  local off = angle[i] - rocker_angle(math.pi / 3 + speed * t)
  worst = math.max(worst, math.abs(math.sin(off / 2)) * 2)
  least, most = math.min(least, angle[i]), math.max(most, angle[i])
end
assert(worst < 1e-12, "the closed form")

-- Dead centres: crank and coupler in one line, of length b + a and b - a.
local function at_dead_centre(length) return math.acos((d * d + c * c - length * length) / (2 * d * c)) end
local swing = at_dead_centre(b + a) - at_dead_centre(b - a)
print(("rocker off Freudenstein's closed form by %.1e rad"):format(worst))
print(("it swings by %.4f deg; between the dead centres lie %.4f deg"):format(
  math.deg(most - least), math.deg(swing)))
assert(math.abs(most - least - swing) < 1e-4)
print(("the motor needs between %.4f and %.4f N m"):format(
  math.min(table.unpack(run:series "drive.effort")), math.max(table.unpack(run:series "drive.effort"))))
run:expect { "energy.residual", below = 1e-6 }              -- its work is what the energies change by

-- 2. Let go at 60 degrees: energy is kept, the joints hold.
local free = linkage(math.pi / 3):simulate {
  duration = 3, integrator = mbs.integrators.dopri5 { rtol = 1e-9, atol = 1e-11 },
}
print(("let go: %d steps in 3 s, joints open by at most %.1e m"):format(free.statistics.steps,
  free:largest "system.constraint_error"))
free:expect { "energy.residual", below = 1e-6 }
free:expect { "system.constraint_error", below = 1e-10 }

-- 3. Where it hangs at rest, and how it swings there.
local hanging = linkage(math.pi / 3)
local found = hanging:equilibrium {}
local mode = hanging:linearize {}.eigenvalues[2]
print(("it hangs with the crank at %.3f deg and swings there at %.4f Hz"):format(
  math.deg(hanging:simulate { duration = 0 }:final "crank.angle"), mode.frequency))
assert(found.acceleration < 1e-8 and math.abs(mode.re) < 1e-6 * math.abs(mode.im), "undamped")
