-- model:dry_friction, set-valued contact friction, friction laws with states.
local mbs = require "perilune"
local fine = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }

-- Between a coordinate and the ground: 2 kg at 3 m/s against 4 N stops after 1.5 s at 2.25 m, and stays.
local model = mbs.planar_model {}
local block = model:coordinate { name = "block", inertia = 2, velocity = 3 }
model:dry_friction { name = "rub", between = { block, model.ground }, limit = 4 }
local run = model:simulate { duration = 2, integrator = fine }
assert(#run.events == 1 and run.events[1].kind == "stick" and run.events[1].element == "rub")
assert(math.abs(run.events[1].t - 1.5) < 1e-10)
assert(math.abs(run:final "block.position" - 2.25) < 1e-9 and math.abs(run:final "block.velocity") < 1e-15)
assert(run:at("rub.force", 0.5) == -4 and run:at("rub.state", 0.5) == 1 and run:final "rub.state" == 0)
assert(math.abs(run:at("rub.slip_velocity", 0.5) - 2) < 1e-9)
assert(math.abs(run:final "rub.displacement" - 2.25) < 1e-9)
assert(math.abs(run:final "energy.dissipated" - 9) < 1e-9)

-- Static above kinetic: a ramp of 1 N/s tears it off at 5 s, then 5 - 3 N pull.
model = mbs.planar_model {}
block = model:coordinate { name = "block", inertia = 2 }
model:force { on = block, value = function(t) return t end }
model:dry_friction { name = "rub", between = { block, model.ground }, limit = function() return 5 end,
  kinetic = 3 }
run = model:simulate { duration = 6, integrator = fine }
assert(#run.events == 1 and run.events[1].kind == "slip" and math.abs(run.events[1].t - 5) < 1e-8)
assert(math.abs(run:final "block.velocity" - (2 + 0.5) / 2) < 1e-7)

-- Along an axis between bodies, and in joints: a guide and a journal.
model = mbs.planar_model {}
local a = model:body { name = "a", mass = 1, inertia = 1, velocity = { 1, 0 }, position = { 0, 0 } }
local b = model:body { name = "b", mass = 3, inertia = 1, position = { 0, 0 } }
model:dry_friction { name = "rub", between = { a, b }, axis = { 1, 0 }, limit = 2 }
run = model:simulate { duration = 2, integrator = fine }
assert(math.abs(run:final "a.vx" - 0.25) < 1e-10 and math.abs(run:final "b.vx" - 0.25) < 1e-10)
assert(math.abs(run.events[1].t - 0.375) < 1e-10)                       -- relative deceleration 2 + 2/3
model = mbs.planar_model { gravity = { 0, -9.81 } }
local wheel = model:body { name = "wheel", mass = 2, inertia = 0.5, position = { 0, 0 },
  angular_velocity = 10 }
local pin = model:revolute { name = "pin", between = { model.ground, wheel }, at = { 0, 0 } }
model:dry_friction { name = "journal", joint = pin, coefficient = 0.1, radius = 0.05 }
run = model:simulate { duration = 1, integrator = fine }
assert(math.abs(run:final "wheel.angular_velocity" - (10 - 0.1 * 0.05 * 2 * 9.81 / 0.5)) < 1e-9)
model = mbs.planar_model { gravity = { 0, -9.81 } }
local sled = model:body { name = "sled", mass = 2, inertia = 1, position = { 0, 0 }, velocity = { 1, 0 } }
local guide = model:prismatic { name = "guide", between = { model.ground, sled }, axis = { 1, 0 }, at = { 0,
  0 } }
model:dry_friction { joint = guide, coefficient = 0.25 }
run = model:simulate { duration = 1, integrator = fine }
assert(math.abs(run.events[1].t - 1 / (0.25 * 9.81)) < 1e-9 and run.events[1].element == "dry_friction 1")

-- Laws with memory in a contact, of the catalogue and written here: the same numbers.
local function pulled(friction)
  local m = mbs.planar_model { gravity = { 0, -9.81 } }
  local sag = (9.81 / 1e7) ^ (2 / 3)
  local p = m:particle { name = "p", mass = 1, position = { 0, 0.05 - sag } }
  m:force { on = p, value = function(t) return { 2 * t, 0 } end }
  m:contact { name = "touch", between = { p:circle { radius = 0.05 }, m.ground:line { normal = { 0, 1 } } },
    law = mbs.laws.hertz { stiffness = 1e7 }, friction = friction }
  local r = m:simulate { duration = 2, integrator = mbs.integrators.radau5 { rtol = 1e-8, atol = 1e-10 } }
  assert(r.outcome == "reached_end", r.message)
  assert(r:largest "energy.residual" < 1e-6)
  return r
end
local mu = 0.3
local dahl = pulled(mbs.friction.dahl { coefficient = mu, bristle_stiffness = 1e4 })
local mine = pulled(mbs.friction_law { name = "mine", parameters = { mu = mu, s0 = 1e4 }, states = { z = 0 },
  force = function(c, p, z)
    assert(z == c.z)
    return c.normal_force * p.s0 * z, { z = c.slip_velocity - p.s0 * math.abs(c.slip_velocity) * z / p.mu }
  end })
assert(math.abs(dahl:final "p.x" - mine:final "p.x") < 1e-9)
assert(math.abs(dahl:final "touch.bristle" - mine:final "touch.z") < 1e-10)
-- Before it slips the force is that of bent bristles: z = 2t/(N s0), as long as 2t is well below mu N.
assert(math.abs(dahl:at("touch.friction_force", 0.1) - 0.2) < 5e-3)
-- All of them slip in the end with mu N: the speed is the integral of 2t - mu m g from where that is
--                                        positive.
local t0 = mu * 9.81 / 2
for _, law in ipairs { mbs.friction.coulomb { coefficient = mu },
  mbs.friction.lugre { static_coefficient = mu, kinetic_coefficient = mu, bristle_stiffness = 1e5,
    bristle_damping = 100 },
  mbs.friction.gonthier { static_coefficient = mu, kinetic_coefficient = mu, bristle_stiffness = 1e5,
    bristle_damping = 300 } } do
  local speed = pulled(law):final "p.vx"
  assert(math.abs(speed - (2 - t0) ^ 2) < 2e-2, law.name .. " " .. speed)
end

-- Bad input.
local other = mbs.planar_model {}:coordinate { name = "other", inertia = 1 }
model = mbs.planar_model {}
block = model:coordinate { name = "block", inertia = 1 }
local cart = model:body { name = "cart", mass = 1, inertia = 1, position = { 0, 0 } }
local function refused(fields, expected)
  fields.name = "rub"
  local ok, message = pcall(model.dry_friction, model, fields)
  assert(not ok, "accepted: " .. expected)
  assert(message:find("dry_friction 'rub'", 1, true) and message:find(expected, 1,
    true) and message:find "lua:%d+", message)
end
refused({ limit = 4 }, "needs either 'between' or 'joint'")
refused({ between = { block, model.ground } }, "needs either 'limit' or, in a joint, 'coefficient'")
refused({ between = { block, model.ground }, limit = -4 }, "limit = -4 N must be >= 0")
refused({ between = { block, model.ground }, limit = { 1, 2 } }, "'limit' has 2 numbers, it needs one")
refused({ between = { block, cart }, limit = 4 }, "'cart' is no scalar coordinate, the other is")
refused({ between = { cart, model.ground }, limit = 4 }, "'axis' is missing")
refused({ between = { block, block }, limit = 4 }, "both ends belong to 'block'")
refused({ between = { block, other }, limit = 4 }, "belongs to another model")
refused({ between = { block, model.ground }, coefficient = 0.3 }, "'coefficient' needs a joint")
refused({ between = { block, model.ground }, limit = 4, stick = "event" }, "event")
refused({ between = { block, model.ground }, limit = 4, inverse = "plain" },
  "it belongs to stick = \"flowchart\"")
refused({ between = { block, model.ground }, limits = 4 }, "did you mean 'limit'")
assert(not pcall(mbs.friction.coulomb, { coefficient = 0.3, static_coefficient = 0.2 }))
-- A magnitude below zero ends the run with what returned it.
model:dry_friction { name = "rub", between = { block, model.ground }, limit = function() return -1 end }
run = model:simulate { duration = 1 }
assert(run.outcome == "script_error" and run.message:find("a magnitude is >= 0", 1, true), run.message)
