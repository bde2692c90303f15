-- Laws of the catalogue and of the script are used alike.
local mbs = require "perilune"

local built_in = mbs.laws.flores { stiffness = 140e6, restitution = 0.8 }
local mine = mbs.law {
  name = "mine",
  parameters = { K = 140e6, cr = 0.8 },
  force = function(c, p)
    return p.K * c.penetration ^ 1.5 * (1 + 8 * (1 - p.cr) / (5 * p.cr) * c.penetration_rate / c.impact_speed)
  end,
}
assert(built_in.compiled and built_in.reason == nil and built_in.name == "flores")
assert(mine.compiled and mine.reason == nil)
assert(mine:explain():find "laws.lua:8: force of law 'mine': compiled")

-- F = K δ^1.5 (1 + 8(1 − c)/(5c) δ̇/v) (Flores et al. 2011, eq. 43): 140 (1 + 0.4·0.5) = 168 N.
assert(math.abs(built_in:force(1e-4, 0.1, 0.2) - 168) < 1e-9)
assert(math.abs(mine:force(1e-4, 0.1, 0.2) - 168) < 1e-9)

-- Restitution delivered: η(1 + e) = ln[(1 + η)/(1 − ηe)] for η = 0.4, without gravity, mass or speed.
local function delivered(eta)
  local low, high = 0, 1
  for _ = 1, 60 do
    local e = (low + high) / 2
    if eta * (1 + e) > math.log((1 + eta) / (1 - eta * e)) then low = e else high = e end
  end
  return low
end
for _, law in ipairs { built_in, mine } do
  assert(math.abs(law:restitution(0.3) - delivered(0.4)) < 1e-8)
  assert(math.abs(law:restitution(2, 5) - delivered(0.4)) < 1e-8)
end

-- A loop starts and ends at zero depth; its area is what is lost, ½ m v² (1 − e²).
local loop = mine:loop { impact_speed = 0.3, mass = 2 }
assert(#loop.t == #loop.force and #loop.t == #loop.penetration and #loop.t == #loop.penetration_rate)
assert(loop.t[1] == 0 and loop.penetration[1] == 0 and loop.max_force > 0)
assert(loop.duration == loop.t[#loop.t])
assert(math.abs(loop.dissipated - 0.5 * 2 * 0.3 ^ 2 * (1 - loop.restitution ^ 2)) < 1e-9)

local check = mine:check { restitution = 0.8, impact_speeds = { 0.1, 1 } }
assert(not check.pulls and not check.jumps_at_touch and not check.creates_energy)
assert(#check.restitution == 2 and check.impact_speeds[2] == 1 and tostring(check):find "asked 0.8")

-- check finds what is wrong with a law.
local dashpot = mbs.law {
  force = function(c) return 1e5 * c.penetration + 50 * c.penetration_rate end,
}:check()
assert(dashpot.pulls and dashpot.jumps_at_touch and not dashpot.creates_energy)
local engine = mbs.law {
  force = function(c) return 1e5 * c.penetration - 5 * c.penetration_rate * c.penetration ^ 0.5 end,
}:check()
assert(engine.creates_energy and not engine.jumps_at_touch)

-- A law that needs a mass must be given one.
local damped = mbs.laws.kelvin_voigt { stiffness = 1e5, restitution = 0.5 }
local ok, message = pcall(damped.force, damped, 1e-4, 0, 1)
assert(not ok and message:find "depends on a mass")
assert(math.abs(damped:force(1e-4, 0, 1, 1) - 10) < 1e-9)

assert(mbs.law { force = function() return 0 end, strict = true }.compiled)
ok, message = pcall(mbs.law, { force = function() return math.random() end, strict = true })
assert(not ok and message:find "strict = true, but it is interpreted: .*laws.lua:%d+: calls math.random")
assert(not pcall(mbs.law, { parameters = { K = 1 } }))
assert(not pcall(mbs.law, { force = function() return 0 end, parameters = { 1, 2 } }))
assert(not pcall(mbs.law, { force = function() return 0 end, on_commit = function() end }))

-- Memory: a state whose rate the force returns, and one that on_commit sets after accepted steps.
local model = mbs.planar_model { gravity = { 0, -9.81 } }
local ball = model:particle { name = "ball", mass = 1, position = { 0, 1 } }
local remembering = mbs.law {
  name = "remembering", parameters = { K = 1e6 }, states = { impulse = 0, speed = 0 },
  force = function(c, p)
    local force = p.K * c.penetration ^ 1.5
    return force, { impulse = force, speed = 0 }
  end,
  on_commit = function(c) c.speed = c.impact_speed end,
}
model:contact {
  name = "floor", law = remembering,
  between = { ball:circle { radius = 0.1 }, model.ground:line {} },
}
local run = model:simulate { duration = 0.5 }
-- m (v₂ − v₁) = impulse − weight·time over the one contact, e = 1: v from 4.2021 down to 4.2021 up.
local v = math.sqrt(2 * 9.81 * 0.9)
local finish = run.events[2]
assert(finish.kind == "contact end" and math.abs(run:final "floor.speed" - v) < 1e-6)
local expected = 2 * v + 9.81 * finish.duration
assert(math.abs(run:at("floor.impulse", finish.t) - expected) < 1e-5, run:at("floor.impulse", finish.t))

-- Rates must be those of the states.
local function fails(force, text)
  local law = mbs.law { states = { x = 0 }, force = force }
  local good, why = pcall(law.force, law, 1, 0, 1)
  assert(not good and why:find(text, 1, true), why)
end
fails(function() return 1, { y = 1 } end, "rate of 'y', which is no state")
fails(function() return 1, {} end, "returned x = nil")
fails(function() return 1, 2 end, "returned 2")
assert(mbs.law { states = { x = 0 }, force = function() return 1 end }:force(1, 0, 1) == 1)
