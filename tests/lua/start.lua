-- Consistent starts: assemble, start_from, and what is said when they fail.
local mbs = require "perilune"
local function fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error")
  assert(tostring(message):find(text, 1, true), message)
end

-- A four-bar given roughly: the coupler's rod is 5 mm too far away, the crank turns.
local function four_bar(rough, t0)
  t0 = t0 or 0
  local model = mbs.planar_model { name = "four bar", gravity = { 0, -9.81 } }
  local crank = model:bar { name = "crank", from = { 0, 0 }, to = { 0, 0.2 }, mass = 1 }
  local rocker = model:bar { name = "rocker", from = { 0.6, 0 }, to = { 0.6, 0.4 }, mass = 1 }
  local motor = model:revolute { name = "motor", between = { model.ground, crank }, at = { 0, 0 } }
  model:revolute { name = "pivot", between = { model.ground, rocker }, at = { 0.6, 0 } }
  model:rod { name = "coupler", between = { crank:point { 0.1, 0 }, rocker:point { 0.2, 0 } },
              length = 0.63 + rough }
  model:drive { name = "drive", joint = motor, value = function(t) return 5 * (t + t0) end }
  return model
end

-- The worst joint is named, with the remedy.
fails("rod 'coupler': does not hold at t = 0", four_bar(0.02).simulate, four_bar(0.02), { duration = 1 })
fails("model:assemble {}", four_bar(0.02).simulate, four_bar(0.02), { duration = 1 })

local model = four_bar(0.02)
local change = model:assemble {}
assert(change.turned > 0 and change.furthest == "rocker")
assert(tostring(change):find "'rocker' most", tostring(change))
assert(change.velocity >= 1) -- the drive's
local run = model:simulate { duration = 0.2 }
assert(run:largest "coupler.error" < 1e-10)
assert(math.abs(run:at("crank.angular_velocity", 0) - 5) < 1e-10)
-- Assembling again changes nothing.
local again = model:assemble {}
assert(again.moved < 1e-12 and again.velocity < 1e-10)

-- A rod that is too long for any position.
local impossible = four_bar(2)
fails("the mechanism cannot be assembled: this joint stays open by", impossible.assemble, impossible, {})

-- Another model with bodies of the same names starts where a run was.
local other = four_bar(0.02, 0.13)
local copied = other:start_from(run, 0.13)
assert(#copied.bodies == 2 and copied.bodies[1] == "crank")
local second = other:simulate { duration = 0.01, record = "steps" }
assert(math.abs(second:at("rocker.angle", 0) - run:at("rocker.angle", 0.13)) < 1e-9)
fails("lies outside the run", other.start_from, other, run, 7)
fails("it must be a run", other.start_from, other, 3)
local stranger = mbs.planar_model {}
stranger:particle { name = "stone", mass = 1, position = { 0, 0 } }
fails("no body of the model has the name", stranger.start_from, stranger, run, 0.1)

-- Kinematics of a mechanism that is driven, and of one that is not.
local exact = model:kinematics { duration = 0.2 }
assert(exact.outcome == "reached_end")
assert(math.abs(exact:final "rocker.angle" - run:final "rocker.angle") < 1e-8)
assert(math.abs(exact:final "drive.effort" - run:final "drive.effort") < 1e-4)
local free = mbs.planar_model {}
free:particle { name = "stone", mass = 1, position = { 0, 0 } }
fails("2 of 2 coordinates are not driven; free to move: 'stone'", free.kinematics, free, { duration = 1 })

-- A redundant mechanism: three equal rockers carry one coupler; it moves, and says which joint repeats.
do
  local three = mbs.planar_model { name = "three rockers", gravity = { 0, -9.81 } }
  local coupler = three:bar { name = "coupler", from = { 0, -1 }, to = { 2, -1 }, mass = 3 }
  for i = 0, 2 do
    local rocker = three:bar { name = "rocker " .. i, from = { i, 0 }, to = { i, -1 }, mass = 1 }
    three:revolute { name = "foot " .. i, between = { three.ground, rocker }, at = { i, 0 } }
    three:revolute { name = "head " .. i, between = { rocker, coupler }, at = { i, -1 } }
  end
  three:force { on = coupler:point { 0, 0 }, value = { 5, 0 } }
  local swing = three:simulate { duration = 1 }
  assert(swing.outcome == "reached_end")
  local said = swing.warnings[1]
  assert(said:find("redundant constraints: revolute 'head 2' (1 of 2 equations)", 1, true), said)
  -- Alike, the outer two carry alike: theta'' = (5 - (3 + 3/2) g sin theta)/(3 + 3 * 1/3).
  swing:expect { "system.constraint_error", below = 1e-10 }
  swing:expect { "energy.residual", below = 1e-6 }
end

-- Every way to keep constraints and to find multipliers moves the four-bar alike.
local fine = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 }
local reference = model:simulate { duration = 0.5, integrator = fine }
for name, how in pairs {
  schur = { multipliers = "schur" }, augmented = { multipliers = "augmented" },
  generalized_inverse = { multipliers = "generalized_inverse" },
  baumgarte = { constraints = mbs.stabilization.baumgarte { alpha = 5, beta = 5 } },
  coordinate_partitioning = { constraints = mbs.stabilization.coordinate_partitioning {} },
  augmented_lagrangian = { constraints = mbs.stabilization.augmented_lagrangian { frequency = 5 } },
  none = { constraints = mbs.stabilization.none {} },
} do
  how.duration, how.integrator = 0.5, fine
  local other_way = model:simulate(how)
  local off = math.abs(other_way:final "rocker.angle" - reference:final "rocker.angle")
  assert(off < 1e-8, name .. (": %.3g"):format(off))
  assert(other_way:largest "system.constraint_error" < 1e-8, name)
end
fails("is not known (one of", model.simulate, model, { duration = 1, multipliers = "lu" })
fails("penalty", mbs.stabilization.augmented_lagrangian, { penalty = -1 })
