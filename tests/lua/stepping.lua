-- model:simulation is stepped by the script; model:simulate runs at once.
local mbs = require "perilune"

local function build()
  local model = mbs.planar_model { gravity = { 0, -9.81 } }
  local ball = model:particle { name = "ball", mass = 1, position = { 0, 1 } }
  model:contact {
    name = "touch", law = mbs.laws.flores { stiffness = 1e7, restitution = 0.8 },
    between = { ball:circle { radius = 0.1 }, model.ground:line {} },
  }
  return model
end

local sim = build():simulation { duration = 1 }
assert(sim.time == 0 and sim:value "ball.y" == 1)
local steps = 0
while sim.time < 1 do
  assert(sim:step())
  steps = steps + 1
end
assert(sim.time == 1 and sim.step_size > 0)
assert(not sim:step())

-- The same numbers as in one go.
local run = build():simulate { duration = 1 }
assert(run.statistics.steps == steps)
assert(sim:value "ball.y" == run:final "ball.y" and sim:result():final "ball.y" == run:final "ball.y")
assert(sim:run().outcome == "reached_end")

-- Stepping beyond the end is an error, so that no loop waits for ever for a time that never comes.
local ok, message = pcall(sim.step, sim)
assert(not ok and message:find "it is over: reached_end at t = 1 s")

local short = build():simulation { duration = 0.5 }
ok, message = pcall(function()
  while short.time < 1 do short:step() end
end)
assert(not ok and message:find "it is over")

-- Results so far can be read on the way.
local half = build():simulation { duration = 1 }
while half.time < 0.4 do half:step() end
assert(half:result():final "ball.y" == half:value "ball.y")
assert(half:run():final "ball.y" == run:final "ball.y")

-- A model may grow between simulations; each has the model as it was.
local model = build()
local before = model:simulate { duration = 0.1 }
model:particle { name = "late", mass = 1, position = { 5, 5 } }
local after = model:simulate { duration = 0.1 }
assert(not pcall(before.final, before, "late.y") and after:final "late.y" < 5)
