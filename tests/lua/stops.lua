-- model:stop: scalar coordinates push each other apart by a contact law. Its gap is `gap` + b - a.
local mbs = require "perilune"
local hertz = mbs.laws.hertz { stiffness = 1e8 }
local fine = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 }

-- Upwards against a rigid stop at q = 0.01.
local model = mbs.planar_model {}
local q = model:coordinate { name = "q", inertia = 2, position = 0, velocity = 1 }
model:stop { name = "stop", between = { q, model.ground }, gap = 0.01, law = hertz }
local run = model:simulate { duration = 0.05, integrator = fine }
local begin, over = run.events[1], run.events[2]
assert(#run.events == 2 and begin.kind == "contact begin" and begin.element == "stop")
assert(math.abs(begin.t - 0.01) < 1e-11)
-- Hertz: K d^2.5 / 2.5 = m v^2 / 2.
assert(math.abs(over.max_penetration - (2.5 * 0.5 * 2 / 1e8) ^ 0.4) < 1e-9)
assert(math.abs(run:final "q.velocity" + 1) < 1e-8)
assert(math.abs(run:at("stop.gap", 0.005) - 0.005) < 1e-12)
run:expect { "energy.residual", below = 1e-9 }

-- Downwards: the ground first.
model = mbs.planar_model {}
q = model:coordinate { name = "q", inertia = 2, position = 0, velocity = -1 }
model:stop { name = "floor", between = { model.ground, q }, gap = 0.01, law = hertz }
run = model:simulate { duration = 0.05, integrator = fine }
assert(math.abs(run.events[1].t - 0.01) < 1e-11 and math.abs(run:final "q.velocity" - 1) < 1e-8)

-- Two coordinates: what a mass on a mass does, with the restitution the law was asked for.
model = mbs.planar_model {}
local a = model:coordinate { name = "a", inertia = 1, velocity = 3 }
local b = model:coordinate { name = "b", inertia = 2 }
model:stop { name = "hit", between = { a, b }, gap = 0.02,
  law = mbs.laws.exact { stiffness = 1e8, restitution = 0.5 } }
run = model:simulate { duration = 0.05, integrator = fine }
assert(math.abs(run:final "a.velocity" - 0) < 1e-5)   -- (1*3 - 2*0.5*3)/3
assert(math.abs(run:final "b.velocity" - 1.5) < 1e-5) -- (1*3 + 1*0.5*3)/3
assert(math.abs(run:final "a.velocity" + 2 * run:final "b.velocity" - 3) < 1e-12)

-- Bad input.
local ball = model:particle { name = "ball", mass = 1, position = { 0, 0 } }
local function refused(fields, expected)
  local ok, message = pcall(model.stop, model, fields)
  assert(not ok and message:find(expected, 1, true) and message:find "stops.lua:%d+", message)
end
refused({ name = "s", gap = 1, law = hertz }, "stop 's': 'between' is missing")
refused({ name = "s", between = { a, ball }, gap = 1, law = hertz },
  "between[2] = particle 'ball' must be a scalar coordinate or model.ground")
refused({ name = "s", between = { a }, gap = 1, law = hertz }, "must be two scalar coordinates")
refused({ name = "s", between = { a, b }, law = hertz }, "gap")
refused({ name = "s", between = { a, b }, gap = 0 / 0, law = hertz }, "gap")
refused({ name = "s", between = { a, b }, gap = 1 }, "'law' is missing")
refused({ name = "s", between = { a, q }, gap = 1, law = hertz }, "belongs to another model")
refused({ name = "s", between = { a, a }, gap = 1, law = hertz }, "both shapes belong to 'a'")
