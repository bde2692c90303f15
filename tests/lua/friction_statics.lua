-- Dry friction where nothing is integrated: inverse dynamics of a driven mechanism, and static positions.
local mbs = require "perilune"
local g <const> = 9.81

-- A sled moved to and fro in a guide by x = a sin(w t): the drive needs m x'' + mu m g sign(x').
do
  local m <const>, mu <const>, a <const>, w <const> = 2, 0.2, 0.1, 2 * math.pi
  local model = mbs.planar_model { gravity = { 0, -g } }
  local sled = model:body { name = "sled", mass = m, inertia = 1, position = { 0, 0 },
    velocity = { a * w, 0 } }
  local guide = model:prismatic { name = "guide", between = { model.ground, sled }, axis = { 1, 0 },
    at = { 0, 0 } }
  model:drive { name = "motor", joint = guide, value = function(t) return a * math.sin(w * t) end }
  model:dry_friction { name = "rub", joint = guide, coefficient = mu }
  local run = model:kinematics { duration = 1 }
  for _, t in ipairs { 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9 } do
    local direction = math.cos(w * t) > 0 and 1 or -1
    assert(run:at("rub.state", t) == direction)
    assert(math.abs(run:at("rub.force", t) + direction * mu * m * g) < 1e-9)
    local effort = -m * a * w ^ 2 * math.sin(w * t) + direction * mu * m * g
    assert(math.abs(run:at("motor.effort", t) - effort) < 1e-6, t)
  end
  -- Four strokes of a lose mu m g 4 a.
  assert(math.abs(run:final "energy.dissipated" - mu * m * g * 4 * a) < 2e-3)
  -- The same motion integrated needs the same.
  local simulated = model:simulate { duration = 0.2 }
  assert(math.abs(simulated:at("motor.effort", 0.1) - run:at("motor.effort", 0.1)) < 1e-6)
end

-- A static position is where friction can hold: the start, if it does.
local function displaced(x, limit)
  local model = mbs.planar_model {}
  local block = model:coordinate { name = "block", inertia = 2, position = x }
  model:spring { between = { model.ground, block }, stiffness = 10 }
  model:dry_friction { name = "rub", between = { block, model.ground }, limit = limit }
  return model
end
local held = displaced(0.2, 3)
assert(held:equilibrium {}.moved == 0)
local run = held:simulate { duration = 1 }
assert(math.abs(run:final "block.position" - 0.2) < 1e-15 and math.abs(run:final "rub.force" - 2) < 1e-12)

-- One from which it would slip is none, and says which friction gives way.
local ok, message = pcall(function() displaced(1, 3):equilibrium {} end)
assert(not ok and message:find("'rub' would have to hold 10 N or N m there, its limit is 3", 1, true),
  message)
assert(message:find("simulate until it rests", 1, true) and message:find "friction_statics.lua:%d+")

-- In space a friction between bodies is that of a contact.
local space = mbs.spatial_model {}
local body = space:body { mass = 1, inertia = { 1, 1, 1 }, position = { 0, 0, 0 } }
ok, message = pcall(space.dry_friction, space,
  { between = { body, space.ground }, axis = { 1, 0, 0 }, limit = 3 })
assert(not ok and message:find("'dry_friction' belongs to planar models", 1, true), message)
