-- What a run knows afterwards.
local mbs = require "perilune"

local model = mbs.planar_model { name = "fall", gravity = { 0, -9.81 } }
local ball = model:body {
  name = "ball", mass = 2, inertia = 0.004, position = { 0, 1 }, velocity = { 0.5, 0 },
}
model:contact {
  name = "touch", law = mbs.laws.hertz { stiffness = 1e8 },
  between = { ball:circle { radius = 0.1 }, model.ground:line {} },
}
local run = model:simulate { duration = 1, record = { every = 0.01 } }

assert(run.outcome == "reached_end" and run.message == "" and #run.warnings == 0)
assert(tostring(run) == "run of 'fall': reached_end at t = 1 s")

-- Plain arrays with t = 0 and the end.
assert(#run.time == 101 and run.time[1] == 0 and run.time[101] == 1 and run.time == run.time)
local y = run:series "ball.y"
assert(#y == 101 and y[1] == 1 and y[101] == run:final "ball.y")
assert(math.abs(y[11] - (1 - 0.5 * 9.81 * 0.1 ^ 2)) < 1e-9)

-- Between records, on the interpolant; largest sees every step.
assert(math.abs(run:at("ball.y", 0.123) - (1 - 0.5 * 9.81 * 0.123 ^ 2)) < 1e-9)
assert(math.abs(run:largest "ball.vy" - math.sqrt(2 * 9.81 * 0.9)) < 1e-3)
assert(run:final "ball.vx" == 0.5 and run:largest "ball.angle" == 0)
assert(not pcall(run.at, run, "ball.y", 2))
local ok, message = pcall(run.series, run, "bal.y")
assert(not ok and message:find "results.lua:%d+: " and message:find "did you mean 'ball.y'?")

local names = {}
for _, name in ipairs(run.channels) do names[name] = true end
for _, name in ipairs { "ball.x", "ball.ay", "ball.angular_velocity", "touch.penetration",
                        "touch.normal_force", "energy.residual", "step.size" } do
  assert(names[name], name)
end

-- Events in time order, with their numbers.
local begin, finish = run.events[1], run.events[2]
assert(begin.kind == "contact begin" and begin.element == "touch")
assert(math.abs(begin.t - math.sqrt(2 * 0.9 / 9.81)) < 1e-8)
assert(math.abs(begin.impact_speed - math.sqrt(2 * 9.81 * 0.9)) < 1e-7 and begin.penetration < 1e-6)
assert(finish.kind == "contact end" and math.abs(finish.restitution - 1) < 1e-6 and finish.duration > 0)

-- Every attempt, with the reason of a refusal.
local accepted, refused = 0, {}
for _, step in ipairs(run.steps) do
  if step.accepted then
    accepted = accepted + 1
    assert(step.reason == nil and step.dt > 0)
  else
    refused[step.reason] = (refused[step.reason] or 0) + 1
  end
end
local statistics = run.statistics
assert(accepted == statistics.steps and statistics.attempts == #run.steps)
assert(statistics.rhs_evaluations > accepted)
for reason, count in pairs(statistics.rejected) do assert(refused[reason] == count, reason) end
assert(statistics.rejected.never_heard_of == 0 and statistics.wall_time > 0)

-- ½ m v² + m g h is kept by an elastic contact.
local energy = run.energy
assert(math.abs(energy.total - (0.5 * 2 * 0.5 ^ 2 + 2 * 9.81)) < 1e-5 and energy.dissipated_by.touch ~= nil)
assert(math.abs(energy.kinetic + energy.potential + energy.contact - energy.total) < 1e-12)

assert(run:expect { "energy.residual", below = 1e-5 })
assert(run:expect { "ball.vx", equals = 0.5, within = 1e-12 })
assert(run:expect { "ball.y", above = 0.95, below = 1.05 })
assert(run:expect { "ball.y", at = 0, equals = 1, within = 0 })
assert(run:expect { "computed", value = 3, equals = 3, within = 0 })
assert(not pcall(run.expect, run, { "ball.y" }))
assert(not pcall(run.expect, run, { "ball.y", equals = 1 }))

-- Three ways to record.
assert(#model:simulate { duration = 1, record = "steps" }.time >= 2)
local unrecorded = model:simulate { duration = 1, record = "none" }
assert(#unrecorded.time == 0 and not pcall(unrecorded.largest, unrecorded, "ball.y"))
assert(#model:simulate { duration = 1 }.time == 1001)
