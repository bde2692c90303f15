-- A run that model:simulate has finished can be walked through step by step.
local mbs = require "perilune"

local model = mbs.planar_model { gravity = { 0, -9.81 } }
local ball = model:particle { name = "ball", mass = 1, position = { 0, 1 } }
model:contact {
  name = "touch", law = mbs.laws.flores { stiffness = 1e7, restitution = 0.8 },
  between = { ball:circle { radius = 0.1 }, model.ground:line {} },
}
local sim = model:simulate { duration = 1 }

local steps, last = 0, 1
while sim.time < 1 do
  assert(sim:step())
  steps = steps + 1
  last = sim:value "ball.y"
end
assert(steps == sim.statistics.steps)
assert(sim.time >= 1 and sim.time <= 1 and sim.time - 1 == 0)
assert(last == sim:final "ball.y")
assert(#sim.time == 1001 and sim.time[1] == 0, "the records' times are still there")

assert(sim:step() == false)
local ok, message = pcall(sim.step, sim)
assert(not ok and message:find "it is over at t = 1 s")
